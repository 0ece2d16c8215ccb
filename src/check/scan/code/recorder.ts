import type {
  CallFact,
  CodeProblem,
  Command,
  Decode,
  Disguise,
  Execution,
  FileUse,
  FileWrite,
  Place,
  Send,
  Source,
} from "./facts.ts";

/** Facts of one kind that one skill may bring; more of them tell nothing new. */
const MAXIMUM = 2000;

/** Gathers facts, each once: a function that is called twice tells the same twice. */
export class Recorder {
  readonly calls: CallFact[] = [];
  readonly commands: Command[] = [];
  readonly sends: Send[] = [];
  readonly executions: Execution[] = [];
  readonly reads: FileUse[] = [];
  readonly writes: FileWrite[] = [];
  readonly decodes: Decode[] = [];
  readonly disguises: Disguise[] = [];
  readonly problems: CodeProblem[] = [];
  readonly variables: Set<string> = new Set();
  readonly #seen = new Set<string>();

  call(fact: CallFact): void {
    this.#add(this.calls, fact, `call ${fact.tool} ${fact.words.join(" ")}`, fact.sources);
  }

  command(fact: Command): void {
    this.#add(this.commands, fact, `command ${fact.words.join(" ")}`, fact.sources);
  }

  send(fact: Send): void {
    const sources = fact.carried.map(({ source }) => source);
    this.#add(this.sends, fact, `send ${fact.tool} ${fact.url ?? ""}`, sources);
  }

  execution(fact: Execution): void {
    this.#add(
      this.executions,
      fact,
      `run ${fact.tool} ${fact.kind} ${fact.text?.slice(0, 200) ?? ""}`,
      fact.sources,
    );
  }

  read(fact: FileUse): void {
    this.#add(this.reads, fact, `read ${fact.path}`, []);
  }

  write(fact: FileWrite): void {
    this.#add(this.writes, fact, `write ${fact.path}`, fact.sources);
  }

  decode(fact: Decode): void {
    this.#add(this.decodes, fact, `decode ${fact.text.slice(0, 200)}`, []);
  }

  disguise(fact: Disguise): void {
    this.#add(this.disguises, fact, `disguise ${fact.name}`, []);
  }

  problem(fact: CodeProblem): void {
    const key = `problem ${fact.file} ${fact.reason}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.problems.push(fact);
  }

  #add<T extends { readonly place: Place }>(
    list: T[],
    fact: T,
    what: string,
    sources: readonly Source[],
  ): void {
    if (list.length >= MAXIMUM) return;
    const { file, span } = fact.place;
    const from = sources
      .map(({ kind, name, isPart }) => `${kind} ${name} ${isPart === true}`)
      .sort();
    const key = `${file} ${span.start} ${span.end} ${what} ${from.join(" ")}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    list.push(fact);
  }
}
