import type { LoadedSkill, SkillTools } from "../../run/tools/index.ts";
import { describeTools, loadTools, readSkillTools, ToolRegistry } from "../../run/tools/index.ts";
import type { SandboxPolicy } from "../../run/authority/index.ts";
import {
  loadedTools,
  LockedSkill,
  type OfferedSkill,
  OWN_TOOLS,
  type ToolProvider,
} from "../../serve/mcp/index.ts";
import { quoteForShell, SkillError } from "../../skill/model/index.ts";
import type { Context } from "../context.ts";
import { readNamed } from "../../app/machine/tools.ts";
import { withTools } from "../../app/tools/read-tools.ts";
import {
  type AskForConsent,
  authorizeBy,
  toLoadOptions,
  toPlaces,
} from "../../app/machine/local-tools.ts";
import type { Agreement } from "../../app/tools/local-tools.ts";

/** Tools that a server offers beside its own, until they are closed. */
export interface OfferedTools {
  readonly providers: readonly ToolProvider[];
  readonly close: () => Promise<void>;
}

type Closable = OfferedSkill & Pick<LoadedSkill, "close">;

/**
 * Loads the skills below the paths that have tools and that the user has agreed to. Where the user sits before the
 * program that calls, those that lack a yes are offered as well, and ask for it when they are called; the others are
 * named with reasons.
 */
export async function offerTools(
  paths: readonly string[],
  context: Context,
): Promise<OfferedTools> {
  const registry = new ToolRegistry(OWN_TOOLS);
  const skills: Closable[] = [];
  const mayLock = !context.options.flag("http");
  for (const { name, file } of withTools(await readNamed(loadOptionsOf(context), paths)))
    try {
      const skill = await readSkillTools(file);
      const locked = mayLock ? await lock(skill, context) : undefined;
      if (locked === undefined)
        skills.push(await loadTools(skill, { ...loadOptionsOf(context), registry }));
      else {
        registry.add(describeTools(skill));
        skills.push(locked);
        context.err(`skillwright: Tools of ${name} ask for your yes when they are called.\n`);
      }
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      const { message, code } = error.diagnostic;
      context.err(`skillwright: Not offered: tools of ${name}: ${message} (${code})\n`);
      context.err(`  ${elsewhere(name)}\n`);
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

function elsewhere(name: string): string {
  return `\`skillwright permissions ${quoteForShell(name)}\` shows what it asks for, and keeps your yes.`;
}

/** What the options of a command agree to. */
function agreementOf({ options }: Context): Agreement {
  return {
    allow: options.texts("allow"),
    allowExperimental: options.flag("allow-experimental"),
    policy: options.texts("policy"),
  };
}

function loadOptionsOf(context: Context): ReturnType<typeof toLoadOptions> {
  const places = toPlaces(context, context.options.texts("root"));
  return toLoadOptions(context, places, agreementOf(context), context.options.flag("install"));
}

class Asked extends Error {}

/** The skill with the question that loading it would ask; undefined where it needs no answer. */
async function lock(skill: SkillTools, context: Context): Promise<LockedSkill | undefined> {
  const agreement = agreementOf(context);
  let question: readonly string[] = [];
  let policy: SandboxPolicy | undefined;
  const note: AskForConsent = async (lines, asked, whole) => {
    question = [...lines, asked];
    policy = whole;
    throw new Asked();
  };
  try {
    await authorizeBy(skill, agreement, context, note);
  } catch (error) {
    if (!(error instanceof Asked)) throw error;
  }
  if (policy === undefined) return undefined;
  const read = question.join("\n");
  return new LockedSkill({
    name: skill.name,
    policy,
    question,
    elsewhere: elsewhere(skill.name),
    load: async (keep) => {
      // The files may be others by now, and so may be what they ask for.
      const now = await readSkillTools(skill.file, skill.shown);
      const yes: AskForConsent = async (lines, asked) => ({
        isGranted: [...lines, asked].join("\n") === read,
        keep,
      });
      return await loadTools(now, {
        ...loadOptionsOf(context),
        authorize: (tools) => authorizeBy(tools, agreement, context, yes),
      });
    },
  });
}
