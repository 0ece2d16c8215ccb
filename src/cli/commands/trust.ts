import { quoteForShell } from "../../skill/index.ts";
import {
  failure,
  fileExists,
  joinPath,
  kindOf,
  makeFolder,
  parentOf,
  readText,
  resolvePath,
  oneLine,
  writeFileAtomically,
} from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import { readWebAddress, registryCodes } from "../../registry/index.ts";
import { askRootKey, rootFor, rootKeyId } from "../../registry/states/index.ts";
import { fingerprintOfKey } from "../../registry/transparency/index.ts";
import {
  bytesOfBase64,
  identityKey,
  isPrivateHalf,
  isRole,
  pgpKey,
  privateKeyGiven,
  readPgpKey,
  type Role,
  SIGSTORE_ROOT,
  type TrustedKey,
  type TrustedKeys,
  trustKey,
  trustOther,
  writeTrust,
} from "../../registry/sign/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { groundOf } from "../registry/share.ts";
import { keysFolder, trustedKeys, trustFile } from "../registry/places.ts";

const KEY_BYTES = 32;
const SIGSTORE_ROOT_TYPE = "application/vnd.dev.sigstore.trustedroot";

/** Keeps the keys that the user trusts. */
export function run(context: Context): Promise<number> {
  const [verb = "list", key] = context.arguments;
  return refusingKnown(context, () => {
    if (verb === "list") return Promise.resolve(list(context));
    if (verb !== "add" && verb !== "remove")
      throw failure(
        "cli/usage",
        `\`trust\` has no action \`${verb}\`; use \`add\`, \`list\` or \`remove\`.`,
      );
    if (verb === "add" && context.options.text("registry") !== undefined)
      return addRegistry(context, key);
    if (verb === "add" && context.options.text("issuer") !== undefined)
      return Promise.resolve(addIdentity(context, key));
    if (key === undefined) throw failure("cli/usage", `Missing KEY after \`${verb}\`.`);
    return verb === "add" ? add(context, key) : Promise.resolve(remove(context, key));
  });
}

function list(context: Context): number {
  const keys = [...trustedKeys(context).values()];
  if (context.options.flag("json")) printJson(context, { keys });
  else if (keys.length === 0) context.out("No key is trusted, so every skill is experimental.\n");
  else context.out(keys.map((key) => `${lineOf(key)}\n`).join(""));
  return FINE;
}

function lineOf({ keyId, role, publisher }: TrustedKey): string {
  return oneLine(`${keyId}  ${role.padEnd(9)}  ${publisher}`).trimEnd();
}

function roleOf(context: Context): Role {
  const role = context.options.text("role") ?? "publisher";
  if (!isRole(role)) throw failure("cli/usage", `\`${role}\` is not a role of a key.`);
  return role;
}

/** Somebody who signs with Sigstore: who it is, and who says so. */
function addIdentity(context: Context, identity: string | undefined): number {
  const issuer = context.options.text("issuer") ?? "";
  if (identity === undefined)
    throw failure("cli/usage", "`--issuer` needs an identity: `trust add IDENTITY --issuer URL`.");
  const publisher = context.options.text("publisher") ?? "";
  const key = {
    keyId: identityKey(identity, issuer),
    publicKey: "",
    publisher,
    role: roleOf(context),
  };
  keep(context, trustOther(trustedKeys(context), key));
  return told(context, "Trusts", key);
}

function plain(fingerprint: string): string {
  return fingerprint.replaceAll(/[\s:]/gu, "").toLowerCase();
}

/** A registry as a whole: its statements give tiers from now on. */
async function addRegistry(context: Context, expected: string | undefined): Promise<number> {
  const address = readWebAddress(context.options.text("registry") ?? "");
  const found = await askRootKey(address, groundOf(context));
  if (found === undefined)
    throw failure(registryCodes.unknownKey, `The registry at ${address} has no signed log.`);
  const fingerprint = fingerprintOfKey(found.key);
  if (expected !== undefined && plain(expected) !== plain(fingerprint))
    throw failure(
      registryCodes.unknownKey,
      `The registry at ${address} has the fingerprint ${fingerprint}, not the one that you expect.`,
      { hint: "Nothing was written." },
    );
  const keys = trustedKeys(context);
  const before = rootFor(keys, address);
  if (before !== undefined && before.publicKey !== found.text && expected === undefined)
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
  const key: TrustedKey = {
    keyId,
    publicKey: found.text,
    publisher: address,
    role: "publisher",
  };
  keep(context, trustOther(others, key));
  if (context.options.flag("json")) printJson(context, { ...key, fingerprint });
  else
    context.out(
      oneLine(`Trusts ${address}: what it states of a skill counts here.`) +
        `\n  fingerprint ${fingerprint}\n`,
    );
  return FINE;
}

async function add(context: Context, given: string): Promise<number> {
  const role = roleOf(context);
  const file = resolvePath(context.folder, given);
  // A folder of a stranger may hold a file that is called like the key which somebody types.
  const isTyped = bytesOfBase64(given)?.length === KEY_BYTES;
  const text = fileExists(file) && !isTyped ? readText(file) : given;
  const publisher = context.options.text("publisher") ?? "";
  requireRootOption(context, text);
  if (context.options.flag("sigstore-root")) {
    const root = { keyId: SIGSTORE_ROOT, publicKey: text, publisher, role };
    keep(context, trustOther(trustedKeys(context), root));
    return told(context, "Trusts", root);
  }
  if (text.includes("-----BEGIN PGP PUBLIC KEY BLOCK-----")) {
    const { fingerprint, user } = await readPgpKey(text);
    const pgp = {
      keyId: pgpKey(fingerprint),
      publicKey: text,
      publisher: publisher === "" ? user : publisher,
      role,
    };
    if (publisher === "") requireOwnName(context, pgp);
    keep(context, trustOther(trustedKeys(context), pgp));
    return told(context, "Trusts", pgp);
  }
  if (isPrivate(context, file, text)) throw privateKeyGiven(fileExists(file) ? file : undefined);
  const { keys, key } = trustKey(trustedKeys(context), text, { publisher, role });
  keep(context, keys);
  return told(context, "Trusts", key);
}

/** Its owner can sign in the name of everybody, so whoever wants the key of one publisher must not get it by mistake. */
function requireRootOption(context: Context, text: string): void {
  const isRoot = text.includes(SIGSTORE_ROOT_TYPE);
  if (isRoot === context.options.flag("sigstore-root")) return;
  if (!isRoot)
    throw failure("cli/usage", "`--sigstore-root` needs a file with the authorities of Sigstore.");
  throw failure(
    registryCodes.invalidKey,
    "This is not the key of one publisher: it would replace the authorities of Sigstore, who vouch for all identities.",
    { hint: "Nothing was written. If that is what you want, add `--sigstore-root`." },
  );
}

/** Whoever makes a key writes any name into it, and keys of one name count as one publisher. */
function requireOwnName(context: Context, { keyId, publisher }: TrustedKey): void {
  const other = findNamesake(context, keyId, publisher);
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

function findNamesake(context: Context, keyId: string, publisher: string): TrustedKey | undefined {
  if (publisher === "") return undefined;
  return [...trustedKeys(context).values()].find(
    (other) => other.keyId !== keyId && other.publisher === publisher,
  );
}

/** By what is written in it, by its name, or by the public keys that lie beside it and among the user's own. */
function isPrivate(context: Context, file: string, text: string): boolean {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY/u.test(text)) return true;
  const bytes = bytesOfBase64(text.trim());
  if (bytes === undefined) return false;
  if (fileExists(file) && file.endsWith(".key")) return true;
  const folder = keysFolder(context);
  const names = kindOf(folder) === "folder" ? listEntries(folder).map(({ name }) => name) : [];
  const publicFiles = [
    ...names.filter((name) => name.endsWith(".pub")).map((name) => joinPath(folder, name)),
    file.replace(/(?:\.[^./\\]*)?$/u, ".pub"),
  ];
  return publicFiles.some(
    (other) => kindOf(other) === "file" && isPrivateHalf(bytes, readText(other)),
  );
}

function remove(context: Context, keyId: string): number {
  const keys = trustedKeys(context);
  const key = keys.get(keyId);
  if (key === undefined)
    throw failure(registryCodes.unknownKey, `The key \`${keyId}\` is not among the trusted keys.`, {
      hint: "`skillwright trust list` shows their ids.",
    });
  keep(context, new Map([...keys].filter(([id]) => id !== keyId)));
  return told(context, "No longer trusts", key);
}

function keep(context: Context, keys: TrustedKeys): void {
  const file = trustFile(context);
  makeFolder(parentOf(file));
  writeFileAtomically(file, writeTrust(keys));
}

function told(context: Context, verb: string, key: TrustedKey): number {
  if (context.options.flag("json")) printJson(context, key);
  else context.out(`${verb} ${lineOf(key)} (${shortPath(trustFile(context), context)})\n`);
  const other = findNamesake(context, key.keyId, key.publisher);
  if (verb === "Trusts" && other !== undefined)
    context.err(
      `${oneLine(`It counts as the same publisher as ${other.keyId}, whose name it has.`)}\n`,
    );
  return FINE;
}
