import {
  failure,
  fileExists,
  joinPath,
  oneLine,
  readText,
  reasonOf,
  resolvePath,
  writeFileAtomically,
} from "../../platform/index.ts";
import {
  readTrust,
  type TrustedKey,
  type TrustedKeys,
  trustOther,
  writeTrust,
} from "../../registry/sign/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { findHome } from "../../platform/process/index.ts";

type Computer = Pick<LocalComputer, "environment" | "folder">;

/** Where a user keeps what is signed with and what is trusted. */
function ownFolder({ environment }: Pick<Computer, "environment">): string {
  return joinPath(findHome(environment), ".skillwright");
}

export function keysFolder(computer: Pick<Computer, "environment">): string {
  return joinPath(ownFolder(computer), "keys");
}

/** The file of trusted keys: the one that was named, or the user's own. */
export function trustFile(computer: Computer, named?: string): string {
  return named === undefined
    ? joinPath(ownFolder(computer), "trusted-keys.json")
    : resolvePath(computer.folder, named);
}

/** No key is trusted if there is no file. */
export function trustedKeys(computer: Computer, named?: string): TrustedKeys {
  const file = trustFile(computer, named);
  return readTrust(fileExists(file) ? readText(file) : undefined, file);
}

/** The authorities of Sigstore in a file. */
export function readSigstoreRoot(computer: Computer, named: string): unknown {
  const file = resolvePath(computer.folder, named);
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    throw failure(
      "cli/unreadable",
      `The trust root is not JSON in the form that Sigstore publishes: ${reasonOf(error)}.`,
      { file, cause: error },
    );
  }
}

/** Trusts a registry by the root that it has now, since the one that was trusted vouches for it. */
export function keepNewRoot(
  computer: Pick<LocalComputer, "environment" | "folder" | "err">,
  given: string | undefined,
  root: TrustedKey,
): void {
  const keys = trustedKeys(computer, given);
  // Another command may have been faster.
  if (keys.get(root.keyId)?.publicKey === root.publicKey) return;
  writeFileAtomically(trustFile(computer, given), writeTrust(trustOther(keys, root)));
  computer.err(
    `${oneLine(`${root.publisher} signs with a new root, for which the one that you trust vouches. It is trusted now.`)}\n`,
  );
}
