import { failure, computeSha256 } from "../../platform/index.ts";
import { type Clock, newSecret } from "../../platform/machine/index.ts";
import { accountCodes } from "./diagnostics.ts";

const MINUTES = 10;

interface Link {
  readonly userId: string;
  readonly endsAt: number;
}

/** Ways in that work once, for a few minutes, and only while this very process runs: nothing of them is kept. */
export class LoginLinks {
  readonly #links = new Map<string, Link>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The word that lets the user in once. */
  make(userId: string): string {
    const token = `swl_${newSecret()}`;
    const endsAt = this.#clock.now() + MINUTES * 60_000;
    this.#links.set(computeSha256(token), { userId, endsAt });
    return token;
  }

  /** Spends the word, and says whom it lets in. */
  take(token: string): string {
    const key = computeSha256(token);
    const link = this.#links.get(key);
    this.#links.delete(key);
    if (link === undefined || link.endsAt <= this.#clock.now())
      throw failure(accountCodes.badToken, "This link is no longer good. Log in with the password");
    return link.userId;
  }
}
