/** The keys that the user trusts. */
import { quoteForShell } from "../../skill/index.ts";
import { failure, makeFolder, parentOf, writeFileAtomically } from "../../platform/index.ts";
import { readWebAddress, registryCodes } from "../../registry/index.ts";
import {
  fetchRootKey,
  followRoot,
  rootFor,
  rootKeyId,
  withChain,
} from "../../registry/states/index.ts";
import { computeKeyFingerprint } from "../../registry/transparency/index.ts";
import {
  identityKey,
  pgpKey,
  readPgpKey,
  type Role,
  SIGSTORE_ROOT,
  type TrustedKey,
  type TrustedKeys,
  trustKey,
  trustOther,
  writeTrust,
} from "../../registry/sign/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { readPublicKey } from "./public-key.ts";
import { toSourceContext } from "./sources.ts";
import { ownTrustedKeys, trustedKeys, trustFile } from "./trusted-keys.ts";

const SIGSTORE_ROOT_TYPE = "application/vnd.dev.sigstore.trustedroot";

interface TrustInput {
  readonly verb?: "add" | "list" | "remove";
  readonly key?: string;
  readonly registry?: string;
  readonly role?: Role;
  readonly publisher?: string;
  readonly issuer?: string;
  readonly sigstoreRoot: boolean;
  readonly trust?: string;
  readonly plainText: boolean;
}

export type TrustAnswer =
  | { readonly keys: readonly TrustedKey[] }
  | (TrustedKey & { readonly fingerprint: string })
  | ChangedTrust;

/** A key that is trusted now, or no longer. */
export interface ChangedTrust {
  readonly key: TrustedKey;
  readonly isTrusted: boolean;
  readonly file: string;
  /** Another key with the same name, which therefore counts as the same publisher. */
  readonly namesake?: TrustedKey;
  readonly toJSON: () => TrustedKey;
}

/** Lists, adds or removes a trusted key. */
export async function manageTrust(
  computer: LocalComputer,
  input: TrustInput,
): Promise<TrustAnswer> {
  const { verb = "list", key } = input;
  const desk: Desk = { computer, input, file: trustFile(computer, input.trust) };
  if (verb === "list") return { keys: [...trustedKeys(computer, input.trust).values()] };
  if (verb === "add" && input.registry !== undefined)
    return await addRegistry(desk, input.registry);
  if (verb === "add" && input.issuer !== undefined) return addIdentity(desk, input.issuer);
  if (key === undefined) throw failure("cli/usage", `Missing KEY after \`${verb}\`.`);
  return verb === "add" ? await add(desk, key) : remove(desk, key);
}

/** Trusts a registry as a whole, unless another root is trusted for it. */
export async function trustRoot(
  computer: LocalComputer,
  registry: string,
  plainText: boolean,
): Promise<TrustedKey & { readonly fingerprint: string }> {
  const input = { sigstoreRoot: false, plainText };
  return await addRegistry({ computer, input, file: trustFile(computer) }, registry);
}

interface Desk {
  readonly computer: LocalComputer;
  readonly input: TrustInput;
  readonly file: string;
}

function openTrustedKeys({ computer, input }: Desk): TrustedKeys {
  return ownTrustedKeys(computer, input.trust);
}

function readRole({ input: { role = "publisher" } }: Desk): Role {
  return role;
}

/** Somebody who signs with Sigstore: who it is, and who says so. */
function addIdentity(desk: Desk, issuer: string): ChangedTrust {
  const { key: identity, publisher = "" } = desk.input;
  if (identity === undefined)
    throw failure("cli/usage", "`--issuer` needs an identity: `trust add IDENTITY --issuer URL`.");
  const keyId = identityKey(identity, issuer);
  const key = { keyId, publicKey: "", publisher, role: readRole(desk) };
  return keep(desk, key, trustOther(openTrustedKeys(desk), key));
}

function plain(fingerprint: string): string {
  return fingerprint.replaceAll(/[\s:]/gu, "").toLowerCase();
}

/** A registry as a whole: its statements give tiers from now on. */
async function addRegistry(
  desk: Desk,
  registry: string,
): Promise<TrustedKey & { readonly fingerprint: string }> {
  const { key: expected, plainText } = desk.input;
  const address = readWebAddress(registry);
  const found = await fetchRootKey(
    address,
    toSourceContext(desk.computer, { registry, plainText }),
  );
  if (found === undefined)
    throw failure(registryCodes.unknownKey, `The registry at ${address} has no signed log.`);
  const fingerprint = computeKeyFingerprint(found.key);
  if (expected !== undefined && plain(expected) !== plain(fingerprint))
    throw failure(
      registryCodes.unknownKey,
      `The registry at ${address} has the fingerprint ${fingerprint}, not the one that you expect.`,
      { hint: "Nothing was written." },
    );
  const keys = openTrustedKeys(desk);
  const before = rootFor(keys, address);
  // A root that the trusted one vouches for is as good as that.
  const isFollowed = followRoot(keys, address, found.chain);
  if (before !== undefined && !isFollowed && expected === undefined)
    throw failure(
      registryCodes.unknownKey,
      `The registry at ${address} has another root than the one that you trust.`,
      {
        hint: `Nothing was written. If whoever runs it says so: \`skillwright trust add ${quoteForShell(fingerprint)} --registry ${quoteForShell(address)}\`.`,
      },
    );
  const others = new Map([...keys].filter(([id]) => id !== before?.keyId));
  const keyId = rootKeyId(found.key.name);
  // The name is what that server says: it must not take the place of a registry that is trusted.
  const namesake = others.get(keyId);
  if (namesake !== undefined)
    throw failure(
      registryCodes.unknownKey,
      `The log of ${address} has the same name as the one that you trust at ${namesake.publisher}.`,
      {
        hint: `Nothing was written. If that registry has moved: \`skillwright trust remove ${quoteForShell(keyId)}\`, then trust it here.`,
      },
    );
  const root: TrustedKey = { keyId, publicKey: "", publisher: address, role: "publisher" };
  // Keys from before count only where the trusted one vouches for what came after it.
  const key = isFollowed ? withChain(root, found.chain) : { ...root, publicKey: found.text };
  write(desk, trustOther(others, key));
  return { ...key, fingerprint };
}

async function add(desk: Desk, given: string): Promise<ChangedTrust> {
  const role = readRole(desk);
  const text = readPublicKey(desk.computer, given);
  const { publisher = "", sigstoreRoot } = desk.input;
  requireRootOption(sigstoreRoot, text);
  if (sigstoreRoot) {
    const root = { keyId: SIGSTORE_ROOT, publicKey: text, publisher, role };
    return keep(desk, root, trustOther(openTrustedKeys(desk), root));
  }
  if (text.includes("-----BEGIN PGP PUBLIC KEY BLOCK-----")) {
    const { fingerprint, user } = await readPgpKey(text);
    const pgp = {
      keyId: pgpKey(fingerprint),
      publicKey: text,
      publisher: publisher === "" ? user : publisher,
      role,
    };
    if (publisher === "") requireOwnName(desk, pgp);
    return keep(desk, pgp, trustOther(openTrustedKeys(desk), pgp));
  }
  const { keys, key } = trustKey(openTrustedKeys(desk), text, { publisher, role });
  return keep(desk, key, keys);
}

/** Its owner can sign in the name of everybody, so whoever wants the key of one publisher must not get it by mistake. */
function requireRootOption(isWanted: boolean, text: string): void {
  const isRoot = text.includes(SIGSTORE_ROOT_TYPE);
  if (isRoot === isWanted) return;
  if (!isRoot)
    throw failure("cli/usage", "`--sigstore-root` needs a file with the authorities of Sigstore.");
  throw failure(
    registryCodes.invalidKey,
    "This is not the key of one publisher: it would replace the authorities of Sigstore, who certify all identities.",
    { hint: "Nothing was written. If that is what you want, add `--sigstore-root`." },
  );
}

/** Whoever makes a key writes any name into it, and keys of one name count as one publisher. */
function requireOwnName(desk: Desk, { keyId, publisher }: TrustedKey): void {
  const other = findNamesake(desk, keyId, publisher);
  if (other === undefined) return;
  throw failure(
    registryCodes.invalidKey,
    `The key calls itself \`${publisher}\`, the name of another key that you trust (${other.keyId}).`,
    {
      hint:
        "Nothing was written. If both belong to one publisher, add " +
        `\`--publisher ${quoteForShell(publisher)}\`; otherwise give it another name with \`--publisher\`.`,
    },
  );
}

function findNamesake(desk: Desk, keyId: string, publisher: string): TrustedKey | undefined {
  if (publisher === "") return undefined;
  return [...openTrustedKeys(desk).values()].find(
    (other) => other.keyId !== keyId && other.publisher === publisher,
  );
}

function remove(desk: Desk, keyId: string): ChangedTrust {
  const keys = openTrustedKeys(desk);
  const key = keys.get(keyId);
  if (key === undefined)
    throw failure(registryCodes.unknownKey, `The key \`${keyId}\` is not among the trusted keys.`, {
      hint: "`skillwright trust list` shows their ids.",
    });
  write(desk, new Map([...keys].filter(([id]) => id !== keyId)));
  return { key, isTrusted: false, file: desk.file, toJSON: () => key };
}

function keep(desk: Desk, key: TrustedKey, keys: TrustedKeys): ChangedTrust {
  write(desk, keys);
  const namesake = findNamesake(desk, key.keyId, key.publisher);
  return {
    key,
    isTrusted: true,
    file: desk.file,
    ...(namesake === undefined ? {} : { namesake }),
    toJSON: () => key,
  };
}

function write({ file }: Desk, keys: TrustedKeys): void {
  makeFolder(parentOf(file));
  writeFileAtomically(file, writeTrust(keys));
}
