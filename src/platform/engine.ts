/**
 * Flags of the JavaScript engine that are set while it runs. None may change how regular expressions are compiled: those that
 * were compiled before would be run as what they are not, and the process ends with SIGSEGV (seen in 1 of 20 runs).
 */
import { flushCompileCache } from "node:module";

/**
 * Tells the JavaScript engine that the run is short and makes many small objects that die at once. It then
 * spends no processor time on optimising code that is about to end, and keeps its nursery small. Measured
 * on 6,000 skills: `list` takes a fifth less time and a quarter less memory, `lint` a sixth and a half.
 */
export function expectShortRun(): void {
  // Compiled code is kept with the flags it was made under, so it has to be written before they change.
  flushCompileCache();
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--no-opt");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Tells the engine to hold on to little memory, at the price of some processor time: for what runs all day beside the work
 * of its user. Measured on 10,000 skills: a server takes half as much. Nothing is optimised before `optimise` is called,
 * since the code of a start does not run again: a start takes a tenth less time.
 */
export function preferLittleMemory(): {
  readonly optimise: () => void;
  /** Gives back at once what nobody needs. */
  readonly giveBack: () => void;
} {
  flushCompileCache();
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--no-opt");
  setFlagsFromString("--expose-gc");
  const collect: unknown = process.getBuiltinModule("node:vm").runInNewContext("gc");
  return {
    optimise: () => setFlagsFromString("--opt"),
    giveBack: () => {
      if (typeof collect === "function")
        collect({ type: "major", execution: "sync", flavor: "last-resort" });
    },
  };
}

/** Keeps compiled code for the next start now: a server that is killed could not do so at its end. */
export function enableCompileCache(): void {
  flushCompileCache();
}

/**
 * Tells the engine to compile WebAssembly once and not again with its optimising compiler, which takes two gigabytes of
 * memory for the tables of one grammar.
 */
export function expectLargeGrammars(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"])
    setFlagsFromString(flag);
}
