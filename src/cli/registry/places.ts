import {
  failure,
  fileExists,
  joinPath,
  readText,
  reasonOf,
  resolvePath,
} from "../../platform/index.ts";
import { readTrust, type TrustedKeys } from "../../registry/sign/index.ts";
import type { Context } from "../context.ts";
import { findHome } from "../../platform/process/index.ts";

/** Where a user keeps what is signed with and what is trusted. */
function ownFolder(context: Context): string {
  return joinPath(findHome(context.environment), ".skillwright");
}

export function keysFolder(context: Context): string {
  return joinPath(ownFolder(context), "keys");
}

/** The file of trusted keys: of the option, or of the user. */
export function trustFile(context: Context): string {
  const given = context.options.text("trust");
  return given === undefined
    ? joinPath(ownFolder(context), "trusted-keys.json")
    : resolvePath(context.folder, given);
}

/** Nobody is trusted where there is no file. */
export function trustedKeys(context: Context): TrustedKeys {
  const file = trustFile(context);
  return readTrust(fileExists(file) ? readText(file) : undefined, file);
}

/** Which authorities of Sigstore count, where an option names them; else the trusted keys say. */
export function sigstoreRoot(context: Context): { readonly sigstoreRoot?: unknown } {
  const given = context.options.text("trusted-root");
  if (given === undefined) return {};
  const file = resolvePath(context.folder, given);
  try {
    return { sigstoreRoot: JSON.parse(readText(file)) as unknown };
  } catch (error) {
    throw failure(
      "cli/unreadable",
      `The trust root is not JSON in the form that Sigstore publishes: ${reasonOf(error)}.`,
      { file, cause: error },
    );
  }
}

/** The path of an argument, or the working directory. */
export function pathOf(context: Context, otherwise = "."): string {
  return resolvePath(context.folder, context.arguments[0] ?? otherwise);
}
