import { checkKey } from "./keys.ts";
import { storeCodes, storeError } from "./diagnostics.ts";
import { withoutEnd } from "../../skill/model/index.ts";

/** Where a skill lies: with one agent, or shared by all of them. */
export type ScopeName = "agent" | "global";

/** Skills that all agents share lie under this; agents see their own under it, too. */
export const SKILLS = "skills/";

const SKILL_FILE = "SKILL.md";

/** Where the skills of an agent lie. The id must be one part of a key. */
export function agentPrefix(agentId: string): string {
  const prefix = `agents/${agentId}/${SKILLS}`;
  const isOnePart = agentId !== "" && !agentId.includes("/");
  if (!isOnePart) {
    throw storeError(
      storeCodes.keyInvalid,
      `\`${agentId}\` is not a valid agent id: use one name without slashes.`,
      { hint: "Use the id under which the agent is configured." },
    );
  }
  checkKey(`${prefix}x`);
  return prefix;
}

/** The name of the folder that holds the file; undefined for other files than `SKILL.md`. */
export function skillDirectory(location: string): string | undefined {
  const parts = location.split("/");
  if (parts.at(-1) !== SKILL_FILE) return undefined;
  // A file at the very top has no folder that could give it a name.
  return parts.at(-2) || undefined;
}

/**
 * The path under which an agent reads a skill: its own skills appear where the shared ones are. Undefined:
 * no skill that this agent can see.
 */
export function readPathOf(location: string, agentId: string): string | undefined {
  if (skillDirectory(location) === undefined) return undefined;
  const own = agentPrefix(agentId);
  if (location.startsWith(own)) return SKILLS + location.slice(own.length);
  return location.startsWith(SKILLS) ? location : undefined;
}

/** A path as a tool of an agent gives it, brought to the form `skills/…` without a slash at its end. */
export function normalizeSkillPath(path: string): string {
  const plain = withoutEnd(path.trim().replace(/^\/+/, ""), "/");
  if (plain !== "skills" && !plain.startsWith(SKILLS)) {
    throw storeError(
      storeCodes.pathInvalid,
      `The path \`${path}\` does not begin with \`${SKILLS}\`.`,
      { hint: "Give the path as the list of skills shows it, for example `skills/a/SKILL.md`." },
    );
  }
  checkKey(plain);
  return plain;
}

/**
 * The folder of the skill that a file belongs to, with a slash at its end: the nearest one above that holds
 * a `SKILL.md`. Undefined: the file belongs to none.
 */
export function owningSkill(path: string, keys: ReadonlySet<string>): string | undefined {
  const parts = path.split("/").slice(0, -1);
  // The folder of all skills is not one of them, whatever lies in it.
  for (let depth = parts.length; depth > 1; depth -= 1) {
    const folder = `${parts.slice(0, depth).join("/")}/`;
    if (keys.has(folder + SKILL_FILE)) return folder;
  }
  return undefined;
}

export function isSkillFile(path: string): boolean {
  return path === SKILL_FILE || path.endsWith(`/${SKILL_FILE}`);
}
