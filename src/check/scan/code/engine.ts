/** What models of functions and programs may ask of the machine that follows the code. */
import type { DecodeKind } from "../finding.ts";
import type { Place, SourceKind } from "./facts.ts";
import type { Recorder } from "./recorder.ts";
import type { GrammarLanguage } from "./syntax.ts";
import type { Value } from "./value.ts";

export interface Call {
  /** The dotted name of what is called; `?` stands for a receiver of which nothing is known. */
  readonly name: string;
  readonly receiver?: Value;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly place: Place;
}

export interface Engine {
  readonly recorder: Recorder;
  readonly language: GrammarLanguage;
  /** How the code that is followed now had to be decoded. */
  readonly decoding: readonly DecodeKind[];
  /** Whether what is followed now happens again and again. */
  readonly isRepeated: boolean;
  /** Calls a function value; undefined where it is none. */
  invoke(callee: Value, args: readonly Value[], place: Place): Value | undefined;
  member(object: Value, key: Value, place: Place): Value;
  /** Follows text as code; returns what it prints or yields. */
  runText(language: GrammarLanguage, text: Value, place: Place): Value;
  /** Follows a file of the skill with these arguments; returns what it prints, where there is one at the path. */
  runFile(path: string, args: readonly Value[], input?: Value): Value | undefined;
  /** What the code that is followed now shows to whoever started it. */
  print(values: readonly Value[]): void;
  /** Takes over the names of a file of the skill, as `source` does; false where there is none at the path. */
  takeOver(path: string): boolean;
  runWords(words: readonly Value[], input: Value | undefined, place: Place): Value;
  readFile(path: Value, tool: string, place: Place): Value;
  writeFile(path: Value, content: Value, tool: string, place: Place): void;
  variable(name: string, place: Place): Value;
  /** What was written to this path before. */
  contentOf(path: Value): Value | undefined;
  /** The code goes on in this folder. */
  enter(folder: string): void;
  /** A name of a file with the folder that it lies in, where that is one of the user. */
  located(path: string): string;
  /** Keeps a value under a name that is no path, for the rest of the analysis. */
  remember(name: string, value: Value): void;
  recall(name: string): Value | undefined;
  /** What was written into the folder in which the code runs. */
  keptHere(): Value;
  source(kind: SourceKind, name: string, place: Place): Value;
  readonly args: Value | undefined;
  /** What the code that is followed now reads from whoever started it. */
  readonly input: Value | undefined;
}

/** Undefined: nothing is known, so what goes in may come out. */
export type Model = (call: Call, engine: Engine) => Value | undefined;
