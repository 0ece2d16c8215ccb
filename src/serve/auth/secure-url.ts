import { protectsSecrets } from "../../library/hosts/index.ts";
import { failure } from "../../platform/index.ts";
import { oauthCodes } from "./diagnostics.ts";

/** An address over which keys and tokens may travel: https, or this machine. */
export function readSecureUrl(text: string, option: string): URL {
  const url = URL.parse(text);
  const isSecure = url !== null && /^https?:$/u.test(url.protocol) && protectsSecrets(url);
  if (isSecure && url.hash === "") return url;
  throw failure(
    oauthCodes.insecureAddress,
    `\`${option}\` must be an https address, not \`${text}\`.`,
    { hint: "Plain http is taken for addresses of this machine alone." },
  );
}
