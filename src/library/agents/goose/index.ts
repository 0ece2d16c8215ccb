import {
  byCodePoint,
  readBytesIfPresent,
  joinPath,
  readTextIfPresent,
} from "../../../platform/index.ts";
import { parseDocument } from "yaml";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import { type Hidden, ignoredFile, takenBy, unopened } from "../causes.ts";
import { toFields, under } from "../jsonc.ts";
import { FolderSearch } from "../folder-search.ts";
import { filesOf, gooseConfig, rootsOf, type Scope } from "./find.ts";
import { readHead } from "./read.ts";

export const goose: Agent = {
  id: "goose",
  title: "Goose",
  command: "goose",
  look,
  homes: (ground) => [gooseConfig(ground)],
  roots: (ground) => rootsOf(ground).map(({ path, scope }) => ({ path, source: scope })),
};

interface Loaded {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly scope: Scope;
}

function look(ground: AgentContext): AgentView {
  const dropped: DroppedFile[] = [];
  const loaded = new Map<string, Loaded>();
  const search = new FolderSearch(dropped);
  for (const root of rootsOf(ground))
    for (const path of filesOf(root, search)) {
      const bytes = readBytesIfPresent(path);
      const head = bytes === undefined ? unopened : readHead(bytes);
      if ("reason" in head) {
        dropped.push({ path, source: root.scope, ...head });
        continue;
      }
      const first = loaded.get(head.name);
      if (first === undefined) loaded.set(head.name, { ...head, path, scope: root.scope });
      else dropped.push({ path, source: root.scope, ...takenBy(first.path) });
    }
  const file = joinPath(gooseConfig(ground), "config.yaml");
  const settings = parseDocument(readTextIfPresent(file) ?? "", { logLevel: "silent" });
  const off = reasonForSilence(settings, file);
  return {
    skills: [...loaded.values()]
      .toSorted((one, other) => byCodePoint(one.name, other.name))
      .map((skill) => describe(skill, off)),
    dropped,
    ignored: settings.errors.length === 0 ? [] : [ignoredFile("Goose", file, "YAML")],
  };
}

/** Nothing is cut, whatever the length. */
function describe({ name, description, path, scope }: Loaded, off: Hidden | undefined): AgentSkill {
  const skill = { name, description, path, source: scope, isEnabled: true };
  return off === undefined
    ? { ...skill, shown: `• ${name} - ${description}` }
    : { ...skill, shown: null, ...off };
}

/** The extension for skills is on where the settings say nothing of it. */
function reasonForSilence(
  document: ReturnType<typeof parseDocument>,
  file: string,
): Hidden | undefined {
  if (document.errors.length > 0) return undefined;
  const settings: unknown = document.toJS();
  return under(under(settings, "extensions"), "skills")["enabled"] === false &&
    toFields(settings) !== undefined
    ? {
        why: `\`extensions.skills.enabled\` is false in ${file}.`,
        fix: "Switch the extension on: `goose configure`, Toggle Extensions, `skills`.",
      }
    : undefined;
}
