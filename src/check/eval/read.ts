/** Reads an evaluation file of any known format into the model. */
import {
  compileGlob,
  type Diagnostic,
  formatPath,
  getKey,
  getPath,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Path,
  withKey,
} from "../../skill/index.ts";
import { evalFormats } from "./formats/index.ts";
import type {
  CaseField,
  CasePatch,
  EvalFormat,
  FieldContext,
  OpenedSuite,
  Row,
} from "./formats/format.ts";
import { joinTriggers } from "./formats/graders.ts";
import { problem } from "./diagnostics.ts";
import {
  EMPTY_CASE,
  type EvalCase,
  type EvalSuite,
  expectsAnswer,
  NO_TRIGGER,
  toSlug,
  type SuiteFile,
} from "./model.ts";
import { parseFile } from "./parse.ts";
import { withPreserved } from "./preserved.ts";

/** The key under which a format that has no field for a value carries it. */
export const PRESERVED = "x-skillwright";

export interface ReadOptions {
  /** Id of the format. Default: detected. */
  readonly format?: string;
  /** The skill beside the file, for formats that do not name one. */
  readonly skill?: string;
  /** Every file of the suite's folder, for formats that spread over several. */
  readonly files?: readonly SuiteFile[];
  /** Looks for further files below a folder, which ends with `/` or is empty; `matches` takes paths from there on. */
  readonly findFiles?: (folder: string, matches: (path: string) => boolean) => readonly SuiteFile[];
}

export interface ReadSuite {
  readonly format: EvalFormat;
  readonly suite: EvalSuite;
  /** Paths of all files that were read for it. */
  readonly files: readonly string[];
}

export function findFormat(id: string): EvalFormat | undefined {
  return evalFormats.find((format) => format.id === id);
}

/** The format of a file by its value; undefined: it is no evaluation file. */
export function detectFormat(value: Json, file: SuiteFile): EvalFormat | undefined {
  return evalFormats.find((format) => format.detect(value, file));
}

export function readSuite(file: SuiteFile, options: ReadOptions = {}): Outcome<ReadSuite> {
  const parsed = parseFile(file);
  if (parsed.value === undefined) return { diagnostics: parsed.diagnostics };
  const { value } = parsed;
  const format =
    options.format === undefined ? detectFormat(value, file) : findFormat(options.format);
  if (format === undefined) return { diagnostics: [unknownFormat(file)] };
  const reader = new SuiteReader(file, format, options);
  return reader.read(value);
}

function unknownFormat(file: SuiteFile): Diagnostic {
  return problem(
    "eval/unknown-format",
    "The file has none of the shapes of evaluation files that are known.",
    "`skillwright eval formats` lists them with an example; `--from ID` reads a file as one of them.",
    { file },
  );
}

class SuiteReader {
  readonly #file: SuiteFile;
  readonly #format: EvalFormat;
  readonly #options: ReadOptions;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #files = new Set<string>();

  constructor(file: SuiteFile, format: EvalFormat, options: ReadOptions) {
    this.#file = file;
    this.#format = format;
    this.#options = options;
    this.#files.add(file.path);
  }

  read(value: Json): Outcome<ReadSuite> {
    const opened = this.#format.open(value, {
      file: this.#file,
      siblings: (pattern) => this.#siblings(pattern),
      parse: (file) => this.#parse(file),
      reportMissing: (name) => this.#reportMissing(name),
      skill: this.#options.skill ?? "",
    });
    const skill = opened.skill ?? this.#options.skill;
    const cases = this.#readCases(opened, skill ?? "");
    const rest = opened.rest ?? value;
    const suite: EvalSuite = {
      ...(skill === undefined ? {} : { skill }),
      ...(opened.name === undefined ? {} : { name: opened.name }),
      defaults: opened.defaults ?? {},
      cases,
      extensions: isObject(rest) ? withoutKeys(rest, opened.known) : {},
    };
    this.#checkSuite(suite, value);
    return {
      value: { format: this.#format, suite, files: [...this.#files] },
      diagnostics: this.#diagnostics,
    };
  }

  #siblings(pattern: string): readonly SuiteFile[] {
    const folder = parentFolder(this.#file.path);
    const matches = compileGlob(pattern.replace(/^\.\//u, ""));
    const { files = [], findFiles } = this.#options;
    const found = new Map(
      [...files, ...(findFiles?.(folder, matches) ?? [])]
        .filter(({ path }) => path.startsWith(folder) && matches(path.slice(folder.length)))
        .map((file) => [file.path, file] as const),
    );
    return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  #parse(file: SuiteFile): Json | undefined {
    this.#files.add(file.path);
    const { value, diagnostics } = parseFile(file);
    this.#diagnostics.push(...diagnostics);
    return value;
  }

  #reportMissing(name: string): void {
    const message = `There is no file \`${name}\` beside the suite or below its folder.`;
    if (this.#diagnostics.some((one) => one.message === message)) return;
    const hint = "Add the file, or correct its path in the suite.";
    this.#diagnostics.push(problem("eval/missing-part", message, hint, { file: this.#file }));
  }

  #readCases({ rows }: OpenedSuite, skill: string): readonly EvalCase[] {
    const ids = new Map<string, number>();
    return rows.flatMap((row) => {
      const item = this.#readCase(row, { skill });
      if (item === undefined) return [];
      const given = item.id === "" ? toSlug(item.prompt) : item.id;
      const before = ids.get(given) ?? 0;
      ids.set(given, before + 1);
      if (before === 0) return [{ ...item, id: given }];
      if (item.id !== "")
        this.#report(
          "eval/same-id",
          `Two cases have the id \`${item.id}\`.`,
          "Give each case an id of its own.",
          row,
        );
      return [{ ...item, id: `${given}-${before + 1}` }];
    });
  }

  #report(
    code: Parameters<typeof problem>[0],
    message: string,
    hint: string,
    { file, path }: Row,
    more: Path = [],
  ): void {
    this.#diagnostics.push(problem(code, message, hint, { file, path: [...path, ...more] }));
  }

  #readCase(row: Row, context: FieldContext): EvalCase | undefined {
    const { value } = row;
    if (typeof value === "string" && this.#format.readText !== undefined)
      return toCase([row.preset ?? {}, this.#format.readText(value)], {});
    if (!isObject(value)) {
      const allowed = this.#format.readText === undefined ? "a map" : "text or a map";
      this.#report(
        "eval/wrong-type",
        `The case must be ${allowed}.`,
        `See an example: \`skillwright eval formats ${this.#format.id}\`.`,
        row,
      );
      return undefined;
    }
    return this.#readMap(value, row, context);
  }

  #readMap(value: JsonObject, row: Row, context: FieldContext): EvalCase | undefined {
    const patches: CasePatch[] = [row.preset ?? {}];
    const read: Path[] = [[PRESERVED]];
    for (const field of this.#format.fields) {
      const found = getPath(value, field.path);
      if (found === undefined) continue;
      const patch = field.read(found, context);
      if (patch === undefined) {
        if (field.isLoose !== true) this.#wrongType(field, row, found);
      } else if (field.isLoose !== true || !isStated(patch, patches)) {
        patches.push(patch);
        read.push(field.path);
      }
    }
    const preserved = getKey(value, PRESERVED);
    const item = toCase(patches, withoutPaths(value, read));
    if (item.prompt.trim() === "") {
      const key = this.#format.fields.find((field) => field.read("x", context)?.prompt === "x");
      this.#report(
        "eval/no-prompt",
        "The case has no request.",
        `Write it under \`${formatPath(key?.path ?? ["prompt"])}\`.`,
        row,
      );
      return undefined;
    }
    if (preserved === undefined) return item;
    const whole = isObject(preserved) ? withPreserved(item, preserved) : undefined;
    if (whole === undefined)
      this.#report(
        "eval/wrong-type",
        `\`${PRESERVED}\` holds what no case has.`,
        "Only `skillwright eval convert` writes it. Remove it, and the case is read without it.",
        row,
        [PRESERVED],
      );
    return whole ?? item;
  }

  #wrongType(field: CaseField, row: Row, found: Json): void {
    const fault = field.findFault?.(found);
    const path = [...field.path, ...(fault?.path ?? [])];
    this.#report(
      "eval/wrong-type",
      `\`${formatPath(path)}\` ${fault === undefined ? `must be ${field.type}` : `is wrong: ${fault.message}`}.`,
      `See an example: \`skillwright eval formats ${this.#format.id}\`.`,
      row,
      path,
    );
  }

  #checkSuite(suite: EvalSuite, value: Json): void {
    const { cases } = suite;
    const file = this.#file;
    if (cases.length === 0 && this.#diagnostics.length === 0)
      this.#diagnostics.push(this.#noCases(value));
    if (cases.some(({ trigger }) => trigger?.fires.includes("") || trigger?.silent.includes("")))
      this.#diagnostics.push(
        problem(
          "eval/no-skill",
          "The file says when a skill has to load, and neither names the skill nor lies in the folder of one.",
          "Move it below the folder of the skill, such as `pdf-tools/evals/`, or name the skill in it.",
          { file },
        ),
      );
    for (const { id, trigger, ...rest } of cases)
      if (trigger === undefined && !expectsAnswer({ id, ...rest }))
        this.#diagnostics.push(
          problem(
            "eval/nothing-expected",
            `The case \`${id}\` expects nothing, so that it cannot fail.`,
            "Say what a good answer holds, or which skill has to load.",
            { file },
          ),
        );
    for (const { id } of contradictions(cases))
      this.#diagnostics.push(
        problem(
          "eval/contradiction",
          `The request of \`${id}\` has to load a skill in one case, and not to load it in another.`,
          "Remove one of both, or make the requests differ.",
          { file },
        ),
      );
  }

  #noCases(value: Json): Diagnostic {
    const file = this.#file;
    const shape = detectFormat(value, file);
    if (shape === undefined || shape === this.#format)
      return problem("eval/no-cases", "The file has no cases.", "Add one, or remove the file.", {
        file,
      });
    return problem(
      "eval/no-cases",
      `The file has no cases of the format \`${this.#format.id}\`.`,
      `It looks like \`${shape.id}\`: leave out \`--from\`.`,
      { file },
    );
  }
}

/** Parts of a case that several keys say together. */
const JOINED: ReadonlySet<string> = new Set(["assertions", "checks", "trigger"]);

function isStated(patch: CasePatch, before: readonly CasePatch[]): boolean {
  return Object.keys(patch).some(
    (key) => !JOINED.has(key) && before.some((one) => Object.hasOwn(one, key)),
  );
}

/** Cases whose request stands in another one with the opposite expectation. */
function contradictions(cases: readonly EvalCase[]): readonly EvalCase[] {
  const fires = new Set(
    cases.flatMap(({ prompt, trigger }) =>
      (trigger?.fires ?? []).map((name) => `${normal(prompt)}\n${name}`),
    ),
  );
  return cases.filter(({ prompt, trigger }) =>
    (trigger?.silent ?? []).some((name) => fires.has(`${normal(prompt)}\n${name}`)),
  );
}

function normal(prompt: string): string {
  return prompt.trim().replaceAll(/\s+/gu, " ").toLowerCase();
}

function toCase(patches: readonly CasePatch[], extensions: JsonObject): EvalCase {
  const triggers = patches.flatMap(({ trigger }) => trigger ?? []);
  const plain: CasePatch = Object.assign({}, ...patches);
  return {
    id: "",
    prompt: "",
    ...EMPTY_CASE,
    ...plain,
    checks: patches.flatMap(({ checks }) => checks ?? []),
    assertions: patches.flatMap(({ assertions }) => assertions ?? []),
    ...(triggers.length === 0 ? {} : { trigger: triggers.reduce(joinTriggers, NO_TRIGGER) }),
    extensions,
  };
}

function parentFolder(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function withoutKeys(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.keys(value)
    .filter((key) => !keys.includes(key))
    .reduce<JsonObject>((rest, key) => withKey(rest, key, getKey(value, key) ?? null), {});
}

/** The map without what was read, and without maps that became empty by that. */
function withoutPaths(value: JsonObject, paths: readonly Path[]): JsonObject {
  let rest: JsonObject = {};
  for (const key of Object.keys(value)) {
    const child = getKey(value, key) ?? null;
    const below = paths.filter((path) => path[0] === key).map((path) => path.slice(1));
    if (below.some((path) => path.length === 0)) continue;
    if (below.length === 0 || !isObject(child)) rest = withKey(rest, key, child);
    else {
      const inner = withoutPaths(child, below);
      if (!isEqual(inner, {})) rest = withKey(rest, key, inner);
    }
  }
  return rest;
}
