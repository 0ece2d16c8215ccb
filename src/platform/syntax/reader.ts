/** Reads code into syntax trees with the grammars of an installed package, each loaded when it is first asked for. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import { expectLargeGrammars } from "../engine.ts";
import { copyTree } from "./copy.ts";
import type { ReadNode } from "./copy.ts";

const LANGUAGES = [
  "python",
  "javascript",
  "typescript",
  "tsx",
  "bash",
  "powershell",
  "ruby",
  "php",
  "go",
] as const;

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
  /** Steps that one text may take. */
  readonly steps: number;
  /** Steps that all texts since the last `load` may take. */
  readonly total: number;
}

/** Steps and not milliseconds, so that a busy machine reads as much as an idle one. */
const LIMITS: SyntaxLimits = { size: 1_000_000, depth: 400, steps: 20_000, total: 60_000 };

/** Brackets that are open at once beyond which no grammar is asked: one of them overflows its stack. */
const OPEN_BRACKETS = 1000;
/** Bars in one line beyond which no grammar is asked: pipes of a shell take the square of their number. */
const BARS = 2000;
/** Words in one line beyond which PowerShell's grammar is not asked: it takes the square of their number, in memory too. */
const WORDS = 1000;
/** Names in braces that are never closed, beyond which PowerShell's grammar is not asked: each reads on to the end. */
const OPEN_NAMES = 20;
/**
 * A step of a grammar that looks for its way out of an error takes time and memory with the length of what it has read:
 * so many bytes count as one step more.
 */
const BYTES_IN_ERROR = 40;
const BYTES_IN_ERROR_OF_POWERSHELL = 4;
/** Memory of the parser never shrinks; one with more than this is given up before the next skill. */
const MEMORY = 96 * 1024 * 1024;
const FIRST_PAGES = 512;
const MOST_PAGES = 32_768;

/** Holds the parser for as long as the process wants it. */
export class TreeSitterReader {
  readonly #limits: SyntaxLimits;
  readonly #languages = new Map<ReadLanguage, TreeSitter.Language>();
  #engine: Promise<Engine> | undefined;
  #parser: TreeSitter.Parser | undefined;
  #spent = 0;

  constructor(limits: Partial<SyntaxLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  async load(languages: readonly ReadLanguage[]): Promise<void> {
    this.#spent = 0;
    if (await this.#isBloated()) this.#giveUp();
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
    if (openBrackets(text) > OPEN_BRACKETS || mostInLine(text, BAR) > BARS)
      return { problem: "too-deep" };
    if (name === "powershell" && isTangled(text)) return { problem: "too-deep" };
    try {
      const bytes = name === "powershell" ? BYTES_IN_ERROR_OF_POWERSHELL : BYTES_IN_ERROR;
      return this.#read(parser.setLanguage(language), text, bytes);
    } catch {
      // Its memory may hold anything now, so nothing of it is used again; the next `load` starts anew.
      this.#giveUp();
      return { problem: "too-deep" };
    }
  }

  #giveUp(): void {
    this.#engine = undefined;
    this.#parser = undefined;
    this.#languages.clear();
  }

  async #isBloated(): Promise<boolean> {
    if (this.#engine === undefined) return false;
    const { memory } = await this.#engine;
    return memory.buffer.byteLength > MEMORY;
  }

  #read(parser: TreeSitter.Parser, text: string, bytesInError: number): ReadTree {
    const before = this.#spent;
    const most = Math.min(before + this.#limits.steps, this.#limits.total);
    const progressCallback = ({ currentOffset, hasError }: TreeSitter.ParseState): boolean => {
      this.#spent += hasError ? 1 + currentOffset / bytesInError : 1;
      return this.#spent > most;
    };
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

/** How many names in braces (`${`) are not closed in their line. */
function openNames(text: string): number {
  let open = 0;
  for (let at = text.indexOf("${"); at !== -1; at = text.indexOf("${", at + 2)) {
    const close = text.indexOf("}", at);
    if (close === -1) return open + (text.length - at);
    const end = text.indexOf("\n", at);
    if (end !== -1 && end < close) open++;
  }
  return open;
}

const BAR = 124;
const BLANK = 32;
const NEWLINE = 10;

function isTangled(text: string): boolean {
  return openNames(text) > OPEN_NAMES || mostInLine(text, BLANK) > WORDS;
}

/** How often a character stands in the line that has most of it; a row of them counts once. */
function mostInLine(text: string, character: number): number {
  let count = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) count = 0;
    else if (code === character && text.charCodeAt(at + 1) !== character && ++count > most)
      most = count;
  }
  return most;
}

interface Memory {
  readonly buffer: { readonly byteLength: number };
}

/** The types of Node do not name it. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory;
};

interface Engine {
  readonly module: typeof TreeSitter;
  readonly folder: string;
  readonly memory: Memory;
}

/**
 * The package is found where it is installed, never bundled: its program looks for its own file, and
 * the grammars lie beside it.
 */
async function startEngine(): Promise<Engine> {
  expectLargeGrammars();
  const require = createRequire(import.meta.url);
  const file = require.resolve("@vscode/tree-sitter-wasm");
  // A module that has failed is not to be had again.
  Reflect.deleteProperty(require.cache, file);
  // The types of the package are those of its main module.
  const module = require(file) as typeof TreeSitter;
  const folder = dirname(file);
  // Its own memory, so that its size is known.
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
  const options = { locateFile: (name: string) => join(folder, name), wasmMemory };
  await module.Parser.init(options);
  return { module, folder, memory: wasmMemory };
}
