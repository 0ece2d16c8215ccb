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
import { serveError } from "../errors.ts";

/** In the data folder. The first line encrypts; further lines are earlier keys. */
export const SECRET_KEY_FILE = "secret.key";
const VARIABLE = "SKILLWRIGHT_SECRET_KEY";
const PREVIOUS = "SKILLWRIGHT_SECRET_KEY_PREVIOUS";

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
    const keys = { stored: error.keyId, own: cipher.keyId };
    throw serveError("platform/wrong-secret-key", keys, { cause: error });
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
    throw serveError("platform/missing-secret-key", {});
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
      throw serveError(
        "platform/missing-secret-key",
        { unwritable: reasonOf(error) },
        { file, cause: error },
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

function badKey(source: string): Error {
  return serveError("platform/bad-secret-key", { source });
}
