/** The output of commands, printed again while nothing that it depends on has changed. */
import {
  type Basis,
  cacheFolder,
  type Environment,
  storeOutput,
  openStore,
  readTerminal,
  findOutput,
  type OutputChunk,
} from "../platform/index.ts";

/** A longer output is not cached: storing it would cost more than it saves. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Invocation {
  readonly words: readonly string[];
  readonly version: string;
  readonly environment: Environment;
}

export class OutputCache {
  readonly #key: readonly string[];
  readonly #environment: Environment;
  #chunks: OutputChunk<Uint8Array>[] = [];
  #bytes = 0;
  #basis: Basis | undefined;
  /** Something was printed that must not be cached, or whose dependencies are not known. */
  #isUncacheable = false;

  constructor({ words, version, environment }: Invocation) {
    const [out, err] = [process.stdout, process.stderr].map((stream) =>
      readTerminal(stream, environment),
    );
    this.#environment = environment;
    // Paths are shown from the home folder, and lines as wide as the terminal.
    this.#key = [
      version,
      process.cwd(),
      environment["HOME"] ?? "",
      JSON.stringify([out, err]),
      ...words,
    ];
    // A person watches progress lines that come and go.
    this.#isUncacheable = err?.isTerminal === true;
  }

  /** Prints the cached output of the same command, and returns its exit code. */
  replay(): number | undefined {
    const cached = this.#isUncacheable ? undefined : findOutput(this.#open(), this.#key);
    for (const { isError, text } of cached?.chunks ?? [])
      (isError ? process.stderr : process.stdout).write(text);
    return cached?.exitCode;
  }

  /** Names what the output depends on; undefined: it cannot be cached. */
  dependOn(basis: Basis | undefined): void {
    this.#basis = basis;
    this.#isUncacheable ||= basis === undefined;
  }

  record(isError: boolean, text: string): void {
    if (text === "") return;
    this.#isUncacheable ||= this.#basis === undefined || this.#bytes > MOST_BYTES;
    if (this.#isUncacheable) {
      this.#chunks = [];
      return;
    }
    const bytes = Buffer.from(text);
    this.#bytes += bytes.length;
    this.#chunks.push({ isError, text: bytes });
  }

  /** Caches the output, and returns the exit code. */
  store(exitCode: number): number {
    const chunks = this.#chunks;
    if (this.#basis !== undefined && !this.#isUncacheable)
      storeOutput(this.#open(), this.#key, { chunks, exitCode }, this.#basis);
    return exitCode;
  }

  #open(): ReturnType<typeof openStore> {
    return openStore(cacheFolder(this.#environment), Date.now());
  }
}
