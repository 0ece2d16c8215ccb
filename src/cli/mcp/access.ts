import { type HttpAccess, httpAccess } from "../../serve/auth/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** Who may ask, as the options say; refuses an address that would be open by accident. */
export function accessOf({ options }: Context, host: string, port: number): HttpAccess {
  return httpAccess({
    host,
    port,
    scopes: options.texts("auth-scope"),
    allowedHosts: options.texts("allowed-host"),
    isWithoutAuth: options.flag("without-auth"),
    allowsEveryone: options.flag("allow-everyone"),
    ...textOptions(options, {
      issuer: "auth-issuer",
      keys: "auth-keys",
      resource: "auth-resource",
    }),
  });
}
