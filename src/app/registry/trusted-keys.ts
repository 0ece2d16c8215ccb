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
import { rootFor, rootKeyId } from "../../registry/states/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
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

/** Those of the file; none if there is no file. */
export function ownTrustedKeys(computer: Computer, named?: string): TrustedKeys {
  const file = trustFile(computer, named);
  return readTrust(fileExists(file) ? readText(file) : undefined, file);
}

/** Those, and the roots of registries that the rules of the organisation name in place of what a user chose. */
export function trustedKeys(
  computer: Computer,
  named?: string,
  policy: readonly string[] = [],
): TrustedKeys {
  const own = ownTrustedKeys(computer, named);
  const roots = Object.entries(organisationRoots(computer, policy));
  if (roots.length === 0) return own;
  const replaced = new Set(roots.map(([address]) => rootFor(own, address)?.keyId));
  const keys = new Map([...own].filter(([keyId]) => !replaced.has(keyId)));
  for (const [address, publicKey] of roots) {
    const keyId = rootKeyId(publicKey.slice(0, publicKey.indexOf("+")));
    keys.set(keyId, { keyId, publicKey, publisher: address, role: "publisher" });
  }
  return keys;
}

function organisationRoots(
  { folder, environment }: Computer,
  policy: readonly string[],
): Readonly<Record<string, string>> {
  return readOrganisation({ folder, environment, named: policy })?.roots ?? {};
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
export function storeNewRoot(
  computer: Pick<LocalComputer, "environment" | "folder" | "err">,
  given: string | undefined,
  root: TrustedKey,
): void {
  const keys = ownTrustedKeys(computer, given);
  // What the organisation has chosen is its own to change.
  if (rootFor(keys, root.publisher) === undefined) return;
  // Another command may have been faster.
  if (keys.get(root.keyId)?.publicKey === root.publicKey) return;
  writeFileAtomically(trustFile(computer, given), writeTrust(trustOther(keys, root)));
  computer.err(
    `${oneLine(`${root.publisher} signs with a new root, for which the one that you trust vouches. It is trusted now.`)}\n`,
  );
}
