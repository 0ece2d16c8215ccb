/** The list of skills that Gemini CLI gives its model: nothing is escaped, nothing is cut. */
import { joinPath, resolvePath, readTextIfPresent } from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import { geminiHome } from "./settings.ts";

export function entryOf(skill: {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}): string {
  return [
    "  <skill>",
    `    <name>${skill.name}</name>`,
    `    <description>${skill.description}</description>`,
    `    <location>${skill.path}</location>`,
    "  </skill>",
  ].join("\n");
}

/** Why the model is told of no skill, where variables of the environment change its instructions. */
export function reasonForSilence(ground: AgentContext): string | undefined {
  const said = (name: string): string => (ground.environment[name] ?? "").trim();
  const system = said("GEMINI_SYSTEM_MD");
  if (system !== "" && !/^(?:0|false)$/iu.test(system)) {
    const path = /^(?:1|true)$/iu.test(system)
      ? joinPath(ground.folder, ".gemini/system.md")
      : resolvePath(ground.folder, system.replace(/^~(?=\/|$)/u, geminiHome(ground)));
    return (readTextIfPresent(path) ?? "").includes("${AgentSkills}")
      ? undefined
      : `The instructions in ${path} do not name \`\${AgentSkills}\`.`;
  }
  return /^(?:0|false)$/iu.test(said("GEMINI_PROMPT_AGENTSKILLS"))
    ? "`GEMINI_PROMPT_AGENTSKILLS` leaves skills out of the instructions."
    : undefined;
}
