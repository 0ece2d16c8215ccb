/** Reads code into syntax trees with the grammars of an installed package, each loaded when it is first asked for. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import { copyTree } from "./copy.ts";
import type { ReadNode } from "./copy.ts";

const LANGUAGES = ["python", "javascript", "typescript", "tsx", "bash", "powershell"] as const;

export type ReadLanguage = (typeof LANGUAGES)[number];

export interface ReadTree {
  readonly root?: ReadNode;
  readonly problem?: "too-large" | "too-deep" | "too-slow" | "unavailable";
}

export interface SyntaxLimits {
  /** Longer texts are not parsed, in UTF-16 units. */
  readonly size: number;
  /** Nodes below this depth are left out. */
  readonly depth: number;
  /** Milliseconds that one text may take. */
  readonly time: number;
  /** Milliseconds that all texts since the last `load` may take. */
  readonly total: number;
}

const LIMITS: SyntaxLimits = { size: 1_000_000, depth: 400, time: 800, total: 2000 };

/** Brackets that are open at once beyond which no grammar is asked: one of them overflows its stack. */
const OPEN_BRACKETS = 1000;
/** Bars in one line beyond which no grammar is asked: pipes of a shell take the square of their number. */
const BARS = 2000;

/** Holds the parser for as long as the process wants it. */
export class TreeSitterReader {
  readonly #limits: SyntaxLimits;
  readonly #now: () => number;
  readonly #languages = new Map<ReadLanguage, TreeSitter.Language>();
  #engine: Promise<Engine> | undefined;
  #parser: TreeSitter.Parser | undefined;
  #spent = 0;

  constructor(limits: Partial<SyntaxLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...LIMITS, ...limits };
    this.#now = now;
  }

  async load(languages: readonly ReadLanguage[]): Promise<void> {
    this.#spent = 0;
    const missing = languages.filter((language) => !this.#languages.has(language));
    if (missing.length === 0) return;
    const { module, folder } = await (this.#engine ??= startEngine());
    this.#parser ??= new module.Parser();
    for (const name of missing) {
      const language = await module.Language.load(join(folder, `tree-sitter-${name}.wasm`));
      this.#languages.set(name, language);
    }
  }

  parse(name: ReadLanguage, text: string): ReadTree {
    if (text.length > this.#limits.size) return { problem: "too-large" };
    if (this.#spent > this.#limits.total) return { problem: "too-slow" };
    const language = this.#languages.get(name);
    const parser = this.#parser;
    if (language === undefined || parser === undefined) return { problem: "unavailable" };
    if (openBrackets(text) > OPEN_BRACKETS || barsInLine(text) > BARS)
      return { problem: "too-deep" };
    const start = this.#now();
    try {
      return this.#read(parser.setLanguage(language), text, start + this.#limits.time);
    } catch {
      // Its memory may hold anything now, so nothing of it is used again; the next `load` starts anew.
      this.#engine = undefined;
      this.#parser = undefined;
      this.#languages.clear();
      return { problem: "too-deep" };
    } finally {
      this.#spent += this.#now() - start;
    }
  }

  #read(parser: TreeSitter.Parser, text: string, deadline: number): ReadTree {
    const progressCallback = (): boolean => this.#now() > deadline;
    const tree = parser.parse(text, null, { progressCallback });
    if (tree === null) {
      // Otherwise the next text would be taken for the rest of this one.
      parser.reset();
      return { problem: "too-slow" };
    }
    try {
      const { root, isCut } = copyTree(tree, this.#limits.depth);
      return isCut ? { root, problem: "too-deep" } : { root };
    } finally {
      tree.delete();
    }
  }
}

/** How many brackets are open at once; those in texts and comments count as well, which honest code survives. */
function openBrackets(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) {
      open++;
      if (open > most) most = open;
    } else if (open > 0 && (code === 41 || code === 93 || code === 125)) open--;
  }
  return most;
}

function barsInLine(text: string): number {
  let bars = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) bars = 0;
    else if (code === 124 && ++bars > most) most = bars;
  }
  return most;
}

interface Engine {
  readonly module: typeof TreeSitter;
  readonly folder: string;
}

/**
 * The package is found where it is installed, never bundled: its program looks for its own file, and
 * the grammars lie beside it.
 */
async function startEngine(): Promise<Engine> {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@vscode/tree-sitter-wasm");
  // A module that has failed is not to be had again.
  Reflect.deleteProperty(require.cache, file);
  // The types of the package are those of its main module.
  const module = require(file) as typeof TreeSitter;
  const folder = dirname(file);
  await module.Parser.init({ locateFile: (name) => join(folder, name) });
  return { module, folder };
}
