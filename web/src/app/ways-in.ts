/** Addresses at which nobody is logged in yet. */

/** Where the link leads that the server shows at its first start. */
export const WELCOME = "/welcome";
/** Where another service leads back to. */
export const SIGNED_IN = "/signed-in";
export const CONFIRM = "/confirm";
export const RESET = "/reset";
export const FORGOT = "/forgot";

export const WAYS_IN: readonly string[] = [WELCOME, SIGNED_IN, CONFIRM, RESET, FORGOT];

const MARK = "skillwright-sign-on";

/** This page has sent its user to another service: whoever comes back is awaited. */
export function rememberSignOn(): void {
  sessionStorage.setItem(MARK, "1");
}

/** Once. A link that somebody else sends opens nobody's session by itself. */
export function awaitsSignOn(): boolean {
  const isAwaited = sessionStorage.getItem(MARK) === "1";
  sessionStorage.removeItem(MARK);
  return isAwaited;
}
