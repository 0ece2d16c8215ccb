/** What of Codex's settings decides about skills. Those of a project are not asked. */
import { parse } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { joinPath, lastPart, parentOf, resolvePath, textOf } from "../../../platform/index.ts";
import type { Ground } from "../agent.ts";

export interface CodexSettings {
  readonly file: string;
  /** Names in a folder that make it the root of a project. */
  readonly projectMarkers: readonly string[];
  /** Whether the skills that come with Codex count. */
  readonly hasBundled: boolean;
  /** Whether the model is told of skills at all. */
  readonly tellsModel: boolean;
  readonly isEnabled: (skill: { readonly name: string; readonly path: string }) => boolean;
}

export function codexHome({ home, environment }: Ground): string {
  const named = environment["CODEX_HOME"];
  return named === undefined || named === "" ? joinPath(home, ".codex") : resolvePath(named);
}

interface Switch {
  readonly name?: unknown;
  readonly path?: unknown;
  readonly enabled?: unknown;
}

export function readSettings(ground: Ground): CodexSettings {
  const file = joinPath(codexHome(ground), "config.toml");
  const settings = parseToml(textOf(file) ?? "");
  const skills = record(settings["skills"]);
  const markers = settings["project_root_markers"];
  const switches = Array.isArray(skills["config"]) ? (skills["config"] as readonly Switch[]) : [];
  return {
    file,
    projectMarkers: Array.isArray(markers) ? markers.map(String) : [".git"],
    hasBundled: record(skills["bundled"])["enabled"] !== false,
    tellsModel: skills["include_instructions"] !== false,
    isEnabled: ({ name, path }) => {
      // The last one that names the skill counts; one that names it in both ways names nothing.
      const last = switches.findLast((one) =>
        one.name === undefined
          ? one.path === path
          : one.path === undefined && typeof one.name === "string" && one.name.trim() === name,
      );
      return last?.enabled !== false;
    },
  };
}

export interface CodexPolicy {
  /** Codex is none of the products that the skill is for. */
  readonly isForOthers: boolean;
  /** The model may use it by itself. */
  readonly isOffered: boolean;
}

/** What `agents/openai.yaml` beside a skill says of its use; one that cannot be read says nothing. */
export function readPolicy(skillFile: string): CodexPolicy {
  const text = textOf(joinPath(parentOf(skillFile), "agents/openai.yaml"));
  const policy = record(record(text === undefined ? undefined : quietYaml(text))["policy"]);
  const { products, allow_implicit_invocation: isOffered } = policy;
  const names = Array.isArray(products) ? products.map((name) => String(name).toLowerCase()) : [];
  return {
    isForOthers: names.length > 0 && !names.includes("codex"),
    isOffered: isOffered !== false,
  };
}

export function folderNameOf(skillFile: string): string {
  return lastPart(parentOf(skillFile));
}

function parseToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

function quietYaml(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
