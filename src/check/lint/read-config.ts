import JSON5 from "json5";
import {
  type Diagnostic,
  dialects,
  unknownDialectHint,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Path,
  positionAt,
  lineStarts,
  profiles,
  typeName,
  didYouMean,
} from "../../skill/index.ts";
import {
  CONFIG_FILE,
  type ConfigOverride,
  type LintConfig,
  type RuleLevel,
  ruleLevels,
  type RuleLevels,
} from "./config.ts";
import { configurableCodes } from "./diagnostics.ts";
import { listCodes } from "./text.ts";

/** Reads a configuration from its text, which may be JSON5. */
export function parseConfig(text: string, file: string = CONFIG_FILE): Outcome<LintConfig> {
  let value: unknown;
  try {
    value = JSON5.parse(text);
  } catch (cause) {
    return { diagnostics: [syntaxProblem(text, file, cause)] };
  }
  return readConfig(value, file);
}

/** Checks a configuration that was already parsed; what is wrong is told and left out. */
export function readConfig(value: unknown, file: string = CONFIG_FILE): Outcome<LintConfig> {
  const reader = new ConfigReader(file);
  const config = reader.readRoot(value);
  return { ...(config === undefined ? {} : { value: config }), diagnostics: reader.diagnostics };
}

function syntaxProblem(text: string, file: string, cause: unknown): Diagnostic {
  const place = Object(cause) as { lineNumber?: unknown; columnNumber?: unknown };
  const starts = lineStarts(text);
  const line = typeof place.lineNumber === "number" ? place.lineNumber : 1;
  const column = typeof place.columnNumber === "number" ? place.columnNumber : 1;
  const offset = Math.min((starts[line - 1] ?? 0) + column - 1, text.length);
  const start = positionAt(starts, offset);
  const said = cause instanceof Error ? cause.message : "unreadable";
  const words = said.replace(/^JSON5: /, "").replace(/ at \d+:\d+$/, "");
  return {
    code: "config/syntax",
    severity: "error",
    message: `The configuration is not valid JSON: ${words}.`,
    file,
    range: { start, end: positionAt(starts, Math.min(offset + 1, text.length)) },
    cause,
  };
}

const ROOT_KEYS = ["$schema", "dialect", "rules", "overrides", "dialects", "ignore"];
const OVERRIDE_KEYS = ["paths", "dialect", "rules"];
const DIALECT_KEYS = ["rules"];

/** Holds the place and the findings while one configuration is read. */
class ConfigReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: string;
  readonly #codes: readonly string[] = configurableCodes();
  readonly #dialects: readonly string[] = [...dialects, ...profiles].map((dialect) => dialect.id);

  constructor(file: string) {
    this.#file = file;
  }

  readRoot(value: unknown): LintConfig | undefined {
    const root = this.#map(value, [], ROOT_KEYS);
    if (root === undefined) return undefined;
    const schema = root["$schema"];
    if (schema !== undefined && typeof schema !== "string")
      this.#invalid(schema, ["$schema"], "text");
    return compact({
      dialect: this.#dialect(root["dialect"], ["dialect"]),
      rules: this.#levels(root["rules"], ["rules"]),
      overrides: this.#list(root["overrides"], ["overrides"])?.flatMap((item, index) => {
        const override = this.#override(item, ["overrides", index]);
        return override === undefined ? [] : [override];
      }),
      dialects: this.#dialectRules(root["dialects"]),
      ignore: this.#texts(root["ignore"], ["ignore"]),
    });
  }

  #override(value: Json, path: Path): ConfigOverride | undefined {
    const map = this.#map(value, path, OVERRIDE_KEYS);
    if (map === undefined) return undefined;
    if (map["paths"] === undefined) this.#invalid(null, [...path, "paths"], "a list of patterns");
    const paths = this.#texts(map["paths"], [...path, "paths"]) ?? [];
    return compact({
      paths,
      dialect: this.#dialect(map["dialect"], [...path, "dialect"]),
      rules: this.#levels(map["rules"], [...path, "rules"]),
    });
  }

  #dialectRules(value: Json | undefined): LintConfig["dialects"] {
    if (value === undefined) return undefined;
    const map = this.#map(value, ["dialects"]);
    if (map === undefined) return undefined;
    const entries = Object.entries(map).flatMap(([id, item]) => {
      if (this.#dialect(id, ["dialects", id]) === undefined) return [];
      const inner = this.#map(item, ["dialects", id], DIALECT_KEYS);
      const rules = inner && this.#levels(inner["rules"], ["dialects", id, "rules"]);
      return rules === undefined ? [] : [[id, { rules }] as const];
    });
    return Object.fromEntries(entries);
  }

  #levels(value: Json | undefined, path: Path): RuleLevels | undefined {
    if (value === undefined) return undefined;
    const map = this.#map(value, path);
    if (map === undefined) return undefined;
    const levels: { [code: string]: RuleLevel } = {};
    for (const [code, item] of Object.entries(map)) {
      const level = ruleLevels.find((candidate) => candidate === item);
      if (!this.#codes.includes(code))
        this.#add("config/unknown-code", [...path, code], {
          message: `No diagnostic has the code \`${code}\`.`,
          hint: didYouMean(code, this.#codes),
        });
      else if (level === undefined)
        this.#invalid(item, [...path, code], listCodes(ruleLevels), ruleLevels);
      else levels[code] = level;
    }
    return levels;
  }

  #dialect(value: Json | undefined, path: Path): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== "string") return this.#invalid(value, path, "the id of a dialect");
    if (this.#dialects.includes(value)) return value;
    this.#add("config/unknown-dialect", path, {
      message: `There is no format \`${value}\`.`,
      hint: unknownDialectHint(value),
    });
    return undefined;
  }

  #texts(value: Json | undefined, path: Path): readonly string[] | undefined {
    return this.#list(value, path)?.filter((item, index): item is string => {
      if (typeof item === "string") return true;
      this.#invalid(item, [...path, index], "a pattern as text");
      return false;
    });
  }

  #list(value: Json | undefined, path: Path): readonly Json[] | undefined {
    if (value === undefined || isList(value)) return value;
    return this.#invalid(value, path, "a list");
  }

  #map(value: unknown, path: Path, keys?: readonly string[]): JsonObject | undefined {
    // What JSON5 gave is plain data.
    if (!isObject(value)) return this.#invalid(value as Json, path, "a map");
    for (const key of Object.keys(value))
      if (keys !== undefined && !keys.includes(key))
        this.#add("config/unknown-key", [...path, key], {
          message: `Unknown key \`${key}\`; known keys are ${listCodes(keys)}.`,
          hint: didYouMean(key, keys),
        });
    return value;
  }

  #invalid(
    value: Json | undefined,
    path: Path,
    expected: string,
    values: readonly string[] = [],
  ): undefined {
    const found = typeof value === "string" ? `\`${value}\`` : typeName(value);
    const key = path.length === 0 ? "the configuration" : `\`${String(path.at(-1))}\``;
    this.#add("config/invalid-value", path, {
      message: `The value of ${key} must be ${expected}, not ${found}.`,
      hint: typeof value === "string" ? didYouMean(value, values) : undefined,
    });
    return undefined;
  }

  #add(
    code: string,
    path: Path,
    { message, hint }: { readonly message: string; readonly hint: string | undefined },
  ): void {
    this.diagnostics.push({
      code,
      severity: "error",
      message,
      ...(hint === undefined ? {} : { hint }),
      file: this.#file,
      path,
    });
  }
}

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Leaves out keys without a value. */
function compact<T extends object>(
  value: T,
): Partial<Present<T>> & Pick<Present<T>, RequiredKeys<T>> {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  // Only keys whose type has no undefined are promised.
  return Object.fromEntries(entries) as ReturnType<typeof compact<T>>;
}

type RequiredKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? never : Key }[keyof T];
