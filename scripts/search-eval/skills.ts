/** The skills that searches are tried on: collected ones where they are at hand, otherwise made-up ones. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { findCorpus } from "../../bench/corpus.ts";
import { createRandom } from "../../bench/generate.ts";
import type { PublishedText } from "../../bench/registry/fill.ts";
import { readSkill } from "../../src/skill/index.ts";

/** A skill, and what its author says people ask for, where that was taken out of its description. */
export interface EvalSkill extends PublishedText {
  readonly request?: string;
}

export function collectedSkills(): readonly EvalSkill[] | undefined {
  const archive = findCorpus(process.env);
  if (archive === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "skillwright-search-"));
  try {
    spawnSync("tar", ["-xzf", archive, "-C", folder], { stdio: "inherit" });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^skill\.md$/iu.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    const skills = new Map<string, EvalSkill>();
    for (const file of files) {
      const skill = toSkill(dirname(file), readFileSync(file, "utf8"));
      if (skill !== undefined && !skills.has(skill.slug)) skills.set(skill.slug, skill);
    }
    return [...skills.values()];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toSkill(parent: string, text: string): EvalSkill | undefined {
  const { value } = readSkill(text, { path: "SKILL.md" });
  const description = value?.skill.guidance.description ?? "";
  const slug = (value?.skill.identity.name ?? basename(parent))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
  if (slug.length < 3 || description.length < 20) return undefined;
  const body = value?.skill.body ?? "";
  const shared = { slug, body, dialect: value?.dialect.id ?? "" };
  return { ...shared, ...takeRequest(description) };
}

const ASKED = /\b(?:use (?:this|when|it|for|to)|when (?:the )?users?|trigger|invoke)/iu;

/** A sentence that says when to use the skill becomes a question, and is not told to the search. */
function takeRequest(description: string): Pick<EvalSkill, "description" | "request"> {
  const sentences = description.split(/(?<=[.!?])\s+/u).filter((one) => one.trim() !== "");
  const at = sentences.findIndex((sentence, index) => index > 0 && ASKED.test(sentence));
  const sentence = sentences[at];
  if (sentence === undefined || sentence.length < 40) return { description };
  return {
    description: sentences.toSpliced(at, 1).join(" "),
    request: sentence.slice(0, 200),
  };
}

const ACTIONS = [
  ["summarize", "gives the gist of"],
  ["translate", "puts into another language"],
  ["validate", "makes sure of the quality of"],
  ["extract", "pulls facts out of"],
  ["schedule", "finds a time for"],
  ["migrate", "moves to a new place"],
  ["compare", "shows the differences between"],
  ["archive", "keeps for later"],
  ["visualize", "draws a picture of"],
  ["monitor", "keeps an eye on"],
  ["encrypt", "protects from strangers"],
  ["classify", "sorts into kinds"],
  ["generate", "writes from scratch"],
  ["review", "looks for mistakes in"],
  ["publish", "brings to readers"],
  ["clean", "removes what is superfluous in"],
] as const;
const THINGS =
  "invoice contract podcast recipe commit dataset ticket survey transcript certificate diagram newsletter playlist glossary ledger manuscript itinerary dashboard pipeline snapshot inventory questionnaire blueprint thesis lecture receipt voucher portrait timetable bulletin".split(
    " ",
  );
const PLACES =
  "postgres kubernetes spotify figma latex excel github telegram salesforce hubspot jira notion grafana terraform shopify wordpress zoom dropbox trello mastodon blender unity arduino raspberry mongodb redis kafka airflow snowflake tableau".split(
    " ",
  );

export function generatedSkills(count: number, seed: number): readonly EvalSkill[] {
  const random = createRandom(seed);
  const skills = new Map<string, EvalSkill>();
  const most = ACTIONS.length * THINGS.length * PLACES.length;
  while (skills.size < Math.min(count, most)) {
    const [verb, meaning] = random.pick(ACTIONS);
    const [thing, place, other] = [random.pick(THINGS), random.pick(PLACES), random.pick(THINGS)];
    const slug = `${place}-${thing}-${verb}`;
    skills.set(slug, {
      slug,
      description: `Takes every ${thing} in ${place} and ${meaning} it, also beside a ${other}.`,
      body: `Open ${place}, look for the ${thing}, and ${verb} it. Then tell the user about each ${other}.`,
      dialect: "",
      request: `I would like somebody to ${verb} each ${thing} that I have in ${place}`,
    });
  }
  return [...skills.values()];
}
