import type { ListingForm, ListingRules } from "../listing.ts";
import { xmlText } from "../shared/escapes.ts";

const OPENING = "\n\nThe following skills provide specialized instructions for specific tasks.\n";
const RELATIVE =
  "When a skill file references a relative path, resolve it against the skill directory " +
  "(parent of SKILL.md / dirname of the path) and use that absolute path in tool commands.\n";
const BLOCK = "\n<available_skills>\n";

const NAME = "    <name>{name}</name>\n";
const DESCRIPTION = "    <description>{description}</description>\n";
const LOCATION = "    <location>{location}</location>\n";

function entry(...lines: readonly string[]): string {
  return `  <skill>\n${lines.join("")}  </skill>\n`;
}

/** 195 characters around the skills and 97 for each, besides the values. */
export const listing: ListingRules = {
  order: "by-name",
  full: {
    before: `${OPENING}Use the read tool to load a skill's file when the task matches its description.\n${BLOCK}`,
    entry: entry(NAME, DESCRIPTION, LOCATION),
    after: "</available_skills>",
  },
  whenEmpty: "nothing",
  escapes: { name: xmlText, description: xmlText, location: xmlText },
  trims: false,
  appendsWhenToUse: false,
  alwaysText: "",
  noteText: "",
};

function release(what: string, ...lines: readonly string[]): ListingForm {
  const read = `Read a skill's file at its listed location when the task matches its ${what}.\n`;
  return {
    before: OPENING + read + RELATIVE + BLOCK,
    entry: entry(...lines, "{note}"),
    after: "</available_skills>",
  };
}

const CUT = "⚠️ Skills truncated: included {included} of {total}";
const AUDIT = ". Run `openclaw skills check` to audit.";

/** The release keeps the list within a budget, and says above it what it left out. */
export const releaseListing: ListingRules = {
  ...listing,
  full: release("description", NAME, DESCRIPTION, LOCATION),
  noteText: "    <location_note>{text}</location_note>\n",
  nodesText:
    "Remote macOS node available ({nodes}). Run macOS-only skills via exec host=node on that node.",
  budget: {
    kind: "shrink-then-cut",
    maxSkills: 150,
    maxLength: 18_000,
    shortest: 4,
    longest: 220,
    ellipsis: "...",
    compact: release("name or description", NAME, DESCRIPTION, LOCATION),
    bare: release("name", NAME, LOCATION),
    notes: {
      cut: {
        full: CUT + AUDIT,
        compact: `${CUT} (compact format, descriptions shortened)${AUDIT}`,
        bare: `${CUT} (compact format, descriptions omitted)${AUDIT}`,
      },
      whole: {
        compact: `⚠️ Skills catalog using compact format (descriptions shortened)${AUDIT}`,
        bare: `⚠️ Skills catalog using compact format (descriptions omitted)${AUDIT}`,
      },
    },
    limits: {
      maxSkills: [["skills", "limits", "maxSkillsInPrompt"]],
      maxLength: [
        ["agents", "entries", "{agent}", "skillsLimits", "maxSkillsPromptChars"],
        ["skills", "limits", "maxSkillsPromptChars"],
      ],
    },
    context: { tokensPerCharacter: 5, shortest: 64 },
  },
};
