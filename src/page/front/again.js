// Loads the page again if its scripts or its styles are missing: they were lost, or are of another build, as there is
// during an upgrade. This file has the same address in all builds, and knows them by `isBegun` and `--table`.

{
  const PAUSE_MS = 4_000;

  // A browser that cannot run the scripts is left alone after this many tries.
  const TRIES_MAX = 50;
  const KEY = "zerosum-again";

  // Returns the number of tries so far, and keeps another number if one is given. A browser that keeps nothing counts none.
  const tries = (number) => {
    try {
      const before = Number(sessionStorage.getItem(KEY));
      if (number !== undefined) sessionStorage.setItem(KEY, String(number));
      return before;
    } catch {
      return 0;
    }
  };

  const again = async () => {
    const head = fetch(location.href, { method: "HEAD", signal: AbortSignal.timeout(PAUSE_MS) });
    const isThere = await head.then(({ status }) => status < 500, () => false);
    if (!isThere) return setTimeout(again, PAUSE_MS);
    if (tries() >= TRIES_MAX) return undefined;
    tries(tries() + 1);
    return location.reload();
  };

  // Every file is there by then, or is missing.
  addEventListener("load", () => {
    const isStyled = getComputedStyle(document.documentElement).getPropertyValue("--table") !== "";
    if (globalThis.isBegun && isStyled) tries(0);
    else setTimeout(again, PAUSE_MS);
  });
}
