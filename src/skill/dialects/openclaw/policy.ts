import { getKey, getPath, isList, isObject, type Path, typeName } from "../../model/index.ts";
import { splitChunks } from "../../text/index.ts";
import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { resolvePath } from "../shared/check.ts";
import { fileTooLarge } from "../shared/file-size.ts";
import { unreadableMetadata } from "../shared/unreadable.ts";
import { judgeInstall } from "./install.ts";

/** No rule on letters or length: anything that is not blank will do. */
export function checkName(value: string): NameVerdict {
  const normalized = value.trim();
  return normalized === ""
    ? { isValid: false, expected: "at least one character" }
    : { isValid: true, normalized };
}

const MAX_COMMAND = 32;
const MAX_SUFFIX = 999;

/** Slash commands: letters, digits and underscores, each taken once. */
export function commandNames(
  names: readonly string[],
  reserved: readonly string[],
): readonly string[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  return names.map((name) => {
    const command = freeCommand(commandOf(name), taken);
    taken.add(command);
    return command;
  });
}

function commandOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  // The cut comes last, so that a long name may end in an underscore.
  return words.slice(0, MAX_COMMAND) || "skill";
}

function freeCommand(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let count = 2; count <= MAX_SUFFIX; count++) {
    const suffix = `_${count}`;
    const candidate = base.slice(0, MAX_COMMAND - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
  return `${base.slice(0, MAX_COMMAND - 2)}_x`;
}

/** The rules of the document. */
export function rules(reading: Reading): readonly Violation[] {
  return [
    ...unreadableMetadata(reading, "error"),
    ...severalLines(reading),
    ...halfDispatch(reading),
  ];
}

/** The rules of the release, which leaves out a skill for its size, YAML or description alone. */
export function rulesByRelease(reading: Reading): readonly Violation[] {
  return [
    ...fileTooLarge(reading, "file", "Move long material into files beside it."),
    ...unreadableMetadata(reading, "warning"),
    ...droppedInstall(reading),
    ...halfDispatch(reading),
  ];
}

/** A line that could belong to the entry above it. */
const MORE_LINES = /[\r\n][ \t\-\]}#]/;

/** The embedded agent reads one line a key; `metadata` is the exception of the examples. */
function severalLines(reading: Reading): readonly Violation[] {
  const { document, dialect } = reading;
  if (document.fence === undefined) return [];
  const inner = document.text.slice(document.fence.inner.start, document.fence.inner.end);
  if (!MORE_LINES.test(inner)) return [];
  const known = new Set(dialect.fields.map((field) => String(field.path[0])));
  return splitChunks(inner)
    .filter(({ key, valueStart, valueEnd }) => {
      const isKnown = known.has(key) && key !== "metadata";
      return isKnown && /[\r\n]/.test(inner.slice(valueStart, valueEnd));
    })
    .map(({ key }) => ({
      rule: "field-format",
      path: [key],
      at: "value",
      severity: "warning",
      message: `\`${key}\` spans several lines; it must be on one line.`,
      hint: "The parser of the embedded agent reads one line for each key. Write it on one line.",
    }));
}

/** A dispatch needs both its fields; one alone is ignored. */
function halfDispatch(reading: Reading): readonly Violation[] {
  const dispatch = fieldText(reading, "command-dispatch");
  const tool = fieldText(reading, "command-tool");
  const base = { at: "key", severity: "warning" } as const;
  if (dispatch === "tool" && tool === "")
    return [
      {
        ...base,
        rule: "field-missing",
        path: ["command-tool"],
        message: "`command-dispatch` needs `command-tool`, which is missing.",
        hint: "Name the tool, or remove `command-dispatch`; the command goes to the model until then.",
      },
    ];
  if (tool !== "" && dispatch === "")
    return [
      {
        ...base,
        rule: "field-conflict",
        path: ["command-tool"],
        message: "`command-tool` needs `command-dispatch: tool`, which is missing.",
        hint: "Add `command-dispatch: tool`, or remove `command-tool`.",
      },
    ];
  return [];
}

function fieldText(reading: Reading, key: string): string {
  const field = reading.dialect.fields.find((item) => item.path[0] === key);
  const value =
    field === undefined ? undefined : getPath(reading.view, resolvePath(field, reading));
  return typeof value === "string" ? value.trim() : "";
}

/** Installers that the loader drops without a word. */
function droppedInstall(reading: Reading): readonly Violation[] {
  const { namespace } = reading;
  if (namespace === undefined) return [];
  const path: Path = ["metadata", namespace, "install"];
  const value = getPath(reading.view, path);
  const base = { at: "value", severity: "warning" } as const;
  if (value === undefined || value === null) return [];
  if (!isList(value))
    return [
      {
        ...base,
        rule: "field-type",
        path,
        message: "`install` must be a list of installers.",
      },
    ];
  return value.flatMap((entry, index): readonly Violation[] => {
    const verdict = judgeInstall(entry);
    if (verdict.ok) return [];
    const { key, expected } = verdict;
    const found = isObject(entry) ? getKey(entry, key) : entry;
    const hasKey = isObject(entry) && found !== undefined;
    const isText = hasKey && typeof found === "string";
    const what = isText ? `\`${found}\`` : typeName(found);
    const where = isObject(entry) ? `\`${key}\` of installer` : "Installer";
    return [
      {
        ...base,
        rule: "field-value",
        path: hasKey ? [...path, index, key] : [...path, index],
        message: `${where} ${index + 1} must be ${expected}, not ${what}.`,
        hint: "The loader drops such an installer silently. Correct it, or remove it.",
      },
    ];
  });
}
