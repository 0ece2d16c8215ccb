/** How often a server that does not answer is asked whether it is back. */
const AGAIN_MS = 1000;

export interface ConnectionOptions {
  /** Whether the server answers. */
  readonly ask: () => Promise<boolean>;
  readonly onBack: () => void;
}

/** Whether the server can be reached. Once it cannot, it is asked until it can. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #listeners = new Set<() => void>();
  #isLost = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  readonly isLost = (): boolean => this.#isLost;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Somebody could not reach the server, or was cut off from it. */
  lose(): void {
    if (this.#isLost) return;
    this.#become(true);
    void this.#return();
  }

  async #return(): Promise<void> {
    do await new Promise((resume) => setTimeout(resume, AGAIN_MS));
    while (!(await this.#options.ask()));
    this.#become(false);
    this.#options.onBack();
  }

  #become(isLost: boolean): void {
    this.#isLost = isLost;
    for (const listener of this.#listeners) listener();
  }
}
