// Keeps the page in the browser, so that it opens without a connection.

const WORKER = "/sw.js";

export function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  // The only code that is ever named by a string.
  const policy = globalThis.trustedTypes?.createPolicy("page", { createScriptURL: () => WORKER });
  const url = policy ? policy.createScriptURL(WORKER) : WORKER;
  // A browser that keeps nothing plays with a connection.
  navigator.serviceWorker.register(url, { updateViaCache: "none" }).catch(() => {});
  navigator.serviceWorker.ready.then(claim);
}

// A page that loads while the worker becomes active has no worker: it began too early to be served by it, and
// was not there yet when it claimed all pages.
function claim({ active }) {
  if (!navigator.serviceWorker.controller) active.postMessage("claim");
}
