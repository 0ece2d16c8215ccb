/** Probes: one folder of the project's skills, with one feature each. */
import type { CaseInput } from "../types.ts";
import { BODY, plainSkill, ruler, skillText } from "./text.ts";

export interface Probe {
  readonly id: string;
  readonly note?: string;
  /** Beside `files`, what else is put there; paths are relative to the root of the skills. */
  readonly files: CaseInput["files"];
  readonly dirs?: readonly string[];
  readonly links?: { readonly [path: string]: string };
}

function probe(id: string, text: string, note = ""): Probe {
  return { id, note, files: { [`${id}/SKILL.md`]: text } };
}

/** The description as it stands after the key, over as many lines as are given. */
function described(kind: string, value: string, note = ""): Probe {
  const id = `desc-${kind}`;
  return probe(id, skillText([`name: ${id}`, `description:${value}`]), note);
}

function named(kind: string, value: string, note = ""): Probe {
  const id = `name-${kind}`;
  return probe(id, skillText([`name:${value}`, "description: About the name."]), note);
}

function keyed(id: string, ...lines: readonly string[]): Probe {
  return probe(id, skillText([`name: ${id}`, "description: About a key.", ...lines]));
}

function headed(kind: string, text: (id: string) => string, note = ""): Probe {
  const id = `head-${kind}`;
  return probe(id, text(id), note);
}

const DESCRIPTIONS: readonly Probe[] = [
  described("plain", " A plain sentence."),
  described("double-quoted", ' "Says \\"hello\\", \\u00e9 and C:\\\\x."'),
  described("folded", " >\n  Folded first line\n  second line\n\n  after a blank line"),
  described("folded-strip", " >-\n  Folded first line\n  second line"),
  described("multi-line-plain", " first line\n  second line\n  third line"),
  described("boolean", " true"),
  described("date", " 2026-11-16"),
  described("null", " null"),
  described("tilde", " ~"),
  described("list", " [one, two]"),
  described("map", "\n  short: one\n  long: two"),
  described("empty", ""),
  described("empty-quoted", ' ""'),
  described("blank", ' "   "'),
  probe("desc-missing", skillText(["name: desc-missing"])),
  probe("desc-missing-no-heading", skillText(["name: desc-missing-no-heading"], "Only text.\n")),
  described("colon", " Does it: with a colon"),
  described("hash", " Before # after"),
  described("tab", "\tAfter a tab"),
  described("anchor", " &a Anchored text"),
  described("str-tag", " !!str 42"),
  probe(
    "desc-duplicate-key",
    skillText(["name: desc-duplicate-key", "description: First.", "description: Second."]),
  ),
  described("unclosed-quote", ' "no end'),
  described("unclosed-list", " [broken"),
  described("quoted-margin", ' "over\ntwo lines, the second at the margin"'),
  described("list-margin", " [one,\ntwo]"),
  described("next-line-escape", ' "ends with a next line \\N"'),
  described("at-sign", " @reserved indicator"),
  described("xml", " Use <b>bold</b> & \"quotes\" in </description> 'here'."),
  described("markdown", " Use `code`, **bold** and [a link](https://example.com)."),
  described("control", ' "bell \\u0007 escape \\u001b[31m zero\\u200bwidth"'),
  described("spaces", ' "  two  spaces   inside  "'),
  described("1024", ` ${ruler(1024)}`),
  described("1025", ` ${ruler(1025)}`),
  described("1536", ` ${ruler(1536)}`),
  described("1537", ` ${ruler(1537)}`),
  described("5000", ` ${ruler(5000)}`),
];

const NAMES: readonly Probe[] = [
  probe("name-missing", skillText(["description: About the name."])),
  named("empty", ""),
  named("upper", " Upper_Case.Name"),
  named("64", ` ${"n".repeat(64)}`),
  named("65", ` ${"n".repeat(65)}`),
  named("number", " 42"),
  named("colon", ' "plugin:name"'),
  named("path", " ../other/name"),
  named("spaces", " several words here"),
  named("unicode", " naïve-名前"),
  named("double-hyphen", " -two--hyphens-"),
  named("other", " another-name", "differs from the folder"),
];

const HEADS: readonly Probe[] = [
  headed("none", () => "# Just a heading\n\nFirst paragraph.\n"),
  headed("unclosed", (id) => `---\nname: ${id}\ndescription: No closing fence.\n\n# Body\n`),
  headed("dots", (id) => `---\nname: ${id}\ndescription: Closed by dots.\n...\n${BODY}`),
  headed("dots-and-more", (id) =>
    skillText([`name: ${id}`, "description: Before dots.", "...", "more: after them"]),
  ),
  headed(
    "blank-first-line",
    (id) => `\n---\nname: ${id}\ndescription: After a line.\n---\n${BODY}`,
  ),
  headed("spaces-after-fence", (id) => `---  \nname: ${id}\ndescription: Spaces.\n---  \n${BODY}`),
  headed("crlf", (id) =>
    skillText([`name: ${id}`, "description: Windows lines."]).replaceAll("\n", "\r\n"),
  ),
  headed("bom", (id) => `\uFEFF${skillText([`name: ${id}`, "description: A byte order mark."])}`),
  headed("comment", (id) =>
    skillText(["# a comment", `name: ${id}`, "description: Commented. # here"]),
  ),
  headed("empty", () => `---\n---\n${BODY}`),
  headed("rule-in-value", (id) =>
    skillText([`name: ${id}`, "description: |", "  one", "  ---", "  two"]),
  ),
];

const KEYS: readonly Probe[] = [
  keyed("no-model-true", "disable-model-invocation: true"),
  keyed("no-model-quoted", 'disable-model-invocation: "true"'),
  keyed("no-user", "user-invocable: false"),
  keyed("no-model-no-user", "disable-model-invocation: true", "user-invocable: false"),
  keyed("key-when-to-use", "when_to_use: Whenever a file changes."),
  keyed("key-paths-none", 'paths: "src/**/*.nothing"'),
  keyed("key-allowed-tools", "allowed-tools: Read, Bash(git:*)"),
  keyed("key-allowed-tools-list", "allowed-tools:", "  - Read", "  - 42"),
  keyed("key-model", "model: haiku", "context: fork", "agent: Explore"),
  keyed("key-argument-hint", "argument-hint: [file] [mode]"),
  keyed("key-unknown", "unknown-key: x", "another: [1, 2]"),
  keyed("key-metadata-text", "metadata: text", "compatibility: 42", "license: [MIT]"),
];

const FILES: readonly Probe[] = [
  {
    id: "file-lower-case",
    files: { "file-lower-case/skill.md": plainSkill("file-lower-case", "Small letters.") },
  },
  {
    id: "file-upper-extension",
    files: { "file-upper-extension/SKILL.MD": plainSkill("file-upper-extension", "Capitals.") },
  },
  {
    id: "file-nested",
    files: { "group/file-nested/SKILL.md": plainSkill("file-nested", "One folder deeper.") },
  },
  {
    id: "file-nested-two",
    files: { "a/b/file-nested-two/SKILL.md": plainSkill("file-nested-two", "Two folders deeper.") },
  },
  {
    id: "file-nested-in-skill",
    files: {
      "outer/SKILL.md": plainSkill("outer", "Holds another."),
      "outer/inner/SKILL.md": plainSkill("inner", "Inside a skill."),
    },
  },
  { id: "file-empty", files: { "file-empty/SKILL.md": "" } },
  {
    id: "file-latin-1",
    files: {
      "file-latin-1/SKILL.md": {
        base64: Buffer.from(plainSkill("file-latin-1", "Größe in Latin-1."), "latin1").toString(
          "base64",
        ),
      },
    },
  },
  {
    id: "file-large",
    note: "a body of 64 kB",
    files: {
      "file-large/SKILL.md": skillText(
        ["name: file-large", "description: Long body."],
        "Line of text.\n".repeat(4700),
      ),
    },
  },
  {
    id: "file-is-folder",
    files: {
      "file-is-folder/SKILL.md/notes.txt": "x\n",
      "fine/SKILL.md": plainSkill("fine", "A neighbour."),
    },
  },
  {
    id: "file-hidden-folder",
    files: { ".hidden/SKILL.md": plainSkill("hidden", "In a hidden folder.") },
  },
  {
    id: "file-node-modules",
    files: { "node_modules/pack/SKILL.md": plainSkill("pack", "In node_modules.") },
  },
  {
    id: "link-folder",
    files: {
      "../../elsewhere/link-folder/SKILL.md": plainSkill("link-folder", "Behind a linked folder."),
    },
    links: { "link-folder": "PROJECT/elsewhere/link-folder" },
  },
  {
    id: "link-file",
    files: { "../../elsewhere/SKILL.md": plainSkill("link-file", "Behind a linked file.") },
    links: { "link-file/SKILL.md": "PROJECT/elsewhere/SKILL.md" },
  },
  {
    id: "link-loop",
    files: { "fine/SKILL.md": plainSkill("fine", "A neighbour.") },
    links: { "fine/again": "ROOT/fine" },
  },
];

/** Keys longer than YAML allows where no question mark stands before them. */
const LONG_KEYS: readonly Probe[] = [1023, 1025, 1500].map((length) => ({
  id: `key-long-${length}`,
  files: {
    [`key-long-${length}/SKILL.md`]: skillText([
      `name: key-long-${length}`,
      "description: Has a long key.",
      `${"k".repeat(length)}: x`,
    ]),
  },
}));

export const PROBES: readonly Probe[] = [
  ...DESCRIPTIONS,
  ...NAMES,
  ...HEADS,
  ...KEYS,
  ...LONG_KEYS,
  ...FILES,
];
