import {
  fileExists,
  joinPath,
  makeFolder,
  readText,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import { type KeyPair, toKeyPair, newKeyPair } from "../../platform/signing/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { toBase64, fromBase64 } from "./base64.ts";

/** Where a key pair lies. */
export interface KeyFiles {
  /** To be read by its owner alone. */
  readonly privateFile: string;
  readonly publicFile: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function keyFiles(folder: string, name: string): KeyFiles {
  if (!NAME.test(name))
    throw registryError(
      registryCodes.invalidKey,
      `\`${name}\` is not a valid name of a key: use letters, digits, dots, dashes and underscores.`,
    );
  return {
    privateFile: joinPath(folder, `${name}.key`),
    publicFile: joinPath(folder, `${name}.pub`),
  };
}

/** Makes a key pair; one that is there is replaced only on demand, since what it signed hangs on it. */
export function createKey(folder: string, name: string, mayReplace: boolean): KeyPair & KeyFiles {
  const files = keyFiles(folder, name);
  const pair = newKeyPair();
  makeFolder(folder);
  try {
    writeFileAtomically(files.privateFile, `${toBase64(pair.privateBytes)}\n`, {
      mode: 0o600,
      existing: mayReplace ? "replace" : "refuse",
    });
  } catch (error) {
    if (mayReplace || !fileExists(files.privateFile)) throw writeFailed(files.privateFile, error);
    throw fail("registry/key-taken", { name }, { file: files.privateFile });
  }
  writeFileAtomically(files.publicFile, `${toBase64(pair.publicBytes)}\n`);
  return { ...pair, ...files };
}

function writeFailed(file: string, error: unknown): Error {
  return registryError(
    registryCodes.writeFailed,
    `The key cannot be written: ${reasonOf(error)}.`,
    { file, cause: error },
  );
}

export function loadKey(privateFile: string): KeyPair {
  if (!fileExists(privateFile))
    throw registryError(registryCodes.unknownKey, "There is no key to sign with.", {
      file: privateFile,
      hint: "`skillwright keygen` makes one.",
    });
  const bytes = fromBase64(readText(privateFile).trim());
  const pair = bytes && toKeyPair(bytes);
  if (pair === undefined)
    throw registryError(
      registryCodes.invalidKey,
      "The file is not a private Ed25519 key: 32 bytes in base64.",
      { file: privateFile },
    );
  return pair;
}
