/** What of Claude Code's settings decides about skills: those of the user, the project, and the local ones. */
import { joinPath, resolvePath, readTextIfPresent } from "../../../platform/index.ts";
import { normalizeText } from "../../../skill/index.ts";
import type { AgentContext, IgnoredSettings } from "../agent.ts";
import { ignoredFile } from "../causes.ts";

export type Override = "on" | "name-only" | "user-invocable-only" | "off";

export interface ClaudeSettings {
  readonly overrideOf: (name: string) => Override;
  /** The file that sets an override, for people. */
  readonly fileOf: (name: string) => string;
  /** Whether the tool that runs skills is denied. */
  readonly deniesTool: boolean;
  /** The rule that denies one skill, and the file in which it stands. */
  readonly denialOf: (name: string) => { readonly rule: string; readonly file: string } | undefined;
  readonly hasBundled: boolean;
  readonly maxDescription: number;
  /** Columns of the whole list. */
  readonly budget: number;
  /** Plugins in folders of skills that are switched off. */
  readonly disabledPlugins: ReadonlySet<string>;
  readonly ignored: readonly IgnoredSettings[];
}

const OVERRIDES = new Set<unknown>(["on", "name-only", "user-invocable-only", "off"]);
const MAX_DESCRIPTION = 1536;
/** One percent of a million tokens, at three characters each. */
const TOKENS = 1_000_000;
const CHARACTERS_PER_TOKEN = 3;
const FRACTION = 0.01;

type Fields = Readonly<Record<string, unknown>>;

export function claudeHome({ home, environment }: AgentContext): string {
  const named = environment["CLAUDE_CONFIG_DIR"];
  return named === undefined || named === ""
    ? joinPath(home, ".claude")
    : normalizeText(resolvePath(named), "NFC");
}

export function readSettings(ground: AgentContext): ClaudeSettings {
  // What comes later counts more.
  const layers = [
    joinPath(claudeHome(ground), "settings.json"),
    joinPath(ground.folder, ".claude/settings.json"),
    joinPath(ground.folder, ".claude/settings.local.json"),
    "/etc/claude-code/managed-settings.json",
  ].map((file) => {
    const text = readTextIfPresent(file);
    const parsed = text === undefined ? {} : parseJson(text);
    return { file, fields: parsed ?? {}, isIgnored: parsed === undefined };
  });
  const last = <T>(key: string, isFit: (value: unknown) => value is T): T | undefined =>
    layers.map(({ fields }) => fields[key]).findLast(isFit);
  const layerOf = (name: string): (typeof layers)[number] | undefined =>
    layers.findLast(({ fields }) => Object.hasOwn(overridesIn(fields), name));
  const { environment } = ground;
  const fraction = last("skillListingBudgetFraction", isFraction) ?? FRACTION;
  const budget = Math.floor(TOKENS * CHARACTERS_PER_TOKEN * fraction);
  const named = Number(environment["SLASH_COMMAND_TOOL_CHAR_BUDGET"] ?? "");
  return {
    overrideOf: (name) => overridesIn(layerOf(name)?.fields ?? {})[name] ?? "on",
    fileOf: (name) => layerOf(name)?.file ?? "the settings",
    ignored: layers.flatMap(({ file, fields, isIgnored }): readonly IgnoredSettings[] => {
      if (isIgnored) return [ignoredFile("Claude Code", file, "JSON")];
      const [name] = wrongOverrides(fields);
      return name === undefined
        ? []
        : [
            {
              file,
              reason: `Claude Code passes over \`skillOverrides\` in ${file}: the value of \`${name}\` is none that it knows.`,
              fix: "Use `on`, `name-only`, `user-invocable-only` or `off`.",
            },
          ];
    }),
    deniesTool: layers.some(({ fields }) => deniedIn(fields).includes("Skill")),
    denialOf: (name) => {
      const rules = [`Skill(${name})`, `Skill(${name} *)`, `Skill(${name}:*)`];
      for (const { file, fields } of layers) {
        const rule = rules.find((one) => deniedIn(fields).includes(one));
        if (rule !== undefined) return { rule, file };
      }
      return undefined;
    },
    hasBundled:
      last("disableBundledSkills", isBoolean) !== true &&
      !/^\s*(?:1|true|yes|on)\s*$/iu.test(environment["CLAUDE_CODE_DISABLE_BUNDLED_SKILLS"] ?? ""),
    maxDescription: last("skillListingMaxDescChars", isCount) ?? MAX_DESCRIPTION,
    budget: Number.isInteger(named) && named > 0 ? named : Math.max(1, budget),
    disabledPlugins: new Set(
      layers.flatMap(({ fields }) =>
        Object.entries(record(fields["enabledPlugins"])).flatMap(([name, isOn]) =>
          isOn === false && name.endsWith(PLUGIN_MARK) ? [name.slice(0, -PLUGIN_MARK.length)] : [],
        ),
      ),
    ),
  };
}

const PLUGIN_MARK = "@skills-dir";

/** One value that is none makes Claude Code leave out the whole setting of that file. */
function overridesIn(fields: Fields): Readonly<Record<string, Override>> {
  return wrongOverrides(fields).length === 0
    ? (record(fields["skillOverrides"]) as Readonly<Record<string, Override>>)
    : {};
}

function wrongOverrides(fields: Fields): readonly string[] {
  return Object.entries(record(fields["skillOverrides"]))
    .filter(([, value]) => !OVERRIDES.has(value))
    .map(([name]) => name);
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function deniedIn(fields: Fields): readonly unknown[] {
  return listIn(record(fields["permissions"])["deny"]);
}

function isFraction(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= 1;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Undefined where it is no JSON; an empty file counts as none. */
function parseJson(text: string): Fields | undefined {
  const plain = text.replace(/^\ufeff/u, "");
  try {
    return plain.trim() === "" ? {} : record(JSON.parse(plain));
  } catch {
    return undefined;
  }
}

export function record(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}
