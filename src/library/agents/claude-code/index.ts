import type { Agent, AgentSkill, AgentView, Cut, DroppedFile, AgentContext } from "../agent.ts";
import { type Cause, type Hidden, listFull, notForModel, switchedOff, takenBy } from "../causes.ts";
import { type ClaudeFile, findFiles, listRoots } from "./find.ts";
import { type Line, listLines } from "./list.ts";
import { type ClaudeHead, readHead } from "./read.ts";
import { claudeHome, type ClaudeSettings, type Override, readSettings } from "./settings.ts";
import { isReserved, isShowable } from "./text.ts";

export const claudeCode: Agent = {
  id: "claude-code",
  title: "Claude Code",
  command: "claude",
  look,
  homes: (ground) => [claudeHome(ground)],
  roots: (ground) => listRoots(ground, "skills"),
};

const RESERVED: Cause = {
  reason: "Names of `anthropic-skills` are kept for the account.",
  fix: "Give the skill another name.",
};

interface Loaded {
  readonly file: ClaudeFile;
  readonly head: ClaudeHead;
  readonly display: string | undefined;
  readonly override: Override;
}

function look(ground: AgentContext): AgentView {
  const settings = readSettings(ground);
  const { files, dropped: unfit } = findFiles(ground, settings);
  const dropped: DroppedFile[] = [...unfit];
  const loaded = new Map<string, Loaded>();
  for (const file of files) {
    const skill = load(file, settings);
    const first = loaded.get(file.name);
    const reason = first === undefined ? reasonAgainst(skill) : takenBy(first.file.path);
    // What waits for files or is reserved does not keep its name from others; what is switched off does.
    if (first === undefined && (reason === undefined || skill.override === "off"))
      loaded.set(file.name, skill);
    if (reason !== undefined) dropped.push({ path: file.path, ...reason });
  }
  const all = [...loaded.values()].filter((skill) => reasonAgainst(skill) === undefined);
  const lines = new Map(all.map((skill) => [skill, toLine(skill)] as const));
  const listed = settings.deniesTool ? [] : all.filter(isForModel);
  const shown = listLines(
    listed.map((skill) => lines.get(skill) ?? toLine(skill)),
    [...lines.values()],
    settings,
  );
  const hidden = all.filter((skill) => !listed.includes(skill));
  return {
    skills: [
      ...listed.map((skill, index) => describeShown(skill, shown[index] ?? "", settings)),
      // Its own list holds those first that say what they are for.
      ...[...hidden.filter(isDescribed), ...hidden.filter((skill) => !isDescribed(skill))].map(
        (skill) => ({ ...describe(skill), shown: null, ...describeHidden(skill, settings) }),
      ),
    ],
    dropped,
    ignored: settings.ignored,
  };
}

function load(file: ClaudeFile, settings: ClaudeSettings): Loaded {
  const head = readHead(file.bytes, file.kind);
  const inPlugin =
    file.scope === "plugin" ? file.name.slice(0, file.name.lastIndexOf(":") + 1) : "";
  const own = file.kind === "Skill" ? head.display : undefined;
  const named = own === undefined || own.startsWith(inPlugin) ? own : inPlugin + own;
  const isShown = named !== undefined && isShowable(named.replaceAll(/&[lg]t;/gu, "<"));
  return {
    file,
    head,
    display: isShown ? named : undefined,
    override: settings.overrideOf(file.name),
  };
}

/** Why neither people nor the model can use it. */
function reasonAgainst({ file, head, display, override }: Loaded): Cause | undefined {
  if (display !== undefined && isReserved(display)) return RESERVED;
  if (head.isConditional)
    return switchedOff(
      "It waits until a file that matches `paths` is used.",
      "Remove `paths` where the skill is to count for all files.",
    );
  if (override === "off")
    return switchedOff(
      "`skillOverrides` in the settings switches it off.",
      `Set \`skillOverrides.${file.name}\` to \`on\`, or remove the entry.`,
    );
  if (!head.isForUser && (!head.isForModel || override === "user-invocable-only"))
    return switchedOff(
      `Neither people nor the model may use \`${file.name}\`.`,
      "Remove `user-invocable: false`, or let the model use it.",
    );
  return undefined;
}

function toLine({ file, head, display, override }: Loaded): Line {
  const when = head.whenToUse;
  return {
    name: file.name,
    display,
    text: when === undefined || when === "" ? head.description : `${head.description} - ${when}`,
    isNameOnly: override === "name-only",
  };
}

function isForModel({ head, override }: Loaded): boolean {
  return head.isForModel && override !== "user-invocable-only";
}

function isDescribed({ head }: Loaded): boolean {
  return head.hasOwnDescription || (head.whenToUse ?? "") !== "";
}

function describe({ file, head, display }: Loaded): Omit<AgentSkill, "shown"> {
  return {
    name: file.name,
    ...(display === undefined || display === file.name ? {} : { display }),
    description: head.description,
    path: file.path,
    source: file.scope,
    isEnabled: true,
  };
}

function describeShown(skill: Loaded, shown: string, settings: ClaudeSettings): AgentSkill {
  const { head, file, override } = skill;
  const cut = describeCut(head.description, shown);
  const max = settings.maxDescription.toLocaleString("en");
  const hidden: Hidden | undefined =
    cut === undefined
      ? undefined
      : override === "name-only"
        ? {
            why: `\`skillOverrides\` in ${settings.fileOf(file.name)} leaves only its name.`,
            fix: `Set \`skillOverrides.${file.name}\` to \`on\` there.`,
          }
        : cut.kept === 0
          ? listFull("The list for the model is full: only the name stands in it.")
          : {
              why: `Claude Code shows ${max} characters of a description at most.`,
              fix: `Say what matters in the first ${max} characters.`,
            };
  return {
    ...describe(skill),
    shown,
    ...(cut === undefined ? {} : { cut }),
    ...hidden,
    ...refusalOf(file.name, settings),
  };
}

/** The model still sees a skill whose use is denied. */
function refusalOf(name: string, { denialOf }: ClaudeSettings): Pick<AgentSkill, "refusal"> {
  const denial = denialOf(name);
  if (denial === undefined) return {};
  const { rule, file } = denial;
  return {
    refusal: {
      file,
      reason: `The model sees \`${name}\`, but may not use it: \`permissions.deny\` has \`${rule}\`.`,
      fix: `Remove \`${rule}\` from \`permissions.deny\`, or keep the skill from the model by \`skillOverrides\`.`,
    },
  };
}

/** In code points. */
function describeCut(description: string, shown: string): Cut | undefined {
  const at = shown.indexOf(": ");
  const text = at === -1 ? "" : shown.slice(at + 2);
  if (shown.endsWith(`: ${description}`) || text.startsWith(description)) return undefined;
  const whole = [...description];
  const seen = [...text];
  let kept = 0;
  while (kept < seen.length && seen[kept] === whole[kept]) kept += 1;
  return { of: whole.length, kept, tail: seen.slice(kept).join("") };
}

function describeHidden({ file, head }: Loaded, settings: ClaudeSettings): Hidden {
  if (settings.deniesTool)
    return {
      why: "The settings deny the tool that runs skills.",
      fix: "Remove `Skill` from `permissions.deny`.",
    };
  if (!head.isForModel) return notForModel;
  return {
    why: `\`skillOverrides\` in ${settings.fileOf(file.name)} keeps it from the model.`,
    fix: `Set \`skillOverrides.${file.name}\` to \`on\` there.`,
  };
}
