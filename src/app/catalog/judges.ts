import type { Dialect } from "../../skill/index.ts";
import { Judge, type JudgeOptions, Rulings } from "./judge.ts";
import { lockGuard } from "../../registry/lock/index.ts";
import type { ClientFacts } from "./view.ts";

/** Those who judge skills: for this machine, and for clients that say something of themselves. */
export class Judges {
  readonly own: Judge;
  readonly #options: JudgeOptions;
  readonly #rulings = new Map<string, Rulings>();
  /** No file is used that is not as it was installed. */
  readonly #whyRefused = lockGuard();

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.own = new Judge(options, this.#rulingsOf(options.as), this.#whyRefused);
  }

  forClient({ as = this.#options.as, host }: ClientFacts): Judge {
    const options = {
      ...this.#options,
      ...(as === undefined || as === this.#options.as ? {} : { as, facts: () => ({}) }),
      ...(host === undefined ? {} : { host }),
    };
    return new Judge(options, this.#rulingsOf(as), this.#whyRefused);
  }

  /** There are few systems, however many clients describe a machine. */
  #rulingsOf(as: Dialect | undefined): Rulings {
    const key = as?.id ?? "";
    const rulings = this.#rulings.get(key) ?? new Rulings();
    this.#rulings.set(key, rulings);
    return rulings;
  }
}
