import { type LoadedSkill, loadSkill, ToolRegistry } from "../../run/tools/index.ts";
import { loadedTools, OWN_TOOLS, type ToolProvider } from "../../serve/mcp/index.ts";
import { quoteForShell, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { readNamed } from "../../app/machine/tools.ts";
import { withTools } from "../../app/tools/read-tools.ts";
import { loadOptionsOf, placesOf } from "../tools/ground.ts";

/** Tools that a server offers beside its own, until they are closed. */
export interface OfferedTools {
  readonly providers: readonly ToolProvider[];
  readonly close: () => Promise<void>;
}

/** Loads the skills below the paths that have tools and that the user has agreed to; names the others with reasons. */
export async function offerTools(
  paths: readonly string[],
  context: Context,
): Promise<OfferedTools> {
  const registry = new ToolRegistry(OWN_TOOLS);
  const skills: LoadedSkill[] = [];
  for (const { name, file } of withTools(await readNamed(placesOf(context), paths)))
    try {
      skills.push(await loadSkill(file, { ...loadOptionsOf(context), registry }));
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      const { message, code } = error.diagnostic;
      context.err(`skillwright: Not offered: tools of ${name}: ${message} (${code})\n`);
      context.err(
        `  \`skillwright permissions ${quoteForShell(name)}\` shows what it asks for, and keeps your yes.\n`,
      );
    }
  for (const { tool, shortName, collidesWith } of registry.list())
    if (collidesWith.length > 0)
      context.err(`skillwright: \`${tool.qualifiedName}\` is offered as \`${shortName}\`.\n`);
  return {
    providers: [loadedTools(skills, registry)],
    close: async () => {
      for (const skill of skills) await skill.close();
    },
  };
}
