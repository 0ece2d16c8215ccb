import {
  createSecretCipher,
  formatSecretKey,
  newSecretKey,
  parseSecretKey,
  type SecretCipher,
  UnknownKeyError,
} from "../../platform/encryption/index.ts";
import {
  errorCode,
  failure,
  fileExists,
  readText,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import {
  checkSecretKey,
  type Database,
  encryptSecrets,
  hasSecretKey,
} from "../../hub/data/index.ts";
import { platformCodes } from "./diagnostics.ts";

/** In the data folder. The first line encrypts; further lines are earlier keys. */
export const SECRET_KEY_FILE = "secret.key";
const VARIABLE = "SKILLWRIGHT_SECRET_KEY";
const PREVIOUS = "SKILLWRIGHT_SECRET_KEY_PREVIOUS";
const HINT = "Make one with `openssl rand -base64 32`.";

export interface SecretKeyOptions {
  /** Path of the key file; absent: nothing is kept here. */
  readonly file?: string | undefined;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly database: Database;
}

export interface OpenedCipher {
  readonly cipher: SecretCipher;
  /** Secrets that stood in the database as plain text until now. */
  readonly plain: number;
}

/** The cipher of this database, with everything in it encrypted by the present key; refuses to start with another key. */
export async function openSecretCipher(options: SecretKeyOptions): Promise<OpenedCipher> {
  const { database } = options;
  const cipher = createSecretCipher(await findKeys(options));
  try {
    await checkSecretKey(database, cipher);
    return { cipher, plain: await encryptSecrets(database, cipher) };
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    throw failure(
      platformCodes.wrongSecretKey,
      `The secrets in the database are encrypted with the key \`${error.keyId}\`, and this server has \`${cipher.keyId}\`.`,
      {
        hint: `Give every replica the same ${VARIABLE}, or the earlier key as ${PREVIOUS}.`,
        cause: error,
      },
    );
  }
}

type Keys = readonly [Uint8Array, ...Uint8Array[]];

async function findKeys({ file, environment, database }: SecretKeyOptions): Promise<Keys> {
  // Asked before the file is looked for: a process that starts at the same moment writes its file first.
  const isUsed = await hasSecretKey(database);
  const [first, ...more] = [
    ...parseKeys(environment[VARIABLE], VARIABLE),
    ...readKeyFile(file),
    ...parseKeys(environment[PREVIOUS], PREVIOUS),
  ];
  if (first !== undefined) return [first, ...more];
  if (isUsed || (file === undefined && database.kind === "postgres"))
    throw failure(
      platformCodes.missingSecretKey,
      "The key for the secrets in the database is missing.",
      {
        hint: `Set ${VARIABLE} to the key of the server that made the database, or put its \`${SECRET_KEY_FILE}\` into the data folder.`,
      },
    );
  // Where nothing is kept, the database ends with the process too.
  return file === undefined ? [newSecretKey()] : createKeyFile(file);
}

function createKeyFile(file: string): Keys {
  try {
    writeFileAtomically(file, `${formatSecretKey(newSecretKey())}\n`, {
      existing: "refuse",
      mode: 0o600,
    });
  } catch (error) {
    // Another process that starts at the same moment was faster; its key counts.
    if (errorCode(error) !== "EEXIST")
      throw failure(
        platformCodes.missingSecretKey,
        `The key for the secrets cannot be written: ${reasonOf(error)}.`,
        { file, hint: `Make the data folder writable, or set ${VARIABLE}. ${HINT}`, cause: error },
      );
  }
  const [first, ...more] = readKeyFile(file);
  if (first === undefined) throw badKey(file);
  return [first, ...more];
}

function readKeyFile(file: string | undefined): readonly Uint8Array[] {
  return file === undefined || !fileExists(file) ? [] : parseKeys(readText(file), file);
}

/** Several keys with line ends, spaces or commas between. */
function parseKeys(text: string | undefined, source: string): readonly Uint8Array[] {
  const words = (text ?? "").split(/[\s,]+/u).filter((word) => word !== "");
  return words.map((word) => {
    const key = parseSecretKey(word);
    if (key === undefined) throw badKey(source);
    return key;
  });
}

/** The text itself is never repeated: it may be a key with a slip of the pen. */
function badKey(source: string): Error {
  return failure(
    platformCodes.badSecretKey,
    `\`${source}\` does not hold a key: 32 bytes as base64 or hexadecimal digits.`,
    { hint: HINT },
  );
}
