import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, type Client } from "../../../../src/client/index.ts";
import { formatError, useClient } from "../../data/workbench.ts";
import { useEngine } from "../../engine/engine.ts";
import type { Benchmark, EvalRun, PageCase } from "../../engine/evals.ts";
import { advance, BEGINNING } from "../../runs/course.ts";

export interface Evals {
  readonly state: "idle" | "running" | "done" | "stopped" | "failed";
  /** What it waits for, or how far it is. */
  readonly note: string;
  readonly runs: readonly EvalRun[];
  readonly benchmark: Benchmark | undefined;
  readonly start: (cases: readonly PageCase[], model: string) => void;
  readonly stop: () => void;
}

type Shown = Omit<Evals, "start" | "stop">;

const IDLE: Shown = { state: "idle", note: "", runs: [], benchmark: undefined };
const CONFIGURATIONS = ["with_skill", "without_skill"] as const;

/**
 * Asks a model the request of each case with the skill and without it, one after the other. The server counts each of
 * them as a run; the page grades what comes.
 */
export function useEvals(name: string): Evals {
  const client = useClient();
  const engine = useEngine();
  const [shown, show] = useState<Shown>(IDLE);
  const current = useRef<AbortController | undefined>(undefined);
  const stop = useCallback(() => current.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = async (cases: readonly PageCase[], model: string): Promise<void> => {
    stop();
    const control = new AbortController();
    current.current = control;
    const { signal } = control;
    const runs: EvalRun[] = [];
    const tell = (note: string): void => show({ ...IDLE, state: "running", note, runs: [...runs] });
    const ask = (request: string, isWithout: boolean): Promise<string> =>
      answerOf(client, { name, request, isWithout, model, signal, onWait: tell });
    try {
      for (const [index, item] of cases.entries())
        for (const configuration of CONFIGURATIONS) {
          const isWithout = configuration === "without_skill";
          tell(`Case ${index + 1} of ${cases.length}, ${isWithout ? "without" : "with"} the skill`);
          const began = performance.now();
          const output = await ask(requestOf(item), isWithout);
          const seconds = (performance.now() - began) / 1000;
          const answered = { item, output, seconds };
          const question = await engine.ask("judgeQuestion", answered);
          const judged = question === undefined ? "" : await ask(question, true);
          const statements = await engine.ask("gradeAnswer", answered, judged);
          const spent = { toolCalls: 0, tokens: 0, cost: 0, seconds };
          runs.push({ case: item.id, configuration, trial: 1, statements, output, ...spent });
        }
      const benchmark = await engine.ask("summarizeRuns", runs);
      show({ state: "done", note: "", runs, benchmark });
    } catch (error) {
      // What came is kept when a run breaks off.
      const state = signal.aborted ? "stopped" : "failed";
      show({ ...IDLE, state, note: signal.aborted ? "" : formatError(error), runs });
    }
  };
  return { ...shown, start: (cases, model) => void start(cases, model), stop };
}

function requestOf({ context, prompt }: PageCase): string {
  return context === undefined ? prompt : `${context}\n\n${prompt}`;
}

interface Asked {
  readonly name: string;
  readonly request: string;
  readonly isWithout: boolean;
  readonly model: string;
  readonly signal: AbortSignal;
  readonly onWait: (note: string) => void;
}

/** The whole answer. Where the server has had enough runs for a while, it waits for as long as the server says. */
async function answerOf(client: Client, asked: Asked): Promise<string> {
  const { name, request, isWithout, model, signal, onWait } = asked;
  const body = { request, without_skill: isWithout, ...(model === "" ? {} : { model }) };
  for (;;)
    try {
      let course = BEGINNING;
      for await (const event of client.runSkill({ params: { name }, body, signal }))
        course = advance(course, event);
      if (course.state !== "success") throw new Error(course.error || "The answer broke off.");
      return course.text;
    } catch (error) {
      const wait = error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined;
      if (wait === undefined) throw error;
      onWait(`Waiting ${wait} s: the server limits runs a minute`);
      await pause(wait * 1000, signal);
    }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(new Error("stopped"));
  });
  return promise;
}
