/** How Copilot CLI reads a SKILL.md, or a file of commands. */
import type { DroppedFile } from "../agent.ts";
import { type Cause, missing, noFrontmatter, notText, tooLarge, tooLong } from "../causes.ts";
import { readFields, type Value } from "./yaml.ts";

export interface CopilotHead {
  readonly name: string;
  readonly description: string;
  readonly isForModel: boolean;
}

type Read = CopilotHead | Omit<DroppedFile, "path">;

const MAX_BYTES = 1024 * 1024;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const STAND_IN_LINES = 3;
const TOOLS = "Write the tools as a list of names, or as one text with commas.";

const BAD_FOLDER: Cause = {
  reason: "The name of the folder cannot be the name of a skill.",
  fix: "Add `name` to the frontmatter, with letters, digits and hyphens.",
};

export function readSkill(bytes: Uint8Array, folderName: string): Read {
  const parts = partsOf(bytes);
  if ("reason" in parts) return parts;
  if (parts.head === undefined) return noFrontmatter;
  const fields = readFields(parts.head);
  if (!isFields(fields)) return fields;
  const named = fields.get("name");
  const name = nameOf(named ?? { kind: "text", value: folderName });
  if (typeof name !== "string") return named === undefined ? BAD_FOLDER : name;
  return finish(name, fields, parts.body);
}

/** Files of commands need no frontmatter. */
export function readCommand(bytes: Uint8Array, fileName: string): Read {
  const parts = partsOf(bytes);
  if ("reason" in parts) return parts;
  const fields = parts.head === undefined ? new Map<string, Value>() : readFields(parts.head);
  if (!isFields(fields)) return fields;
  const name = nameOf(
    fields.get("name") ?? { kind: "text", value: fileName.replace(/\.md$/iu, "") },
  );
  return typeof name === "string" ? finish(name, fields, parts.body) : name;
}

function finish(name: string, fields: ReadonlyMap<string, Value>, body: string): Read {
  const description = fields.get("description") ?? { kind: "text", value: standIn(body) };
  if (description.kind !== "text") return notText("description");
  if (description.value.length > MAX_DESCRIPTION) return tooLong("description", MAX_DESCRIPTION);
  const wrong = findMisfit(fields);
  if (wrong !== undefined) return wrong;
  const isKept = fields.get("disable-model-invocation");
  return {
    name,
    description: description.value,
    isForModel: !(isKept?.kind === "boolean" && isKept.value),
  };
}

function isFields(
  read: ReadonlyMap<string, Value> | Omit<DroppedFile, "path">,
): read is ReadonlyMap<string, Value> {
  return read instanceof Map;
}

function partsOf(
  bytes: Uint8Array,
): { readonly head: string | undefined; readonly body: string } | Cause {
  if (bytes.length > MAX_BYTES) return tooLarge("The file is larger than a megabyte.");
  const lines = new TextDecoder().decode(bytes).split("\n");
  const end = lines.findIndex((line, index) => index > 0 && /^---\s*$/u.test(line));
  if (!/^---\s*$/u.test(lines[0] ?? "") || end === -1)
    return { head: undefined, body: lines.join("\n") };
  return {
    head: lines.slice(1, end).join("\n").replace(/\r$/u, ""),
    body: lines.slice(end + 1).join("\n"),
  };
}

/** Blanks become hyphens. */
function nameOf(value: Value): string | Cause {
  if (value.kind !== "text") return notText("name");
  const name = value.value.trim();
  if (name === "") return missing("name");
  if (name.length > MAX_NAME) return tooLong("name", MAX_NAME);
  if (!/^[A-Za-z0-9][A-Za-z0-9\-_.: ]*$/u.test(name))
    return {
      reason:
        "The name begins with something else than a letter or digit, or holds other characters than those, hyphens, underscores, dots, colons and blanks.",
      fix: "Use letters, digits and hyphens in the name.",
    };
  return name.replaceAll(/ +/gu, "-");
}

/** The first lines that are no headings. */
function standIn(body: string): string {
  const lines = body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const text = lines.slice(0, STAND_IN_LINES).join(" ").slice(0, MAX_DESCRIPTION);
  // Half of a character is no character.
  return text.isWellFormed() ? text : text.slice(0, -1);
}

function misfit(reason: string, fix: string): Cause {
  return { reason, fix };
}

/** A field with a value of another kind than it takes. */
function findMisfit(fields: ReadonlyMap<string, Value>): Cause | undefined {
  for (const key of ["disable-model-invocation", "user-invocable"]) {
    const value = fields.get(key);
    if (value !== undefined && value.kind !== "boolean")
      return misfit(`\`${key}\` is not true or false.`, `Write \`${key}: true\` without quotes.`);
  }
  const tools = fields.get("allowed-tools");
  if (tools !== undefined && tools.kind !== "text" && tools.kind !== "list")
    return misfit("`allowed-tools` is neither text nor a list.", TOOLS);
  if (tools?.kind === "list" && tools.items.some(({ kind }) => kind !== "text"))
    return misfit("`allowed-tools` holds something else than text.", TOOLS);
  const hint = fields.get("argument-hint");
  return hint === undefined || hint.kind === "text" || hint.kind === "null"
    ? undefined
    : notText("argument-hint");
}
