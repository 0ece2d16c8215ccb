/** Skills to be shared: written into folders, signed where somebody is to vouch for them. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { newKeyPair } from "../../src/platform/signing/index.ts";
import { readForPackage } from "../../src/registry/package/read-files.ts";
import { type TrustedKeys, trustKey, writeSignature } from "../../src/registry/sign/index.ts";

/** A key of a publisher, and the trust in it. */
export const publisherKey: ReturnType<typeof newKeyPair> = newKeyPair();

export const trusting: TrustedKeys = trustKey(
  new Map(),
  Buffer.from(publisherKey.publicBytes).toString("base64"),
  { publisher: "Acme", role: "publisher" },
).keys;

export interface SharedSkill {
  readonly name: string;
  readonly version?: string;
  readonly needs?: Readonly<Record<string, string>>;
  readonly permissions?: readonly string[];
  /** Files beside the SKILL.md; those that begin with `#!` may be run. */
  readonly files?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isSigned?: boolean;
}

/** Writes a skill into a folder of its name, and returns that. */
export async function writeShared(root: string, skill: SharedSkill): Promise<string> {
  const folder = join(root, skill.name);
  const files = { "SKILL.md": manifestOf(skill), ...skill.files };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    if (text.startsWith("#!")) chmodSync(join(folder, path), 0o755);
  }
  if (skill.isSigned !== false) {
    const { name, version = "", files: packed } = await readForPackage(folder);
    const text = writeSignature({ name, version, files: packed }, publisherKey, "Acme");
    writeFileSync(join(folder, "SIGNATURE.json"), text);
  }
  return folder;
}

function manifestOf({
  name,
  version = "1.0.0",
  needs = {},
  permissions = [],
  body,
}: SharedSkill): string {
  const needed = Object.entries(needs).map(
    ([other, range]) => `    - {name: ${other}, version: "${range}"}`,
  );
  return [
    "---",
    `name: ${name}`,
    `version: ${version}`,
    `description: Does what ${name} does.`,
    "author: Acme",
    "license: MIT",
    `permissions: ${JSON.stringify(permissions)}`,
    ...(needed.length === 0 ? [] : ["requirements:", "  skills:", ...needed]),
    "tools: []",
    "security_tier: community",
    "---",
    "",
    body ?? `# ${name}\n\nFirst line.\n\nSecond line.\n\nThird line.`,
    "",
  ].join("\n");
}

/** Every file below a folder as `path mode content`, but for what the program keeps for itself. */
export function stateOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const mark = (statSync(path).mode & 0o100) === 0 ? "-" : "x";
      return `${path.slice(folder.length + 1)} ${mark} ${readFileSync(path, "latin1")}`;
    })
    .filter((line) => !line.startsWith(".skillwright/") && !line.startsWith("skill-lock.json "))
    .toSorted();
}
