/** What an editor can have done to a skill: the line above the text leads here, and so does a menu. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type WorkspaceEdit,
} from "vscode-languageserver-types";
import { convert, type LossReport, reportMarkdown } from "../../../skill/convert/index.ts";
import {
  chooseDialect,
  type Dialect,
  dialects,
  findDialect,
  formatPath,
  type Path,
  quoteForShell,
} from "../../../skill/index.ts";
import {
  inPoints,
  type MeasuredLift,
  type MeasuredTriggers,
  readMeasuredLift,
  readMeasuredTriggers,
} from "../../eval/measured-lift.ts";
import { type Reach, computeReach } from "../reach.ts";
import { EditorRefusal, type LanguagePorts, type OpenSkill } from "./ports.ts";
import { changedPart, toEdit } from "./protocol.ts";

/** Where it works, and why not elsewhere. */
const SHOW_REACH = "skillwright.showReach";
/** What it costs to list and to read. */
const SHOW_COST = "skillwright.showCost";
/** How much it helps. */
const SHOW_EVALS = "skillwright.showEvals";
/** Takes the id of a format as second argument, and asks for it where there is none. */
const CONVERT = "skillwright.convert";

export const COMMANDS: readonly string[] = [SHOW_REACH, SHOW_COST, SHOW_EVALS, CONVERT];

/** One line above the skill, with a command behind each part of it. */
export async function codeLenses<Skill extends OpenSkill>(
  skill: Skill,
  ports: LanguagePorts<Skill>,
): Promise<readonly CodeLens[]> {
  const { document, shown } = skill;
  const countTokens = await ports.loadTokenCounter();
  const start = { line: 0, character: 0 };
  const parts = [
    [SHOW_REACH, reachTitle(computeReach(document.getText(), shown))],
    [SHOW_COST, `${countTokens(document.getText())} tokens`],
    [SHOW_EVALS, evalTitle(measured(skill, ports))],
    [CONVERT, "Convert"],
  ] as const;
  return parts.map(([command, title]) => ({
    range: { start, end: start },
    command: { title, command, arguments: [document.uri] },
  }));
}

interface PromptSize {
  readonly lifts: readonly MeasuredLift[];
  readonly triggers: readonly MeasuredTriggers[];
}

function measured<Skill extends OpenSkill>(
  skill: Skill,
  { benchmarks }: LanguagePorts<Skill>,
): PromptSize {
  const texts = benchmarks(skill);
  return {
    lifts: texts.map(readMeasuredLift).filter((one) => one !== undefined),
    triggers: texts.map(readMeasuredTriggers).filter((one) => one !== undefined),
  };
}

/** The best of each. */
function evalTitle({ lifts, triggers }: PromptSize): string {
  const [trigger] = triggers.toSorted((a, b) => b.f1 - a.f1);
  const [lift] = lifts.toSorted((a, b) => b.lift - a.lift);
  const parts = [
    ...(trigger === undefined ? [] : [`F1 ${trigger.f1.toFixed(2)}`]),
    ...(lift === undefined ? [] : [`${signed(lift.lift)} points with ${lift.model}`]),
  ];
  return parts.length === 0 ? "Not evaluated" : parts.join(" · ");
}

function signed(lift: number): string {
  const points = inPoints(lift);
  return points > 0 ? `+${points}` : String(points);
}

/** What is behind a command, as text; undefined for one that is not known. */
export async function runCommand<Skill extends OpenSkill>(
  command: string,
  skill: Skill,
  target: unknown,
  ports: LanguagePorts<Skill>,
): Promise<string | undefined> {
  if (command === SHOW_REACH) return describeReach(skill);
  if (command === SHOW_COST) return await describeCost(skill, ports);
  if (command === SHOW_EVALS) return describeEvals(skill, ports);
  if (command === CONVERT) return await convertSkill(skill, target, ports);
  return undefined;
}

function describeReach({ document, shown }: OpenSkill): string {
  const reach = computeReach(document.getText(), shown);
  const lines = reach.others.map(({ title, reason }) => `${title}: ${reason}`);
  return [`${reachTitle(reach)}.`, ...lines].join("\n");
}

function reachTitle({ works, partly, total }: Reach): string {
  return `Works on ${works} of ${total} systems${partly === 0 ? "" : `, in part on ${partly}`}`;
}

const STATES = {
  whole: "listed as a whole",
  shortened: "listed with a shortened description",
  "name alone": "listed by its name alone",
  "left out": "not listed",
} as const;

async function describeCost<Skill extends OpenSkill>(
  skill: Skill,
  { loadTokenCounter, listed }: LanguagePorts<Skill>,
): Promise<string> {
  const countTokens = await loadTokenCounter();
  const { total, lists } = listed(skill);
  const beside = total === 1 ? "alone" : `beside ${total - 1} more of the folder`;
  return [
    `Reading it takes ${countTokens(skill.document.getText())} tokens. Its entry in the list of skills, ${beside}:`,
    ...lists.map(
      ({ title, characters, state }) => `${title}: ${STATES[state]}, ${characters} characters`,
    ),
  ].join("\n");
}

function describeEvals<Skill extends OpenSkill>(skill: Skill, ports: LanguagePorts<Skill>): string {
  const { lifts, triggers } = measured(skill, ports);
  const folder = skill.shown.replace(/(?:^|\/)[^/]*$/u, "") || ".";
  const lines = [
    ...triggers.map(
      ({ model, f1, cases }) =>
        `${model}: F1 ${f1.toFixed(2)} of loading it where it should be (${cases} cases).`,
    ),
    ...lifts.map(
      ({ model, withSkill, without, cases, verdict }) =>
        `${model}: ${inPoints(withSkill)} % of the statements hold with the skill, ${inPoints(without)} % without it (${cases} cases${verdict === undefined ? "" : `: ${verdict}`}).`,
    ),
  ];
  const place = quoteForShell(folder);
  const out = quoteForShell(`${folder}/evals`);
  return [
    ...(lines.length > 0
      ? lines
      : ports.benchmarks(skill).length > 0
        ? ["`evals/benchmark.json` beside the skill cannot be read as a benchmark."]
        : ["There is no `evals/benchmark.json` beside the skill."]),
    `Draft cases: skillwright eval new ${place}`,
    `See whether it loads: skillwright eval triggers ${place} --out ${out}`,
    `See whether it helps: skillwright eval run ${place} --out ${out}`,
  ].join("\n");
}

/** Formats that a skill can be written in, its own left out. */
function listTargets({ dialect }: OpenSkill): readonly Dialect[] {
  return dialects.filter(({ id }) => id !== dialect);
}

/** Offered where a menu of such actions is opened, not at every light bulb. */
export function convertActions(skill: OpenSkill): readonly CodeAction[] {
  return listTargets(skill).map(({ id, title }) => ({
    title: `Convert to ${title}`,
    kind: CodeActionKind.RefactorRewrite,
    command: {
      title: `Convert to ${title}`,
      command: CONVERT,
      arguments: [skill.document.uri, id],
    },
  }));
}

/** Writes the skill in another format in its place, after what would be lost was agreed to; gives the report. */
async function convertSkill<Skill extends OpenSkill>(
  skill: Skill,
  wanted: unknown,
  ports: LanguagePorts<Skill>,
): Promise<string> {
  const target = await chooseTarget(skill, wanted, ports);
  if (target === undefined) return "Nothing was converted.";
  const { document, shown } = skill;
  const before = document.getText();
  const from = findDialect(skill.dialect);
  const done = convert(before, {
    to: target,
    path: shown,
    ...(from === undefined ? {} : { from }),
  });
  const [beside] = Object.keys(done.files ?? {});
  if (beside !== undefined)
    throw new EditorRefusal(
      `In ${target.title} this skill has more files (\`${beside}\`). Write them with \`skillwright convert ${quoteForShell(shown)} --to ${quoteForShell(target.id)} --out FOLDER\`.`,
    );
  const losses = describeLosses(done.report);
  if (losses.length > 0) {
    const message = `${target.title}: ${losses.join("; ")}.`;
    if ((await ports.choose(message, [CONVERT_ANYWAY])) !== CONVERT_ANYWAY)
      return "Nothing was converted.";
  }
  const edit: WorkspaceEdit = {
    changes: { [document.uri]: [toEdit(document, changedPart(before, done.text))] },
  };
  await ports.applyEdit(edit);
  return reportMarkdown(done.report);
}

const CONVERT_ANYWAY = "Convert anyway";

function describeLosses({ entries, missing }: LossReport): readonly string[] {
  const sources = (wanted: LossReport["entries"][number]["outcome"]): readonly Path[] =>
    entries.filter(({ outcome }) => outcome === wanted).map(({ source }) => source);
  return [
    ...phrase("no place for", sources("dropped")),
    ...phrase("only a part is kept of", sources("approximated")),
    ...phrase(
      "this is missing:",
      missing.map(({ path }) => path),
    ),
  ];
}

const MOST_NAMED = 4;

function phrase(words: string, paths: readonly Path[]): readonly string[] {
  if (paths.length === 0) return [];
  const names = paths.slice(0, MOST_NAMED).map((path) => `\`${formatPath(path)}\``);
  const more = paths.length > MOST_NAMED ? [`${paths.length - MOST_NAMED} more`] : [];
  return [`${words} ${[...names, ...more].join(", ")}`];
}

async function chooseTarget<Skill extends OpenSkill>(
  skill: Skill,
  wanted: unknown,
  { choose }: LanguagePorts<Skill>,
): Promise<Dialect | undefined> {
  if (typeof wanted === "string") {
    const found = findDialect(wanted);
    if (found === undefined)
      throw new EditorRefusal(
        `No format \`${wanted}\`; there are ${dialects.map(({ id }) => `\`${id}\``).join(", ")}.`,
      );
    return chooseDialect(found.id);
  }
  const targets = listTargets(skill);
  const title = await choose(
    "Convert the skill to which format?",
    targets.map((one) => one.title),
  );
  const chosen = targets.find((one) => one.title === title);
  return chosen === undefined ? undefined : chooseDialect(chosen.id);
}
