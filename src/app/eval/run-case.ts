/** One case with one version of a skill: what the model answers and does, and what of it holds. */
import {
  type Configuration,
  type EvalCase,
  type EvalRun,
  gradeChecks,
  JUDGE_PROMPT,
  judgedStatements,
  judgeRequest,
  readJudgement,
  type RunFacts,
} from "../../check/eval/index.ts";
import {
  type AskRecorded,
  type EvalModel,
  openWorkspace,
  plainPath,
  type RunCommand,
  WORK_TOOLS,
  type WorkFiles,
  type Workspace,
} from "../../run/eval/index.ts";
import type { ToolCall, ToolTurn } from "../../run/models/index.ts";
import { runWithin } from "../../platform/machine/index.ts";

/** For one pattern of an author and one answer. */
const MOST_CHECK_MS = 2000;

/** Calls of tools in one answer; who needs more has lost the way. */
const MOST_TURNS = 20;
/** Text of an input file in a request, for a model without tools. */
const MOST_FILE = 100_000;

export interface Version {
  readonly configuration: Configuration;
  readonly system: string;
  /** What lies beside its SKILL.md, where the model has tools. */
  readonly files: WorkFiles;
}

export interface Job {
  readonly item: EvalCase;
  readonly version: Version;
  readonly files: WorkFiles;
  readonly trial: number;
}

export interface Tools {
  readonly runCommand: RunCommand;
  readonly recorded: AskRecorded;
}

export interface Ports {
  readonly model: EvalModel;
  readonly tools?: Tools;
  readonly signal: AbortSignal;
  /** Ids of the models that judge. */
  readonly judges: readonly string[];
  readonly hasSecond: boolean;
  /** What both judges said of the same statement. */
  readonly pairs: (readonly [boolean, boolean])[];
}

export async function runJob({ item, version, files, trial }: Job, ports: Ports): Promise<EvalRun> {
  const { model, signal, tools } = ports;
  const workspace =
    tools === undefined
      ? undefined
      : openWorkspace(new Map([...version.files, ...files]), tools.runCommand, tools.recorded);
  const messages: { role: "system" | "user" | "assistant"; content: string }[] = [
    { role: "system", content: version.system },
  ];
  const spent = { tokens: 0, cost: 0, seconds: 0 };
  const calls: ToolCall[] = [];
  const { context, prompt, turns } = item;
  const given = workspace === undefined ? decodeTexts(files) : [];
  const first = [...(context === undefined ? [] : [context]), prompt, ...given].join("\n\n");
  let output = "";
  for (const said of [first, ...turns]) {
    messages.push({ role: "user", content: said });
    const done: ToolTurn[] = [];
    for (let count = 0; count < MOST_TURNS; count += 1) {
      const answer = await model.ask(
        {
          model: model.id,
          messages: [...messages],
          tools: workspace === undefined ? [] : WORK_TOOLS,
          turns: [...done],
          trial,
        },
        signal,
      );
      output = answer.text;
      spent.tokens += (answer.usage.inputTokens ?? 0) + (answer.usage.outputTokens ?? 0);
      spent.cost += answer.cost ?? 0;
      spent.seconds += answer.seconds;
      if (workspace === undefined || answer.calls.length === 0) break;
      const answered: ToolTurn["calls"][number][] = [];
      for (const call of answer.calls) {
        calls.push(call);
        answered.push({ call, answer: await workspace.call(call, trial, signal) });
      }
      done.push({ text: answer.text, calls: answered });
    }
    messages.push({ role: "assistant", content: output });
  }
  const facts = {
    output,
    ...spent,
    ...(workspace === undefined ? {} : collectFacts(workspace, calls)),
  };
  const checks = gradeChecks(item.checks, facts, (work) => runWithin(MOST_CHECK_MS, work));
  const judged = await judge(item, output, trial, ports);
  return {
    case: item.id,
    configuration: version.configuration,
    trial,
    statements: [...checks, ...judged],
    output,
    toolCalls: calls.length,
    ...spent,
  };
}

function collectFacts(workspace: Workspace, toolCalls: readonly ToolCall[]): Partial<RunFacts> {
  const read = (path: string): Uint8Array | undefined =>
    workspace.files().get(plainPath(path) ?? "");
  const exitCode = workspace.exitCode();
  return {
    toolCalls,
    files: {
      has: (path) => read(path) !== undefined,
      read: (path) => new TextDecoder().decode(read(path)),
    },
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

/** Input files as parts of the request. */
function decodeTexts(files: WorkFiles): readonly string[] {
  return [...files].map(([path, bytes]) => {
    const text = new TextDecoder().decode(bytes.subarray(0, MOST_FILE));
    return `<file path="${path}">\n${text}\n</file>`;
  });
}

async function judge(
  item: EvalCase,
  output: string,
  trial: number,
  { model, judges, hasSecond, pairs, signal }: Ports,
): Promise<EvalRun["statements"]> {
  const texts = judgedStatements(item);
  if (texts.length === 0) return [];
  const said = await Promise.all(
    judges.slice(0, hasSecond ? 2 : 1).map(async (id) => {
      const messages = [
        { role: "system" as const, content: JUDGE_PROMPT },
        { role: "user" as const, content: judgeRequest(item.prompt, output, texts) },
      ];
      const reply = await model.ask({ model: id, messages, tools: [], turns: [], trial }, signal);
      return readJudgement(reply.text, output, texts);
    }),
  );
  const [first = [], second = []] = said;
  for (const [index, { passed }] of first.entries()) {
    const other = second[index]?.passed;
    if (typeof passed === "boolean" && typeof other === "boolean") pairs.push([passed, other]);
  }
  return first;
}
