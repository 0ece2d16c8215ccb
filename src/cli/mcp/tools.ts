import { openOfferedTools } from "../../app/machine/offered-tools.ts";
import { loadedTools, LockedSkill, OWN_TOOLS, type ToolProvider } from "../../serve/mcp/index.ts";
import type { Context } from "../context.ts";

/** Tools that a server offers beside its own, until they are closed. */
export interface OfferedTools {
  readonly providers: readonly ToolProvider[];
  readonly close: () => Promise<void>;
}

/** The tools of the skills below the paths, as the options of the command agree to them. */
export async function offerTools(
  paths: readonly string[],
  context: Context,
): Promise<OfferedTools> {
  const { options, err } = context;
  const { skills: offered, registry } = await openOfferedTools(paths, context, {
    reserved: OWN_TOOLS,
    roots: options.texts("root"),
    agreement: {
      allow: options.texts("allow"),
      allowExperimental: options.flag("allow-experimental"),
      policy: options.texts("policy"),
    },
    mayInstall: options.flag("install"),
    mayAskLater: !options.flag("http"),
    say: (line) => err(`skillwright: ${line}\n`),
  });
  const skills = offered.map(({ folder, tools, ...item }) => ({
    folder,
    tools,
    skill: "locked" in item ? new LockedSkill(item.locked) : item.loaded,
  }));
  return {
    providers: [loadedTools(skills, registry)],
    close: async () => {
      for (const { skill } of skills) await skill.close();
    },
  };
}
