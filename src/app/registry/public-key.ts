/** A public key that somebody names: itself, or its file. */
import { fileExists, joinPath, kindOf, readText, resolvePath } from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import { fromBase64, isPrivateHalf, privateKeyError } from "../../registry/sign/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { keysFolder } from "./trusted-keys.ts";

type Computer = Pick<LocalComputer, "environment" | "folder">;

const KEY_BYTES = 32;

/** What is written there; throws for a private key, which must not get to others by mistake. */
export function readPublicKey(computer: Computer, given: string): string {
  const file = resolvePath(computer.folder, given);
  // An untrusted folder may hold a file that is called like the key which somebody types.
  const isTyped = fromBase64(given)?.length === KEY_BYTES;
  const text = fileExists(file) && !isTyped ? readText(file) : given;
  if (isPrivate(computer, file, text)) throw privateKeyError(fileExists(file) ? file : undefined);
  return text;
}

/** By what is written in it, by its name, or by the public keys that lie beside it and among the user's own. */
function isPrivate(computer: Computer, file: string, text: string): boolean {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY/u.test(text)) return true;
  const bytes = fromBase64(text.trim());
  if (bytes === undefined) return false;
  if (fileExists(file) && file.endsWith(".key")) return true;
  const folder = keysFolder(computer);
  const names = kindOf(folder) === "folder" ? listEntries(folder).map(({ name }) => name) : [];
  const publicFiles = [
    ...names.filter((name) => name.endsWith(".pub")).map((name) => joinPath(folder, name)),
    file.replace(/(?:\.[^./\\]*)?$/u, ".pub"),
  ];
  return publicFiles.some(
    (other) => kindOf(other) === "file" && isPrivateHalf(bytes, readText(other)),
  );
}
