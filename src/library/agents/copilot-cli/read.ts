/** How Copilot CLI reads a SKILL.md, or a file of commands. */
import type { DroppedFile } from "../agent.ts";
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

export function readSkill(bytes: Uint8Array, folderName: string): Read {
  const parts = partsOf(bytes);
  if ("reason" in parts) return parts;
  if (parts.head === undefined)
    return { reason: "The file has no frontmatter between two lines of `---`." };
  const fields = readFields(parts.head);
  if (!isFields(fields)) return fields;
  const named = fields.get("name");
  const name = nameOf(named ?? { kind: "text", value: folderName });
  if (typeof name !== "string")
    return named === undefined
      ? { reason: "The name of the folder cannot be the name of a skill." }
      : name;
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
  if (description.kind !== "text") return { reason: "`description` is not text." };
  if (description.value.length > MAX_DESCRIPTION)
    return { reason: `The description is longer than ${MAX_DESCRIPTION} characters.` };
  const reason = misfitOf(fields);
  if (reason !== undefined) return { reason };
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
): { readonly head: string | undefined; readonly body: string } | { readonly reason: string } {
  if (bytes.length > MAX_BYTES) return { reason: "The file is larger than a megabyte." };
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
function nameOf(value: Value): string | { readonly reason: string } {
  if (value.kind !== "text") return { reason: "`name` is not text." };
  const name = value.value.trim();
  if (name === "") return { reason: "`name` is empty." };
  if (name.length > MAX_NAME) return { reason: `The name is longer than ${MAX_NAME} characters.` };
  if (!/^[A-Za-z0-9][A-Za-z0-9\-_.: ]*$/u.test(name))
    return {
      reason:
        "The name begins with something else than a letter or digit, or holds other characters than those, hyphens, underscores, dots, colons and blanks.",
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

function misfitOf(fields: ReadonlyMap<string, Value>): string | undefined {
  for (const key of ["disable-model-invocation", "user-invocable"]) {
    const value = fields.get(key);
    if (value !== undefined && value.kind !== "boolean") return `\`${key}\` is not true or false.`;
  }
  const tools = fields.get("allowed-tools");
  if (tools !== undefined && tools.kind !== "text" && tools.kind !== "list")
    return "`allowed-tools` is neither text nor a list.";
  if (tools?.kind === "list" && tools.items.some(({ kind }) => kind !== "text"))
    return "`allowed-tools` holds something else than text.";
  const hint = fields.get("argument-hint");
  return hint === undefined || hint.kind === "text" || hint.kind === "null"
    ? undefined
    : "`argument-hint` is not text.";
}
