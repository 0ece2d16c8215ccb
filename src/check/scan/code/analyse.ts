import type { CodeReport, Flow, Observed, Source } from "./facts.ts";
import { Machine } from "./machine.ts";
import type { Recorder } from "./recorder.ts";
import type { SyntaxReader } from "./syntax.ts";
import type { Unit } from "./unit.ts";

/** Follows all code of one skill together and tells what it does; `load` of the reader has been called before. */
export function analyseCode(units: readonly Unit[], syntax: SyntaxReader): CodeReport {
  const [first] = units;
  if (first === undefined) return EMPTY;
  const machine = new Machine(syntax, units, first);
  for (const unit of units) machine.followUnit(unit);
  machine.followRest();
  const { recorder } = machine;
  const { calls, commands, sends, executions, reads, writes, decodes, disguises, problems } =
    recorder;
  return {
    flows: flowsOf(recorder),
    calls,
    commands,
    sends,
    executions,
    reads,
    writes,
    decodes,
    disguises,
    observed: observedOf(recorder),
    problems,
  };
}

const EMPTY: CodeReport = {
  flows: [],
  calls: [],
  commands: [],
  sends: [],
  executions: [],
  reads: [],
  writes: [],
  decodes: [],
  disguises: [],
  observed: { hosts: [], methods: [], envNames: [], binaries: [], pathsRead: [], pathsWritten: [] },
  problems: [],
};

function flowsOf({ sends, executions }: Recorder): readonly Flow[] {
  const sent = sends.flatMap(({ carried, tool, host, place }) =>
    carried.map(({ source, position }): Flow => ({
      source,
      sink: "network",
      position,
      tool,
      place,
      ...(host === undefined ? {} : { host }),
    })),
  );
  const run = executions.flatMap(({ sources, kind, tool, place }) =>
    sources.map((source: Source): Flow => ({
      source,
      sink: kind === "code" || kind === "load" ? kind : "shell",
      tool,
      place,
    })),
  );
  return [...sent, ...run];
}

function observedOf(recorder: Recorder): Observed {
  const { sends, commands, reads, writes, variables } = recorder;
  return {
    hosts: distinct(sends.flatMap(({ host }) => host ?? [])),
    methods: distinct(sends.filter(({ kind }) => kind === "http").map(({ method }) => method)),
    envNames: distinct([...variables]),
    binaries: distinct(commands.map(({ tool }) => tool).filter((tool) => /^[\w.+-]+$/.test(tool))),
    pathsRead: distinct(reads.map(({ path }) => path)),
    pathsWritten: distinct(writes.map(({ path }) => path)),
  };
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort();
}
