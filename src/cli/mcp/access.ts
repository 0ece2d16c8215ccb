import { type HttpAccess, httpAccess } from "../../serve/auth/index.ts";
import {
  failure,
  fileExists,
  readText,
  resolvePath,
  writeFileAtomically,
} from "../../platform/index.ts";
import { newSecret } from "../../platform/machine/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** Of a server without an issuer, whose clients have to know it. */
export interface OwnToken {
  readonly value: string;
  /** Where it is kept; absent where it ends with the server. */
  readonly file?: string;
}

/** Who may ask, as the options say; refuses an address that would be open by accident. */
export function readAccess(
  context: Context,
  host: string,
  port: number,
): HttpAccess & { readonly token?: OwnToken } {
  const { options } = context;
  const token = ownToken(context);
  const access = httpAccess({
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
    ...(token === undefined ? {} : { token: token.value }),
  });
  return { ...access, ...(token === undefined ? {} : { token }) };
}

/** Reading skills is harmless; running their tools is for the user alone, and not for all users of the machine. */
function ownToken(context: Context): OwnToken | undefined {
  const { options } = context;
  const file = options.text("token-file");
  if (options.text("auth-issuer") !== undefined) {
    if (file === undefined) return undefined;
    throw failure("cli/usage", "`--token-file` and `--auth-issuer` contradict each other.");
  }
  if (file !== undefined) return readOrCreateToken(resolvePath(context.folder, file));
  if (!options.flag("tools")) return undefined;
  if (options.flag("without-auth"))
    throw failure(
      "cli/usage",
      "`--without-auth` lets everyone read skills, so their tools cannot be offered: leave out `--tools`.",
    );
  return { value: newSecret() };
}

const TOKEN = /^[\u0021-\u007e]{16,}$/;

/** The token of a file, which is made where there is none. */
function readOrCreateToken(file: string): OwnToken {
  if (!fileExists(file)) {
    const value = newSecret();
    writeFileAtomically(file, `${value}\n`, { existing: "refuse", mode: 0o600 });
    return { value, file };
  }
  const value = readText(file).trim();
  if (!TOKEN.test(value))
    throw failure(
      "cli/unreadable",
      "The token must be at least 16 letters, digits or signs without blanks.",
      { file, hint: "Name a file that does not exist: one is made with a good token." },
    );
  return { value, file };
}
