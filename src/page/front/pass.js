// The pass of this browser, which shows for whom it acts. It is kept until the tab is closed.

const PASS = "zerosum.pass";
const RENEW_SECONDS = 6 * 60 * 60;

let pass = read();

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PASS));
  } catch {
    return null;
  }
}

function keep(entered) {
  pass = entered;
  try {
    if (entered) sessionStorage.setItem(PASS, JSON.stringify(entered));
    else sessionStorage.removeItem(PASS);
  } catch {
    // A browser that keeps nothing has it in memory.
  }
}

export const hasPass = () => pass !== null;
export const passHeader = () => (pass ? { authorization: `Bearer ${pass.token}` } : {});
export const forgetPass = () => keep(null);

// Exchanges what this browser was opened with for a pass, or renews the one it has. `ask` sends the request.
export async function enter(ask, launch) {
  const login = /^#in=(.+)$/.exec(location.hash)?.[1];
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  const isOld = pass && pass.until - Date.now() / 1000 < RENEW_SECONDS;
  const shown = login ? { login } : launch ? { init_data: launch } : isOld ? { token: pass.token } : null;
  if (!shown) return null;
  // A pass that no longer counts must not be shown beside the new one.
  forgetPass();
  const answer = await ask("/p/v1/enter", { v: 1, ...shown });
  if (answer?.status !== 200) return { isRefused: true, say: answer?.data.say };
  const { token, until } = answer.data;
  keep({ token, until });
  return answer.data;
}
