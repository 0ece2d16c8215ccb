/** The extensions of Gemini CLI that bring skills. */
import { listFolderEntries, joinPath, readTextIfPresent } from "../../../platform/index.ts";
import { type Fields, toFields } from "../jsonc.ts";
import {
  ANY_IN_LINE,
  anyTimes,
  END,
  fitsIn,
  literal,
  optional,
  type Pattern,
  START,
} from "../pattern.ts";
import type { GeminiRoot } from "./find.ts";
import { parseRegex } from "./regex.ts";
import type { GeminiSettings } from "./settings.ts";

/** The roots of the extensions that are on in this folder, in the order of their folders. */
export function extensionRoots(
  home: string,
  folder: string,
  settings: GeminiSettings,
): readonly GeminiRoot[] {
  const base = joinPath(home, ".gemini/extensions");
  const rules = readJson(joinPath(base, "extension-enablement.json")) ?? {};
  return listFolderEntries(base).flatMap(({ path, kind }): readonly GeminiRoot[] => {
    if (kind !== "folder") return [];
    const origin = readJson(joinPath(path, ".gemini-extension-install.json")) ?? {};
    const source = typeof origin["source"] === "string" ? origin["source"] : "";
    if (!isAllowed(source, origin["type"], settings)) return [];
    const place = origin["type"] === "link" ? source : path;
    const variables = new Map([
      ["extensionPath", place],
      ["workspacePath", folder],
      ["/", "/"],
      ["pathSeparator", "/"],
    ]);
    const { name, version } = readJson(joinPath(place, "gemini-extension.json")) ?? {};
    if (typeof name !== "string" || version === undefined || version === null || version === "")
      return [];
    const shown = hydrate(name, variables);
    if (!/^[a-zA-Z0-9-]+$/u.test(shown) || !isEnabled(rules[shown], folder)) return [];
    return [{ path: joinPath(place, "skills"), scope: "extension", variables }];
  });
}

/** Puts what an extension may refer to in place of `${…}`. */
export function hydrate(text: string, variables: ReadonlyMap<string, string> | undefined): string {
  if (variables === undefined) return text;
  // What is not closed in its line is taken as a whole too, so that nothing is searched twice.
  return text.replaceAll(
    /\$\{([^}\n\r\u2028\u2029]*)(\}|[\n\r\u2028\u2029]|$)/gu,
    (match, key: string, end: string) => (end === "}" ? variables.get(key) : undefined) ?? match,
  );
}

function isAllowed(
  source: string,
  type: unknown,
  { allowedExtensions, blocksGitExtensions }: GeminiSettings,
): boolean {
  if (allowedExtensions.length === 0)
    return !(blocksGitExtensions && (type === "git" || type === "github-release"));
  return allowedExtensions.some((pattern) => {
    const parsed = parseRegex(pattern);
    return parsed !== undefined && fitsIn(parsed, source);
  });
}

/** The last rule that fits the folder counts; `!` before it switches off, `*` at its end takes what lies below too. */
function isEnabled(rule: unknown, folder: string): boolean {
  const overrides = toFields(rule)?.["overrides"];
  const texts: readonly unknown[] = Array.isArray(overrides) ? overrides : [];
  const place = folder.endsWith("/") ? folder : `${folder}/`;
  const last = texts.findLast(
    (text) => typeof text === "string" && fitsIn(toPattern(text.replace(/^!/u, "")), place),
  );
  return typeof last !== "string" || !last.startsWith("!");
}

function toPattern(rule: string): Pattern {
  const anything = anyTimes(ANY_IN_LINE);
  const parts = [...rule.matchAll(/\/?\*|[^]/gu)].map(([part]) => {
    if (part === "*") return anything;
    return part === "/*" ? optional([...literal("/"), ...anything]) : literal(part);
  });
  return [...START, ...parts.flat(), ...END];
}

function readJson(path: string): Fields | undefined {
  try {
    return toFields(JSON.parse(readTextIfPresent(path) ?? ""));
  } catch {
    return undefined;
  }
}
