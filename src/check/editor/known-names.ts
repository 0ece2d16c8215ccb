/** Names that fit at a place and that no table of fields has: tools, programs, and the other skills of the workspace. */
import { type Dialect, type FacetId, NAMESPACE, readDocument } from "../../skill/index.ts";
import { viewBody } from "../lint/body.ts";
import type { CompletionItem, Completions } from "./completion.ts";
import { placeAt } from "./place.ts";
import { findTokens } from "./tokens.ts";

export interface KnownNames {
  /** Of the other skills. */
  readonly skills: readonly string[];
  /** The texts of the other skills, for the tools that they name. */
  readonly texts: readonly string[];
}

type Kind = "tool" | "program" | "skill";

/** Tools that most coding agents have by the names of Claude Code. */
const TOOLS: readonly string[] = [
  "Agent",
  "AskUserQuestion",
  "Bash",
  "Edit",
  "Glob",
  "Grep",
  "NotebookEdit",
  "Read",
  "Skill",
  "TodoWrite",
  "WebFetch",
  "WebSearch",
  "Write",
];

const KINDS: { readonly [Facet in FacetId]?: Kind } = {
  "authority.allowedTools": "tool",
  "authority.disallowedTools": "tool",
  "requirements.bins": "program",
  "requirements.anyBins": "program",
  "relations.skills": "skill",
};

/** `readKnown` is asked where a name fits alone: it reads every skill of the workspace. */
export function completeName(
  text: string,
  offset: number,
  dialect: Dialect,
  readKnown: () => KnownNames,
): Completions | undefined {
  const found = inFrontmatter(text, offset, dialect) ?? inBody(text, offset);
  if (found === undefined) return undefined;
  const { kind, start } = found;
  const items = [...new Set(listNames(kind, text, readKnown))]
    .toSorted()
    .map((name): CompletionItem => ({
      label: name,
      text: name,
      kind,
      isRequired: false,
    }));
  return items.length === 0 ? undefined : { start, end: offset, items };
}

interface NamePlace {
  readonly kind: Kind;
  readonly start: number;
}

const OF_A_WORD = /[\w.:-]/u;

function inFrontmatter(text: string, offset: number, dialect: Dialect): NamePlace | undefined {
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const { path, key, valueStart, isItem, start } = place;
  const isInValue = valueStart !== undefined && offset >= valueStart;
  if (!isInValue && !isItem) return undefined;
  // Of a thing in a list the name; of any other line the value, or the item itself.
  const isNamed = isInValue && isItem && key === "name";
  const kind = findKind(isInValue && !isNamed ? [...path, key] : path, dialect);
  const from = isInValue ? valueStart : start;
  const before = text.slice(from, offset);
  // What a tool is limited to, `Bash(git …`, is no tool.
  if (kind === undefined || before.lastIndexOf("(") > before.lastIndexOf(")")) return undefined;
  let word = before.length;
  while (OF_A_WORD.test(before.charAt(word - 1))) word -= 1;
  return { kind, start: from + word };
}

function findKind(path: readonly string[], { fields, namespaces }: Dialect): Kind | undefined {
  const wanted = path.join("\0");
  const field = fields.find(
    (one) =>
      one.path
        .map((step) => (step === NAMESPACE ? (namespaces[0] ?? "") : String(step)))
        .join("\0") === wanted,
  );
  return field?.facet === undefined ? undefined : KINDS[field.facet];
}

/** `/name` and `$name` call a skill; a path has something in front of its stroke. */
const CALL = /(?:^|[^\w/.$~-])[/$](?<name>[a-z0-9][a-z0-9_-]{0,63})?$/u;
const FAR = 70;

function inBody(text: string, offset: number): NamePlace | undefined {
  const line = text.slice(
    Math.max(0, offset - FAR, text.lastIndexOf("\n", offset - 1) + 1),
    offset,
  );
  const found = CALL.exec(line);
  if (found === null) return undefined;
  const { bodyStart } = readDocument(text);
  const isFenced = viewBody(text, bodyStart).fences.some(
    ({ start, end }) => start <= offset && offset < end,
  );
  if (offset < bodyStart || isFenced) return undefined;
  return { kind: "skill", start: offset - (found.groups?.["name"]?.length ?? 0) };
}

function listNames(kind: Kind, text: string, readKnown: () => KnownNames): readonly string[] {
  if (kind === "program") return programsIn(text);
  const { skills, texts } = readKnown();
  return kind === "skill" ? skills : [...TOOLS, ...texts.flatMap(toolsIn)];
}

function toolsIn(text: string): readonly string[] {
  return findTokens(text).flatMap(({ kind, start, end }) =>
    kind === "function" ? [text.slice(start, end)] : [],
  );
}

const SHELL = /^(?:ba|z|fi)?sh\b|^(?:console|shell)/u;
/** The first word of a command: after variables, a prompt, or what joins it to the one before. */
const COMMAND =
  /(?:^|&&|\|\|?|;)[ \t]*(?:\$ |sudo )?(?:[A-Z_]\w{0,60}=\S{0,200} ){0,8}(?<name>[a-z][\w.+-]*)(?=\s|$)/gmu;
const BUILT_IN: ReadonlySet<string> = new Set(
  "alias case cd do done echo elif else esac eval exit export fi for function if local printf pwd read return set source test then trap unset wait while".split(
    " ",
  ),
);

/** What the shell code of a skill starts. */
function programsIn(text: string): readonly string[] {
  const { fences } = viewBody(text, readDocument(text).bodyStart);
  return fences
    .filter(({ info }) => SHELL.test(info.trim()))
    .flatMap(({ start, end }) => {
      const code = text.slice(start, end).split("\n").slice(1).join("\n");
      return [...code.matchAll(COMMAND)].map(({ groups }) => groups?.["name"] ?? "");
    })
    .filter((name) => !BUILT_IN.has(name));
}
