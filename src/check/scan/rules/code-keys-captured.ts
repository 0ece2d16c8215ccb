import type { ScanRule } from "../rule.ts";
import { placeOf, search } from "../text/search.ts";

/** Ways to hear every key that is pressed, wherever the user types. */
const LISTENS =
  /\bkeyboard\.(?:Listener|on_press|hook|record)\s{0,2}\(|\bpynput\.keyboard\.Listener\b|\bSetWindowsHookEx\w?\b|\bGetAsyncKeyState\b|\bCGEventTapCreate\b|\bpyHook\.HookManager\b|\b(?:iohook|uiohook-napi|node-global-key-listener)\b/g;
const SENDS =
  /\brequests\.(?:post|put|get)\s{0,2}\(|\burlopen\s{0,2}\(|\bhttpx\.\w+\s{0,2}\(|\bsmtplib\b|\bsocket\.(?:socket|create_connection)\b|\bfetch\s{0,2}\(\s{0,2}["'`]https?:|\bhttps?\.request\s{0,2}\(|\bInvoke-(?:WebRequest|RestMethod)\b|\bcurl\s+-/;

export const codeKeysCaptured: ScanRule = {
  code: "scan/code-keys-captured",
  title: "Code does not hear what the user types and send it away.",
  severity: "high",
  category: "credentials",
  hint: "Whoever gets the keys gets every password. Ask what the skill needs them for.",
  check(context) {
    for (const hit of search(context, LISTENS)) {
      const file = context.fileAt(hit.view.file);
      if (file?.kind !== "code" || hit.around.stance !== "asks") continue;
      const isSent = SENDS.test(file.text ?? "");
      context.report({
        ...placeOf(hit),
        severity: isSent ? "high" : "low",
        message: `The code records every key that is pressed${isSent ? ", and sends data" : ""}.`,
      });
    }
  },
};
