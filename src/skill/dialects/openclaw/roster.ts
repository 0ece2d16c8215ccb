/** The agents that release 2026.9 knows: by id under `agents.entries`, and still as the list that was there before. */
import {
  defineKey,
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../model/index.ts";
import type { SettingsRefusal } from "../homes.ts";

/** The list of agents becomes a map by their ids, where each has one of its own and there is no map yet. */
export function migrateRoster(document: JsonObject): JsonObject {
  const agents = getKey(document, "agents");
  if (!isObject(agents)) return document;
  const listed = getKey(agents, "list");
  if (!isList(listed) || getKey(agents, "entries") !== undefined) return document;
  const entries: Record<string, Json> = {};
  const seen = new Set<string>();
  for (const item of listed) {
    const id = isObject(item) ? getKey(item, "id") : undefined;
    if (!isObject(item) || typeof id !== "string" || seen.has(id.toLowerCase())) return document;
    seen.add(id.toLowerCase());
    const { id: _, ...entry } = item;
    defineKey(entries, id, entry);
  }
  const { list: _, ...rest } = agents;
  return { ...document, agents: { ...rest, entries } };
}

/** Several agents say who owns what belongs to all of them, or none of them starts. */
export function refuseRoster(document: JsonObject): readonly SettingsRefusal[] {
  const entries = getPath(document, ["agents", "entries"]);
  if (!isObject(entries)) return [];
  const agents = Object.values(entries).filter((entry) => isObject(entry));
  const marked = agents.filter((entry) => getKey(entry, "default") === true).length;
  const isExplicit = getPath(document, ["agents", "ownership"]) === "explicit";
  if (marked > 1)
    return [
      {
        path: ["agents", "entries"],
        message: `\`agents.entries\` marks ${marked} agents with \`default: true\`; OpenClaw takes one.`,
        hint: "Remove the mark, and set `agents.ownership` to `explicit`.",
      },
    ];
  if (isExplicit && marked > 0)
    return [
      {
        path: ["agents", "ownership"],
        message:
          "`agents.ownership` is `explicit`, so no agent may be marked with `default: true`.",
        hint: "Remove `default` from the agents.",
      },
    ];
  if (agents.length < 2 || marked > 0 || isExplicit) return [];
  return [
    {
      path: ["agents", "entries"],
      message:
        "`agents.entries` names several agents, and `agents.ownership` is not set; OpenClaw refuses to start.",
      hint: 'Add `ownership: "explicit"` to `agents`.',
    },
  ];
}
