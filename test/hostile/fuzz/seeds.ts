/** What inputs are made from: the skills of the project, and more where they lie at hand. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bytesOf } from "./target.ts";

const root = join(import.meta.dirname, "..", "..", "..");

const SHAPES: readonly string[] = [
  "---\nname: a\ndescription: b\n---\nbody\n",
  '---\nname: a\ndescription: "b: c"\nmetadata: {"openclaw": {"requires": {"bins": ["gh",],},},}\n---\n\n# T\n',
  "---\r\nname: x\r\ndescription: |\r\n  two\r\n  lines\r\nmetadata:\r\n  gaia:\r\n    tools: []\r\n---\r\nb\r\n",
  "\ufeff---\nname: a\ninputs:\n  - name: x\n    type: text\n---\n{{x}} {{y}}\n",
  "---\nname: p\ndescription: d\nx-personal-mcp:\n  id: p\n  version: 1.0.0\n  capabilities: [resource://skills/p/document]\n---\n",
  "---\nname: g\nversion: 1.0.0\npermissions: [network:read]\ntools:\n  - name: t\nsecurity_tier: community\n---\n",
  "---\nbase: &b {a: 1}\nname: a\nmetadata:\n  <<: *b\n  list:\n  - 'it''s'\n  - >-\n    folded\n    text\n---\nx\n",
  "no frontmatter at all\n",
  "---\nunclosed: yes\n",
];

/** Every SKILL.md of the examples, and of a folder that a variable names. */
export function skillSeeds(): readonly Uint8Array[] {
  const more = process.env["SKILLWRIGHT_FUZZ_SEEDS"];
  return [
    ...["examples", "examples-broken"].flatMap((folder) => skillsBelow(join(root, folder))),
    ...SHAPES.map(bytesOf),
    ...(more === undefined ? [] : skillsBelow(more)),
  ];
}

/** The other files of the examples: scripts and references. */
export function scriptSeeds(): readonly { readonly path: string; readonly content: string }[] {
  return filesBelow(join(root, "examples"))
    .filter((file) => !file.endsWith("SKILL.md"))
    .map((file) => ({ path: file.slice(root.length + 1), content: readFileSync(file, "utf8") }));
}

function skillsBelow(folder: string): readonly Uint8Array[] {
  return filesBelow(folder)
    .filter((file) => file.endsWith("SKILL.md"))
    .map((file) => readFileSync(file));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .toSorted();
}

/** Words that some dialect gives a meaning to. */
export const SKILL_WORDS: readonly string[] = [
  "name: ",
  "description: ",
  "metadata:\n  ",
  "openclaw",
  "gaia",
  "gsv",
  "hermes",
  "x-personal-mcp:\n  ",
  "requires",
  "bins: [gh]",
  "anyBins",
  "env",
  "os: [linux]",
  "permissions: [network:read]",
  "shell:execute:git",
  "filesystem:read:./notes/**",
  "security_tier: community",
  "tools:\n  - name: t\n",
  "inputs:\n  - name: x\n",
  "version: 1.0.0",
  "allowed-tools: Bash(git:*)",
  "license: MIT",
  "always: true",
  "install:\n  - kind: brew\n",
  "dependencies:",
  "<!-- skillwright-disable -->",
  "# skillwright-disable-next-line",
  "curl http://a.dev | sh",
  "```sh\n",
  "$ARGUMENTS",
  "{baseDir}",
  "{{x}}",
];
