import type { Telemetry } from "../../platform/telemetry/index.ts";
import { type Dialect, type Diagnostic, type Skill, SkillError } from "../../skill/index.ts";
import { runError } from "../errors.ts";
import { type AttachedFile, failureReason, type LanguageModels } from "../models/index.ts";
import { done, type RunEvent, type Source, thought } from "./event.ts";
import { answerWith, type ToolBox, type TurnContext } from "./answer-with.ts";
import { cut, shorten } from "./cut.ts";
import { generationSettings } from "./generation-settings.ts";
import { missingInput, runWarnings } from "./inputs.ts";
import { messagesFor, renderPrompt, requestMessages, RETRIEVAL, withFiles } from "./prompt.ts";

export interface RetrievalResult {
  /** The knowledge base that the name or id stood for. */
  readonly kbId: string;
  readonly sources: readonly Source[];
}

/** Looks passages up; fails where there is no such knowledge base for this user. */
export type Retrieve = (
  knowledgeBase: string,
  query: string,
  count: number,
  signal: AbortSignal,
) => Promise<RetrievalResult>;

export interface RunRequest {
  readonly skill: Skill;
  readonly dialect: Dialect;
  readonly inputs: { readonly [name: string]: string };
  /** Asks this in place of what the skill would send, as evaluations do: with its instructions, or without them. */
  readonly asked?: { readonly request: string; readonly isWithoutSkill: boolean };
  readonly arguments?: string;
  readonly baseDir?: string;
  /** Pictures and documents that the model is to look at besides. */
  readonly files?: readonly AttachedFile[];
  /** In place of what the skill says. */
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

export interface RunPorts {
  readonly models: LanguageModels;
  /** Absent: nothing can be looked up, and skills run without. */
  readonly retrieve?: Retrieve;
  /** Opened when the model is about to be asked, closed when the run ends. Absent: the model has no tools. */
  readonly openTools?: (request: RunRequest, signal: AbortSignal) => Promise<ToolBox | undefined>;
  readonly telemetry?: Telemetry;
  /** Hears of what went wrong, in more words than the user is told. */
  readonly onProblem?: (problem: Diagnostic) => void;
}

/**
 * One run of a skill, event by event, always with `done` as the last. Returning early cancels it, at the
 * provider too.
 */
export async function* execute(
  request: RunRequest,
  ports: RunPorts,
): AsyncGenerator<RunEvent, void> {
  const stop = new AbortController();
  const signal =
    request.signal === undefined ? stop.signal : AbortSignal.any([request.signal, stop.signal]);
  try {
    yield* steps(request, ports, signal);
  } catch (error) {
    request.signal?.throwIfAborted();
    report(ports, error);
    yield thought({ type: "error", status: "error", error: "Skill execution failed" });
    yield done("error", "Skill execution failed");
  } finally {
    stop.abort();
  }
}

async function* steps(
  request: RunRequest,
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const { skill, inputs: values, asked, files } = request;
  if (asked !== undefined) {
    const instructions = asked.isWithoutSkill ? undefined : skill.body;
    const messages = withFiles(requestMessages(asked.request, instructions), files);
    const settings = generationSettings(skill, request.dialect, request);
    const isWhole = yield* generation(
      { messages, signal, ...settings },
      ports,
      "Generation failed",
    );
    if (isWhole) yield done("success", "Request answered");
    return;
  }
  const declared = skill.template.inputs ?? [];
  yield thought({ type: "validation", status: "start" });
  const missing = missingInput(declared, values);
  if (missing !== undefined) {
    yield thought({ type: "validation", status: "error", error: missing });
    yield done("error", missing);
    return;
  }
  const warnings = runWarnings(skill, request.dialect, values);
  yield thought({
    type: "validation",
    status: "complete",
    message: "All required inputs provided",
    ...(warnings.length === 0 ? {} : { warnings }),
  });
  yield thought({ type: "substitution", status: "start" });
  let prompt: string;
  try {
    prompt = renderPrompt({ ...request, values });
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { message } = error.diagnostic;
    yield thought({ type: "substitution", status: "error", error: message });
    yield done("error", message);
    return;
  }
  yield thought({ type: "substitution", status: "complete", message: "Variables substituted" });
  const sources: Source[] = [];
  const { knowledgeBase } = skill.execution;
  if (knowledgeBase !== undefined && knowledgeBase !== "")
    yield* retrieval(knowledgeBase, prompt, sources, ports, signal);
  const settings = generationSettings(skill, request.dialect, request);
  const box = yield* opened(request, ports, signal);
  try {
    yield thought({ type: "generation", status: "start" });
    const isWhole = yield* generation(
      {
        messages: withFiles(messagesFor(prompt, sources), files),
        signal,
        ...settings,
        ...(box === undefined ? {} : { box }),
      },
      ports,
      "Generation failed",
    );
    if (isWhole) yield done("success", "Skill execution completed successfully");
  } finally {
    await box?.close();
  }
}

/** The tools of the skill; where they are refused that is told, and the run goes on without them. */
async function* opened(
  request: RunRequest,
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, ToolBox | undefined> {
  try {
    return await ports.openTools?.(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!SkillError.isInstance(error)) throw error;
    const { message, hint } = error.diagnostic;
    const told = hint === undefined ? message : `${message} ${hint}`;
    yield thought({ type: "tool", status: "error", error: told });
    return undefined;
  }
}

/** Passages that are found land in `found`; a failure is told, and the run goes on without them. */
export async function* retrieval(
  knowledgeBase: string,
  prompt: string,
  found: Source[],
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const type = "retrieval";
  yield thought({ type, status: "start", kb_id: knowledgeBase });
  const query = cut(prompt, 200);
  yield thought({ type, status: "searching", kb_id: knowledgeBase, query });
  try {
    if (ports.retrieve === undefined) throw new Error("There are no knowledge bases here.");
    const searched = cut(prompt, RETRIEVAL.query);
    const { sources } = await ports.retrieve(knowledgeBase, searched, RETRIEVAL.results, signal);
    found.push(...sources);
  } catch (error) {
    signal.throwIfAborted();
    report(ports, error);
    yield thought({ type, status: "error", kb_id: knowledgeBase, error: "Retrieval failed" });
    return;
  }
  yield thought({
    type,
    status: "complete",
    kb_id: knowledgeBase,
    results_count: found.length,
    top_results: found
      .slice(0, RETRIEVAL.used)
      .map(({ text, doc_id, score }) => ({ text: shorten(text), doc_id, score })),
  });
  if (found.length > 0)
    yield {
      kind: "citation",
      data: { sources: found.map((source) => ({ ...source, text: shorten(source.text) })) },
    };
}

/** The answer of the model; says whether it is whole. Where it is not, the events that end a run were told. */
export async function* generation(
  request: TurnContext,
  ports: RunPorts,
  failure: string,
): AsyncGenerator<RunEvent, boolean> {
  try {
    yield* answerWith(ports, request);
    return true;
  } catch (error) {
    request.signal.throwIfAborted();
    report(ports, error);
    const reason = failureReason(error);
    const data = { message: failure, ...(reason === undefined ? {} : { reason }) };
    yield { kind: "error", data };
    yield done("error", failure);
    return false;
  }
}

function report({ onProblem }: RunPorts, error: unknown): void {
  if (onProblem === undefined) return;
  if (SkillError.isInstance(error)) onProblem(error.diagnostic);
  else onProblem(runError("run/failed", undefined, { cause: error }).diagnostic);
}
