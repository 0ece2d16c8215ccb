import type { ScanRule } from "../rule.ts";
import { placeOf, search } from "../text/search.ts";
import { oneOf } from "../text/one-of.ts";

/** Ways to hear every key that is pressed, wherever the user types. */
const LISTENS = oneOf(
  [
    /\bkeyboard\.(?:Listener|on_press|hook|record)\s{0,2}\(|\bpynput\.keyboard\.Listener\b|\bSetWindowsHookEx\w?\b|\bGetAsyncKeyState\b|\bCGEventTapCreate\b/,
    /\bpyHook\.HookManager\b|\b(?:iohook|uiohook-napi|node-global-key-listener)\b/,
  ],
  "g",
);
const SENDS = oneOf([
  /\brequests\.(?:post|put|get)\s{0,2}\(|\burlopen\s{0,2}\(|\bhttpx\.\w+\s{0,2}\(|\bsmtplib\b|\bsocket\.(?:socket|create_connection)\b|\bfetch\s{0,2}\(\s{0,2}["'`]https?:/,
  /\bhttps?\.request\s{0,2}\(|\bInvoke-(?:WebRequest|RestMethod)\b|\bcurl\s+-/,
]);

/** How far in a text that holds more than the code the other end may be. */
const NEAR = 1500;

export const codeKeysCaptured: ScanRule = {
  code: "scan/code-keys-captured",
  title: "Code does not hear what the user types and send it away.",
  severity: "high",
  category: "credentials",
  hint: "Whoever gets the keys gets every password. Ask what the skill needs them for.",
  check(context) {
    for (const hit of search(context, LISTENS)) {
      const file = context.fileAt(hit.view.file);
      const isFile = file?.kind === "code";
      if ((!isFile && hit.around.origin !== "fence") || hit.around.stance !== "asks") continue;
      const { index } = hit.match;
      const near = hit.view.text.slice(Math.max(0, index - NEAR), index + NEAR);
      const isSent = SENDS.test(isFile ? (file.text ?? "") : near);
      context.report({
        ...placeOf(hit),
        severity: isSent ? "high" : "low",
        message: `The code records every key that is pressed${isSent ? ", and sends data" : ""}.`,
      });
    }
  },
};
