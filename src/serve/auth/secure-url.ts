import { protectsSecrets } from "../../library/hosts/index.ts";
import { serveError } from "../errors.ts";

/** An address over which keys and tokens may travel: https, or this machine. */
export function readSecureUrl(text: string, option: string): URL {
  const url = URL.parse(text);
  const isSecure = url !== null && /^https?:$/u.test(url.protocol) && protectsSecrets(url);
  if (isSecure && url.hash === "") return url;
  throw serveError("oauth/insecure-address", { option, address: text });
}
