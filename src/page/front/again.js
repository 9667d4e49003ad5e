// Loads the page again if its scripts or its styles are missing: they were lost, or are of another build, as there is
// during an upgrade. This file has the same address in all builds, and knows them by `isBegun` and `--table`.

{
  const PAUSE_MS = 4_000;

  // A browser that cannot run the scripts is left alone after so many tries.
  const TRIES_MAX = 50;
  const KEY = "zerosum-again";

  const again = async () => {
    const head = fetch(location.href, { method: "HEAD", signal: AbortSignal.timeout(PAUSE_MS) });
    const isThere = await head.then(({ status }) => status < 500, () => false);
    if (!isThere) return setTimeout(again, PAUSE_MS);
    const tries = Number(sessionStorage.getItem(KEY));
    if (tries >= TRIES_MAX) return undefined;
    sessionStorage.setItem(KEY, String(tries + 1));
    return location.reload();
  };

  // Every file is there by then, or is missing.
  addEventListener("load", () => {
    const isStyled = getComputedStyle(document.documentElement).getPropertyValue("--table") !== "";
    if (globalThis.isBegun && isStyled) sessionStorage.removeItem(KEY);
    else setTimeout(again, PAUSE_MS);
  });
}
