/** Follows code without running it: what each value may be, and where it came from. */
import type { Span } from "../../../skill/index.ts";
import type { DecodeKind } from "../finding.ts";
import { Follower } from "./follower.ts";
import type { Engine, Model } from "./engine.ts";
import type { Place, Source, SourceKind } from "./facts.ts";
import type { FunctionForm } from "./form.ts";
import { memberOf, VISITOR } from "./members.ts";
import { modelOf } from "./models.ts";
import { runProgram } from "./programs.ts";
import { normalisePath, kindOfPath } from "./paths.ts";
import type { ReadProgram } from "./read-code.ts";
import { readCode } from "./read-code.ts";
import { Recorder } from "./recorder.ts";
import { scopeIn } from "./scope.ts";
import { send } from "./sending.ts";
import { withNames } from "./shell-text.ts";
import { type GrammarLanguage, isScript, type SyntaxReader } from "./syntax.ts";
import type { Unit } from "./unit.ts";
import { WrittenFiles } from "./written-files.ts";
import { droppedCode } from "./dropped-code.ts";
import { findModule } from "./unit.ts";
import type { Scope, Value } from "./value.ts";
import {
  HOLE,
  addSources,
  known,
  listOf,
  mergeSources,
  shapeOf,
  textsIn,
  unknown,
  wholeOf,
} from "./value.ts";

/** Expressions that may be followed for one skill. */
const STEPS = 600_000;
/** Code inside code inside code. */
const NESTING = 5;
/** Scripts that are written by others, which are followed. */
const DROPPED = 50;
/** Files are followed at most so often with different arguments. */
const RERUNS = 3;

/** Where the code that is followed now stands. */
interface Frame {
  readonly unit: Unit;
  readonly language: GrammarLanguage;
  /** Set for code that is no text of the skill: everything in it stands where it is run. */
  readonly fixed?: Place;
  readonly decoding: readonly DecodeKind[];
  readonly args?: Value;
  readonly input?: Value;
  readonly depth: number;
}

export class Machine implements Engine {
  readonly recorder: Recorder = new Recorder();
  readonly #syntax: SyntaxReader;
  readonly #units: readonly Unit[];
  readonly #modules = new Map<Unit, Scope>();
  readonly #files = new WrittenFiles();
  readonly #printed = new Map<Unit, readonly Source[]>();
  /** Names of shell scripts that others have sourced. */
  readonly #shared = new Map<string, Value>();
  readonly #droppedCode = new Set<string>();
  readonly #remembered = new Map<string, Value>();
  readonly #models = new Map<string, Model | undefined>();
  readonly #programs = new Map<string, ReadProgram>();
  readonly #reruns = new Map<Unit, number>();
  readonly #follower: Follower;
  #frame: Frame;
  #steps = 0;

  constructor(syntax: SyntaxReader, units: readonly Unit[], first: Unit) {
    this.#syntax = syntax;
    this.#units = units;
    this.#frame = { unit: first, language: first.language, decoding: [], depth: 0 };
    this.#follower = new Follower(this, (name) => this.#model(name));
  }

  /** The tables are long, and code calls the same functions again and again. */
  #model(name: string): Model | undefined {
    const key = isScript(this.language) ? `${name} in a script` : name;
    if (!this.#models.has(key)) this.#models.set(key, modelOf(name, this.language));
    return this.#models.get(key);
  }

  get language(): GrammarLanguage {
    return this.#frame.language;
  }

  get isRepeated(): boolean {
    return this.#follower.isRepeated;
  }

  get decoding(): readonly DecodeKind[] {
    return this.#frame.decoding;
  }

  get args(): Value | undefined {
    return this.#frame.args;
  }

  get input(): Value | undefined {
    return this.#frame.input;
  }

  get file(): string {
    return this.#frame.unit.file;
  }

  /** False when the skill has used up what may be spent on it. */
  step(weight = 1): boolean {
    this.#steps += weight;
    if (this.#steps < STEPS) return true;
    this.recorder.problem({ file: this.file, reason: "too-much" });
    return false;
  }

  place(span: Span): Place {
    const { fixed, unit } = this.#frame;
    if (fixed !== undefined) return fixed;
    return {
      file: unit.file,
      origin: unit.origin,
      language: unit.language,
      span: unit.original({ start: span.start, end: span.end }),
    };
  }

  /** Follows a file once; later asks get the names that it has defined. */
  followUnit(unit: Unit): Scope {
    const done = this.#modules.get(unit);
    if (done !== undefined) return done;
    const scope = scopeIn(undefined);
    this.#modules.set(unit, scope);
    this.#within({ unit, language: unit.language, decoding: [], depth: 0 }, () =>
      this.#follow(unit.text, scope),
    );
    return scope;
  }

  /** Functions that nothing in the skill calls are followed with arguments of which nothing is known. */
  followRest(): void {
    for (const [form, { scope, frame }] of this.#uncalled()) {
      const place = this.#within(frame, () => this.place(form));
      const given = form.isHandler
        ? this.source("remote", VISITOR, place)
        : this.source("input", form.name ?? "", place);
      this.#within(frame, () =>
        this.#follower.invokeForm(form, scope, [], new Map(), given, undefined),
      );
    }
  }

  #uncalled(): [FunctionForm, { scope: Scope; frame: Frame }][] {
    return [...this.#defined].filter(([form]) => !this.#follower.isCalled(form));
  }

  readonly #defined = new Map<FunctionForm, { scope: Scope; frame: Frame }>();

  defined(form: FunctionForm, scope: Scope): void {
    if (!this.#defined.has(form)) this.#defined.set(form, { scope, frame: this.#frame });
  }

  /** Follows a function where it stands, whoever calls it. */
  inFrameOf<T>(form: FunctionForm, work: () => T): T {
    const frame = this.#defined.get(form)?.frame;
    return frame === undefined ? work() : this.#within(frame, work);
  }

  #within<T>(frame: Frame, work: () => T): T {
    const before = this.#frame;
    this.#frame = frame;
    try {
      return work();
    } finally {
      this.#frame = before;
    }
  }

  #follow(text: string, scope: Scope): Value {
    const { program, problem } = this.#read(text);
    if (problem !== undefined) this.recorder.problem({ file: this.file, reason: problem });
    return this.#follower.run(program.body, scope);
  }

  /** The same short line is often run again. */
  #read(text: string): ReadProgram {
    const key = `${this.language} ${text}`;
    const before = text.length < 2000 ? this.#programs.get(key) : undefined;
    if (before !== undefined) return before;
    this.step(text.length / 20);
    const read = readCode(this.#syntax, this.language, text);
    if (text.length < 2000 && this.#programs.size < 1000) this.#programs.set(key, read);
    return read;
  }

  invoke(callee: Value, args: readonly Value[], place: Place): Value | undefined {
    return this.#follower.invoke(callee, args, new Map(), place);
  }

  member(object: Value, key: Value, place: Place): Value {
    return memberOf(this, object, key, place, false);
  }

  importModule(name: string): Scope | undefined {
    const unit = findModule(this.#units, name, this.#frame.unit);
    return unit === undefined || unit === this.#frame.unit ? undefined : this.followUnit(unit);
  }

  runText(language: GrammarLanguage, text: Value, place: Place): Value {
    const { depth, unit, decoding } = this.#frame;
    const shape = shapeOf(text);
    if (shape === undefined || depth >= NESTING || shape.length > 100_000)
      return unknown(text.sources);
    const scope = scopeIn(undefined);
    const source = language === "bash" ? withNames(text, scope) : shape;
    const layers = [...decoding, ...(text.encoding ?? [])];
    const frame: Frame = { unit, language, fixed: place, decoding: layers, depth: depth + 1 };
    return this.#within(frame, () => this.#follow(source, scope));
  }

  #unitAt(path: string): Unit | undefined {
    const normal = normalisePath(path).replace(/^.*…\/?/, "");
    return this.#units.find(
      ({ file, origin }) =>
        origin === "file" &&
        (file === normal || file.endsWith(`/${normal}`) || normal.endsWith(`/${file}`)),
    );
  }

  runFile(path: string, args: readonly Value[], input?: Value): Value | undefined {
    const unit = this.#unitAt(path);
    if (unit === undefined) return undefined;
    this.followUnit(unit);
    const count = this.#reruns.get(unit) ?? 0;
    const isPlain = [...args, input].every((value) => !this.#carries(value));
    if (!isPlain && count < RERUNS) {
      this.#reruns.set(unit, count + 1);
      const given = listOf([known(unit.file), ...args]);
      const frame: Frame = {
        unit,
        language: unit.language,
        decoding: [],
        args: given,
        ...(input === undefined ? {} : { input }),
        depth: this.#frame.depth + 1,
      };
      if (frame.depth < NESTING)
        this.#within(frame, () => this.#follow(unit.text, scopeIn(undefined)));
    }
    return unknown(this.#printed.get(unit) ?? []);
  }

  /** It holds something, or it names a file that does. */
  #carries(value: Value | undefined): boolean {
    if (value === undefined) return false;
    return value.sources.length > 0 || (this.contentOf(value)?.sources.length ?? 0) > 0;
  }

  takeOver(path: string): boolean {
    const unit = this.#unitAt(path);
    if (unit?.language !== "bash" || unit === this.#frame.unit) return false;
    for (const [name, value] of this.followUnit(unit).names) this.#shared.set(name, value);
    return true;
  }

  shared(name: string): Value | undefined {
    return this.#shared.get(name);
  }

  print(values: readonly Value[]): void {
    const { unit } = this.#frame;
    const before: Value = { sources: this.#printed.get(unit) ?? [] };
    this.#printed.set(unit, mergeSources([before, ...values]));
  }

  runWords(words: readonly Value[], input: Value | undefined, place: Place): Value {
    return runProgram(words, input, place, this);
  }

  source(kind: SourceKind, name: string, place: Place): Value {
    return unknown([{ kind, name, place }]);
  }

  variable(name: string, place: Place): Value {
    if (/^(?:HOME|USERPROFILE)$/i.test(name)) return known("~");
    if (/^(?:LOCAL)?APPDATA$/i.test(name))
      return known(`~/AppData/${/^local/i.test(name) ? "Local" : "Roaming"}`);
    if (/^(?:TMPDIR|TEMP|TMP)$/i.test(name)) return known("/tmp");
    if (name === "IFS") return known(" ");
    if (name !== HOLE) this.recorder.variables.add(name);
    return this.source("variable", name, place);
  }

  contentOf(path: Value): Value | undefined {
    return path.written ?? this.#files.at(shapeOf(path));
  }

  enter(folder: string): void {
    this.#files.enter(this.file, folder);
  }

  located(path: string): string {
    return this.#files.located(this.file, path);
  }

  remember(name: string, value: Value): void {
    this.#remembered.set(name, value);
  }

  recall(name: string): Value | undefined {
    return this.#remembered.get(name);
  }

  keptHere(): Value {
    return this.#files.kept();
  }

  readFile(path: Value, tool: string, place: Place): Value {
    const shape = shapeOf(path);
    const written = this.contentOf(path) ?? this.#files.inFolder(shape);
    if (written !== undefined) return written;
    if (shape === undefined || /^-$|^$/.test(shape)) return unknown(wholeOf(path.sources));
    const normal = normalisePath(this.located(shape));
    const kind = kindOfPath(normal);
    this.recorder.read({ path: normal, kind, tool, place, decoding: this.decoding });
    const content = this.source(kind, normal, place);
    // A file that a walk through the home has found is one of the user's.
    const passed = path.sources.filter(({ kind: from }) => from === "input" || isFolderKind(from));
    return unknown(mergeSources([content, { sources: passed }]));
  }

  writeFile(path: Value, content: Value, tool: string, place: Place): void {
    const shape = shapeOf(path);
    // The very file that a walk has found, not one beside it.
    const isFound = shape === undefined || /^[…/]+$/.test(shape);
    if (isFound && path.sources.some(({ kind }) => kind === "personal-files"))
      this.recorder.call({
        tool: "overwrite",
        words: [content.sources.some(({ kind }) => kind === "personal-files") ? "changed" : "lost"],
        sources: path.sources,
        place,
        decoding: this.decoding,
      });
    // What has no name of its own, such as a stream, holds what was put into it.
    if (shape === undefined) addSources(path, content.sources);
    path.written = content;
    if (shape === undefined) return;
    const normal = normalisePath(shape);
    if (/^\/dev\/(?:tcp|udp)\//.test(normal)) {
      const url = known(normal.split("/")[3] ?? "");
      send({ tool, kind: "socket", method: "SEND", url, place, body: [content] }, this);
      return;
    }
    this.#files.set(normal, content);
    this.recorder.write({
      path: normal,
      text: shapeOf(content) ?? textsIn(content),
      sources: content.sources,
      tool,
      place,
      decoding: this.decoding,
    });
    this.#followDropped(normal, content, place);
  }

  /** A script that code writes is code of the skill as well. */
  #followDropped(path: string, content: Value, place: Place): void {
    const dropped = droppedCode(path, content);
    if (dropped === undefined) return;
    const key = `${dropped.language} ${shapeOf(dropped.code) ?? ""}`;
    if (this.#droppedCode.has(key) || this.#droppedCode.size >= DROPPED) return;
    this.#droppedCode.add(key);
    this.runText(dropped.language, dropped.code, place);
  }
}

function isFolderKind(kind: SourceKind): boolean {
  return kind !== "file" && kind !== "variable" && kind !== "remote" && kind !== "environment";
}
