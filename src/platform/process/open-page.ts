import { spawn } from "node:child_process";
import { parse } from "node:path";
import type { Environment } from "../terminal.ts";

/** Shows a page in the browser of the user, as far as there is one; who asks has shown the address as well. */
export function openPage(page: URL, environment: Environment): void {
  // Beginning with a scheme it is no option of any program, and its characters are those of an address.
  if (!/^https?:$/u.test(page.protocol)) return;
  const [program = "", ...words] = parseBrowser(environment);
  try {
    const child = spawn(program, [...words, page.href], {
      env: environment,
      // Many programs read settings of the folder in which they start.
      cwd: parse(process.cwd()).root,
      shell: false,
      stdio: "ignore",
      detached: true,
    });
    // A machine without a browser is nothing special.
    child.on("error", () => {});
    child.unref();
  } catch {
    // The same: nothing could be started at all.
  }
}

function parseBrowser({ BROWSER = "" }: Environment): readonly string[] {
  // The variable may name several, of which the first is the best.
  const [first = ""] = process.platform === "win32" ? [BROWSER] : BROWSER.split(":");
  const wanted = first.split(" ").filter((word) => word !== "" && word !== "%s");
  if (wanted.length > 0) return wanted;
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
