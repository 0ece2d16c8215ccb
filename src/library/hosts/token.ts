import { type Environment, failure, readText, reasonOf } from "../../platform/index.ts";
import type { SkillError } from "../../skill/model/index.ts";
import { hostCodes } from "./diagnostics.ts";

/** Where the token of a gateway is looked for, unless those who ask name another place. */
const HOST_TOKEN = "SKILLWRIGHT_HOST_TOKEN";

export interface TokenOptions {
  readonly token?: string;
  /** Better than an argument, which every user of the machine can read. */
  readonly tokenFile?: string;
  readonly environment: Environment;
  /** Which variable holds it. */
  readonly variable?: string;
}

/** A file wins over an argument, and that over the environment. */
export function readToken(options: TokenOptions): string | undefined {
  const { token, tokenFile, environment, variable = HOST_TOKEN } = options;
  if (tokenFile !== undefined) return readTokenFile(tokenFile);
  const value = token ?? environment[variable];
  return value === undefined || value === "" ? undefined : value;
}

/** For those who ask a gateway, which has one in any case. */
export function requireToken(options: TokenOptions): string {
  const token = readToken(options);
  if (token !== undefined && /^[\u0021-\u007e]+$/.test(token)) return token;
  throw token === undefined
    ? missing("No token for the gateway.")
    : missing("The token must be letters, digits or signs without blanks.");
}

function missing(message: string): SkillError {
  return failure(hostCodes.missingToken, message, {
    hint: "Set `SKILLWRIGHT_HOST_TOKEN`, or name a file with `--token-file`.",
  });
}

function readTokenFile(path: string): string {
  try {
    return readText(path).trim();
  } catch (error) {
    throw failure(hostCodes.missingToken, `The token cannot be read: ${reasonOf(error)}.`, {
      file: path,
      cause: error,
    });
  }
}
