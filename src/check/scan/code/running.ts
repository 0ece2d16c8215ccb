import type { Engine } from "./engine.ts";
import type { Execution, Place } from "./facts.ts";
import type { Value } from "./value.ts";
import { shapeOf, unknown } from "./value.ts";

export interface Run {
  readonly kind: Execution["kind"];
  readonly tool: string;
  readonly value: Value;
  readonly place: Place;
}

/** Records that a value is run. */
export function recordRun({ kind, tool, value, place }: Run, engine: Engine): void {
  engine.recorder.execution({
    kind,
    tool,
    text: shapeOf(value),
    sources: value.sources,
    encoding: value.encoding ?? [],
    place,
    decoding: engine.decoding,
  });
}

/** A line for a shell: recorded, and followed as far as it is known. */
export function runShell(value: Value, tool: string, place: Place, engine: Engine): Value {
  recordRun({ kind: "shell", tool, value, place }, engine);
  const isPowerShell = engine.language === "powershell";
  return engine.runText(isPowerShell ? "powershell" : "bash", value, place);
}

/** A file that is run: what was written to it before is what is run. */
export function runPath(
  path: Value,
  tool: string,
  args: readonly Value[],
  place: Place,
  engine: Engine,
  input?: Value,
): Value {
  const content = engine.contentOf(path);
  if (content === undefined) {
    const shape = shapeOf(path);
    const printed = shape === undefined ? undefined : engine.runFile(shape, args, input);
    if (printed !== undefined) return printed;
    recordRun({ kind: "file", tool, value: { ...path, sources: [] }, place }, engine);
    return unknown();
  }
  const shape = shapeOf(path);
  recordRun(
    { kind: "file", tool: shape === undefined ? tool : `${tool} ${shape}`, value: content, place },
    engine,
  );
  return unknown();
}

/** A program whose name is put together from pieces. */
export function noteDisguise(
  { encoding }: Value,
  name: string,
  place: Place,
  { recorder, decoding }: Engine,
): void {
  if (encoding?.includes("concatenation") === true)
    recorder.disguise({ name, tool: name, place, decoding });
}
