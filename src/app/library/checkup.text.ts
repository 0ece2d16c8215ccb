import type { Remedy } from "../../library/gate/index.ts";
import { oneLine } from "../../skill/index.ts";
import type { CheckUp, HostState, RootState } from "./checkup.ts";
import { formatConfirmed } from "./confirmed.ts";
import type { NextStep } from "./next-steps.ts";
import { renderProblem } from "./render-problem.ts";
import { count, type Screen, type TextView } from "../text.ts";

const WIDTH = 9;
const MOST_PROBLEMS = 10;

export const checkupText: TextView<{ readonly systems: readonly CheckUp[] }> = {
  render: ({ systems }, screen) =>
    systems.length === 0
      ? "No system keeps skills here. `skillwright doctor --as D` shows where one looks for them.\n"
      : systems.map((result) => renderCheckUp(result, screen)).join("\n"),
};

function renderCheckUp(result: CheckUp, screen: Screen): string {
  const { style } = screen;
  const { found, loaded, ineligible, shadowed, unreadable, passedOver } = result.counts;
  // A coding agent is asked as a whole: its settings are in what it says of each skill.
  const isAgent = result.agent === result.dialect;
  const hosts = result.hosts.length === 0 ? "none" : result.hosts.map(formatHost).join(", ");
  const files = [result.settings, result.ownSettings].filter((file) => file !== undefined);
  const shown = files.map((file) => screen.displayPath(file));
  const settings = shown.length === 0 ? "none" : shown.join(", and over it ");
  return `${[
    `${style("bold", result.title)} (${result.dialect})${isAgent ? "" : `, agent ${result.agent}`}`,
    ...(result.note === undefined ? [] : [line("rules", result.note)]),
    ...(result.evidence === undefined
      ? []
      : [line("release", screen.shortenPaths(result.evidence))]),
    ...(isAgent || result.confirmedBy !== null ? [line("rules", formatConfirmed(result))] : []),
    ...(isAgent
      ? []
      : [
          line(
            "settings",
            result.isRefused === true ? `${settings}, refused: the rest is without them` : settings,
          ),
          line("hosts", hosts),
        ]),
    ...result.roots.map((root, at) =>
      line(at === 0 ? "roots" : "", renderRoot(root, computeWidth(result), screen)),
    ),
    line(
      "skills",
      `${found} found, ${loaded} loaded, ${ineligible} not eligible, ${shadowed} shadowed, ` +
        `${unreadable} unreadable${passedOver === 0 ? "" : `, ${passedOver} passed over`}`,
    ),
    ...result.reasons.map(({ code, count: amount, examples }) =>
      line("", `  ${amount} × ${code}: ${screen.shortenPaths(some(examples, amount))}`),
    ),
    line("prompt", formatPrompt(result)),
    ...renderProblems(result, screen),
    ...renderSteps(result.nextSteps, screen),
  ].join("\n")}\n`;
}

function formatHost({ id, os, counts, isConnected }: HostState): string {
  const facts = [os, isConnected ? undefined : "left", counts ? undefined : "does not count"];
  const said = facts.filter((fact) => fact !== undefined);
  return oneLine(said.length === 0 ? id : `${id} (${said.join(", ")})`);
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(WIDTH)} ${text}`;
}

function computeWidth({ roots }: CheckUp): number {
  return Math.max(0, ...roots.map(({ source }) => source.length));
}

function renderRoot(root: RootState, width: number, screen: Screen): string {
  const { style } = screen;
  const path = screen.displayPath(root.path);
  const plugin = root.plugin === undefined ? "" : ` of the plugin ${oneLine(root.plugin)}`;
  const source = root.source.padEnd(width);
  if (root.state === "searched")
    return `${style("green", "✓")} ${source} ${path}${plugin}: ${count(root.found, "skill")}`;
  if (root.state === "missing") return `${style("dim", "–")} ${source} ${path}: does not exist`;
  const why = oneLine(screen.shortenPaths(root.why ?? ""));
  return `${style("red", "✗")} ${source} ${path}: cannot be read, ${why}`;
}

function some(names: readonly string[], of: number): string {
  const more = of > names.length ? `, and ${of - names.length} more` : "";
  return oneLine(names.join(", ")) + more;
}

function formatPrompt({ prompt }: CheckUp): string {
  const most = prompt.maxCharacters === undefined ? "" : ` of at most ${prompt.maxCharacters}`;
  return (
    `${count(prompt.skills, "skill")}, ${prompt.characters}${most} characters, ` +
    `${prompt.tokens} tokens; ${prompt.shortened} shortened, ${prompt.cut} cut`
  );
}

function renderProblems({ problems }: CheckUp, screen: Screen): readonly string[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, MOST_PROBLEMS);
  const rest = problems.length - shown.length;
  return [
    "",
    screen.style("bold", count(problems.length, "problem")),
    ...shown.flatMap((problem) => renderProblem(problem, screen)),
    ...(rest === 0 ? [] : [`  and ${rest} more; \`--json\` shows all`]),
  ];
}

/** What to do comes from the library, with whole paths in it; in settings they stay so. */
function renderSteps(steps: readonly NextStep[], screen: Screen): readonly string[] {
  if (steps.length === 0) return [];
  const { style } = screen;
  return [
    "",
    style("bold", "What to do next"),
    ...steps.flatMap((step, at) => {
      const { skills, also = [] } = step;
      const amount = skills.length;
      const whom = amount === 0 ? "" : ` Helps ${some(skills.slice(0, 3), amount)}.`;
      const [what = "", ...rest] = renderStep(step, screen);
      return [
        `  ${at + 1}. ${what}${also.length === 0 ? whom : ""}`,
        ...rest,
        ...also.flatMap((remedy, index) => {
          const [words = "", ...more] = renderStep(remedy, screen);
          return [`     and ${words}${index === also.length - 1 ? whom : ""}`, ...more];
        }),
      ];
    }),
  ];
}

function renderStep({ say, command, config }: Remedy, screen: Screen): readonly string[] {
  const file = config?.file;
  const place = file?.startsWith("~") === true ? file : file && screen.displayPath(file);
  const what = place === undefined ? say : `${say.replace(/\.$/, "")}, in ${place}.`;
  const text = command === undefined ? config?.text : screen.shortenPaths(command);
  return [
    oneLine(screen.shortenPaths(what)),
    ...(text === undefined ? [] : [`       ${screen.style("bold", oneLine(text))}`]),
  ];
}
