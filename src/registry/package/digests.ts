import { computeSha256 } from "../../platform/index.ts";
import { inPathOrder, type SkillFile } from "./skill-file.ts";

/** Folders of caches and of other programs, which say nothing about a skill. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "__pycache__",
  ".git",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  "node_modules",
]);

const LEFT_OUT_ENDINGS: ReadonlySet<string> = new Set([".pyc", ".pyo", ".so", ".zip"]);

/**
 * The digest by which GAIA knows the content of a skill: each file in the order of paths as path, NUL, length
 * in ASCII digits, NUL, bytes. Caches and compiled files are no part of it, so it finds no change in them.
 */
export function contentDigest(files: readonly SkillFile[]): string {
  const counted = files.filter(({ path }) => counts(path));
  const parts = inPathOrder(counted).flatMap(({ path, bytes }) => [
    Buffer.from(`${path}\0${bytes.length}\0`),
    bytes,
  ]);
  return `sha256:${computeSha256(Buffer.concat(parts))}`;
}

function counts(path: string): boolean {
  const parts = path.split("/");
  if (parts.some((part) => LEFT_OUT.has(part))) return false;
  return !LEFT_OUT_ENDINGS.has(endingOf(parts.at(-1) ?? ""));
}

/** What follows the last dot, with it; a name that only begins or ends with a dot has none. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1 ? "" : name.slice(dot);
}

/**
 * The digest of the SKILL.md alone, with line ends made equal first, so that a checkout on Windows has the
 * same one. Undefined where there is none, or it is no UTF-8.
 */
export function manifestDigest(files: readonly SkillFile[]): string | undefined {
  const manifest = files.find(({ path }) => path === "SKILL.md");
  if (manifest === undefined) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(manifest.bytes);
    return `sha256:${computeSha256(text.replace(/\r\n?/g, "\n"))}`;
  } catch {
    return undefined;
  }
}

/** Digests of bytes, for as long as somebody holds them; bytes of files are never changed in place. */
const known = new WeakMap<Uint8Array, string>();

function digestOf(bytes: Uint8Array): string {
  const before = known.get(bytes);
  if (before !== undefined) return before;
  const digest = computeSha256(bytes);
  known.set(bytes, digest);
  return digest;
}

/** The SHA-256 of every file by its path, in the order of paths. */
export function fileDigests(files: readonly SkillFile[]): ReadonlyMap<string, string> {
  return new Map(inPathOrder(files).map(({ path, bytes }) => [path, digestOf(bytes)]));
}

/**
 * The digest of everything: each file without exception, with its right to be run. In the form of the
 * `integrity` of lock files.
 */
export function treeIntegrity(files: readonly SkillFile[]): string {
  const lines = inPathOrder(files).map(
    ({ path, bytes, isExecutable = false }) =>
      `${isExecutable ? "x" : "-"} ${digestOf(bytes)} ${bytes.length} ${JSON.stringify(path)}\n`,
  );
  return computeIntegrity(lines.join(""));
}

/** `sha256-` and the digest in base64, as lock files write it. */
export function computeIntegrity(content: string | Uint8Array): string {
  return `sha256-${Buffer.from(computeSha256(content), "hex").toString("base64")}`;
}
