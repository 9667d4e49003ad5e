// Keeps the files of the page in the browser. It never answers for games: those are the server's. Another
// version of the page has another build here, and takes this one's place.

const BUILD = "{{build}}";
const FILES = {{files}};
const SHELL = "/";

// A connection that is slower than this counts as none.
const TIMEOUT_MS = 6_000;

const ignored = { ignoreSearch: true, ignoreVary: true };
const kept = async (path) => (await caches.open(BUILD)).match(path, ignored);

async function install() {
  const cache = await caches.open(BUILD);
  await cache.addAll([SHELL, ...FILES]);
  await skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name !== BUILD);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

// Answers a navigation from the server, or with the kept shell if the server is unavailable. Only the head of the
// answer is under the time limit.
async function page(request) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS);
  try {
    const answer = await fetch(request, { signal: patience.signal });
    if (answer.status < 500) return answer;
    return (await kept(SHELL)) ?? answer;
  } catch (error) {
    const shell = await kept(SHELL);
    if (!shell) throw error;
    return shell;
  } finally {
    clearTimeout(timer);
  }
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(clients.claim());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  }
});
