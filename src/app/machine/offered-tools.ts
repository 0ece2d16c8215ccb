/** Skills of this machine whose tools a server offers beside its own. */
import { kindOf, realPath, resolvePath } from "../../platform/index.ts";
import type { SandboxPolicy } from "../../run/authority/index.ts";
import {
  describeTools,
  type LoadedSkill,
  loadProblems,
  type LoadOptions,
  loadTools,
  readSkillTools,
  type SkillTools,
  ToolRegistry,
} from "../../run/tools/index.ts";
import { quoteForShell, SkillError } from "../../skill/model/index.ts";
import type { Agreement } from "../tools/local-tools.ts";
import { withTools } from "../tools/read-tools.ts";
import type { LocalComputer } from "./local-computer.ts";
import { type AskForConsent, authorizeBy, toLoadOptions, toPlaces } from "./local-tools.ts";
import { readNamed, skillsBelow } from "./tools.ts";

/** A skill that its user has not agreed to yet. */
export interface LockedTools {
  readonly name: string;
  /** What it may touch once its user has agreed. */
  readonly policy: SandboxPolicy;
  /** What the user reads, a line each; the last one asks. */
  readonly question: readonly string[];
  /** How to agree if there is no person to ask here. */
  readonly elsewhere: string;
  /** Loads it after a yes, which is kept for later starts or not. */
  readonly load: (keep: boolean) => Promise<LoadedSkill>;
}

export interface OfferOptions {
  /** Names of tools that are taken. */
  readonly reserved: readonly string[];
  /** Folders in which skills are looked for first. */
  readonly roots: readonly string[];
  readonly agreement: Agreement;
  readonly mayInstall: boolean;
  /** Skills that lack a yes are offered as well: the user sits before the program that calls. */
  readonly mayAskLater: boolean;
  /** A line for whoever starts the server. */
  readonly say: (line: string) => void;
}

interface OfferedTool {
  readonly folder: string;
  readonly tools: LoadedSkill["tools"];
}

export interface OfferedSkills {
  readonly skills: readonly (OfferedTool &
    ({ readonly loaded: LoadedSkill } | { readonly locked: LockedTools }))[];
  readonly registry: ToolRegistry;
}

/** Loads the skills below the paths that have tools and that the user has agreed to; the others are named with reasons. */
export async function openOfferedTools(
  paths: readonly string[],
  computer: LocalComputer,
  options: OfferOptions,
): Promise<OfferedSkills> {
  const { agreement, mayAskLater, say } = options;
  const registry = new ToolRegistry(options.reserved);
  const skills: OfferedSkills["skills"][number][] = [];
  const places = toPlaces(computer, options.roots);
  const loadOptions = toLoadOptions(computer, places, agreement, options.mayInstall);
  const folders = paths.filter((path) => hasSkills(resolvePath(computer.folder, path)));
  const named = folders.length === 0 ? [] : await readNamed(places, folders);
  for (const { name, file } of withTools(named))
    try {
      const read = await readSkillTools(file);
      const folder = realPath(read.folder);
      const locked = mayAskLater ? await lock(read, agreement, computer, loadOptions) : undefined;
      if (locked === undefined) {
        const loaded = await loadTools(read, { ...loadOptions, registry });
        skills.push({ folder, tools: loaded.tools, loaded });
      } else {
        const tools = describeTools(read);
        registry.add(tools);
        skills.push({ folder, tools, locked });
        say(`Tools of ${name} ask for your yes when they are called.`);
      }
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      const { message, code } = error.diagnostic;
      say(`Not offered: tools of ${name}: ${message} (${code})\n  ${elsewhere(name)}`);
    }
  for (const { tool, shortName, collidesWith } of registry.list())
    if (collidesWith.length > 0) say(`\`${tool.qualifiedName}\` is offered as \`${shortName}\`.`);
  return { skills, registry };
}

function hasSkills(path: string): boolean {
  return kindOf(path) !== "folder" || skillsBelow(path, path).length > 0;
}

function elsewhere(name: string): string {
  return `\`skillwright permissions ${quoteForShell(name)}\` shows what it asks for, and keeps your yes.`;
}

class ToolQuestion extends Error {}

/** The skill with the question that loading it would ask; undefined where it needs no answer. */
async function lock(
  skill: SkillTools,
  agreement: Agreement,
  computer: LocalComputer,
  loadOptions: LoadOptions,
): Promise<LockedTools | undefined> {
  // Nobody should be asked about what cannot be loaded.
  if (loadProblems(skill).length > 0) return undefined;
  let question: readonly string[] = [];
  let policy: SandboxPolicy | undefined;
  const note: AskForConsent = async (lines, asked, whole) => {
    question = [...lines, asked];
    policy = whole;
    throw new ToolQuestion();
  };
  try {
    await authorizeBy(skill, agreement, computer, note);
  } catch (error) {
    if (!(error instanceof ToolQuestion)) throw error;
  }
  if (policy === undefined) return undefined;
  const read = question.join("\n");
  return {
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
        ...loadOptions,
        authorize: (tools) => authorizeBy(tools, agreement, computer, yes),
      });
    },
  };
}
