import type { Remedy } from "../../library/gate/index.ts";
import { oneLine } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { count } from "../render.ts";
import type { CheckUp, HostState, RootState } from "./check-up.ts";
import type { NextStep } from "./next-steps.ts";
import { shortenPaths, shortPath } from "./show-path.ts";
import { renderProblem } from "./render-problem.ts";

const WIDTH = 9;
const MOST_PROBLEMS = 10;

export function renderCheckUp(result: CheckUp, context: Context): string {
  const { paint } = context;
  const { found, loaded, ineligible, shadowed, unreadable, passedOver } = result.counts;
  const hosts = result.hosts.length === 0 ? "none" : result.hosts.map(sayHost).join(", ");
  const files = [result.settings, result.ownSettings].filter((file) => file !== undefined);
  const shown = files.map((file) => shortPath(file, context));
  const settings = shown.length === 0 ? "none" : shown.join(", and over it ");
  return `${[
    `${paint("bold", result.title)} (${result.dialect}), agent ${result.agent}`,
    ...(result.note === undefined ? [] : [line("rules", result.note)]),
    line(
      "settings",
      result.isRefused === true ? `${settings}, refused: the rest is without them` : settings,
    ),
    line("hosts", hosts),
    ...result.roots.map((root, at) =>
      line(at === 0 ? "roots" : "", renderRoot(root, widthOf(result), context)),
    ),
    line(
      "skills",
      `${found} found, ${loaded} loaded, ${ineligible} not eligible, ${shadowed} shadowed, ` +
        `${unreadable} unreadable${passedOver === 0 ? "" : `, ${passedOver} passed over`}`,
    ),
    ...result.reasons.map(({ code, count: amount, examples }) =>
      line("", `  ${amount} × ${code}: ${shortenPaths(some(examples, amount), context)}`),
    ),
    line("prompt", sayPrompt(result)),
    ...renderProblems(result, context),
    ...renderSteps(result.nextSteps, context),
  ].join("\n")}\n`;
}

function sayHost({ id, os, counts, isConnected }: HostState): string {
  const facts = [os, isConnected ? undefined : "left", counts ? undefined : "does not count"];
  const said = facts.filter((fact) => fact !== undefined);
  return oneLine(said.length === 0 ? id : `${id} (${said.join(", ")})`);
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(WIDTH)} ${text}`;
}

function widthOf({ roots }: CheckUp): number {
  return Math.max(0, ...roots.map(({ source }) => source.length));
}

function renderRoot(root: RootState, width: number, context: Context): string {
  const { paint } = context;
  const path = shortPath(root.path, context);
  const plugin = root.plugin === undefined ? "" : ` of the plugin ${oneLine(root.plugin)}`;
  const source = root.source.padEnd(width);
  if (root.state === "searched")
    return `${paint("green", "✓")} ${source} ${path}${plugin}: ${count(root.found, "skill")}`;
  if (root.state === "missing") return `${paint("dim", "–")} ${source} ${path}: does not exist`;
  const why = oneLine(shortenPaths(root.why ?? "", context));
  return `${paint("red", "✗")} ${source} ${path}: cannot be read, ${why}`;
}

function some(names: readonly string[], of: number): string {
  const more = of > names.length ? `, and ${of - names.length} more` : "";
  return oneLine(names.join(", ")) + more;
}

function sayPrompt({ prompt }: CheckUp): string {
  const most = prompt.maxCharacters === undefined ? "" : ` of at most ${prompt.maxCharacters}`;
  return (
    `${count(prompt.skills, "skill")}, ${prompt.characters}${most} characters, ` +
    `${prompt.tokens} tokens; ${prompt.shortened} shortened, ${prompt.cut} cut`
  );
}

function renderProblems({ problems }: CheckUp, context: Context): readonly string[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, MOST_PROBLEMS);
  const rest = problems.length - shown.length;
  return [
    "",
    context.paint("bold", count(problems.length, "problem")),
    ...shown.flatMap((problem) => renderProblem(problem, context)),
    ...(rest === 0 ? [] : [`  and ${rest} more; \`--json\` shows all`]),
  ];
}

/** What to do comes from the library, with whole paths in it; in settings they stay so. */
function renderSteps(steps: readonly NextStep[], context: Context): readonly string[] {
  if (steps.length === 0) return [];
  const { paint } = context;
  return [
    "",
    paint("bold", "What to do next"),
    ...steps.flatMap((step, at) => {
      const { skills, also = [] } = step;
      const amount = skills.length;
      const whom = amount === 0 ? "" : ` Helps ${some(skills.slice(0, 3), amount)}.`;
      const [what = "", ...rest] = renderStep(step, context);
      return [
        `  ${at + 1}. ${what}${also.length === 0 ? whom : ""}`,
        ...rest,
        ...also.flatMap((remedy, index) => {
          const [words = "", ...more] = renderStep(remedy, context);
          return [`     and ${words}${index === also.length - 1 ? whom : ""}`, ...more];
        }),
      ];
    }),
  ];
}

function renderStep({ say, command, config }: Remedy, context: Context): readonly string[] {
  const file = config?.file;
  const place = file?.startsWith("~") === true ? file : file && shortPath(file, context);
  const what = place === undefined ? say : `${say.replace(/\.$/, "")}, in ${place}.`;
  const text = command === undefined ? config?.text : shortenPaths(command, context);
  return [
    oneLine(shortenPaths(what, context)),
    ...(text === undefined ? [] : [`       ${context.paint("bold", oneLine(text))}`]),
  ];
}
