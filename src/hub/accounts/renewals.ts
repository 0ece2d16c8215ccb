/** Tokens that are good for one use, for which there is the next one: those of sessions, and of programs. */
import { computeSha256 } from "../../platform/index.ts";
import { newSecret } from "../../platform/machine/index.ts";
import { type AccountPorts, timestampAt } from "./ports.ts";

/** Two processes of one program may renew at once; only a use long after the first one looks like theft. */
const GRACE_MS = 5000;

/** What is kept of them: the one that is good, and the one before it. */
export interface RenewalRow {
  readonly id: string;
  readonly token_hash: string | null;
  readonly spent_hash: string | null;
  readonly spent_at: string | null;
  readonly next_secret: string | null;
}

/** A token ends with the id of its row, by which those that it takes the place of are known as well. */
export function newRenewal(prefix: string, id: string, secret: string = newSecret()): string {
  return `${prefix}${secret}_${id}`;
}

/** The id that a token ends with; empty where it has none. */
export function idIn(token: string): string {
  return /_([0-9a-f-]{36})$/u.exec(token)?.[1] ?? "";
}

interface Spent {
  readonly next: string;
  /** What becomes of the row; undefined where it says so already. */
  readonly change?: Omit<RenewalRow, "id"> & { readonly token_hash: string };
}

/**
 * What a token of a row is spent for. Of those that use the same one at the same moment each gets the same next one, so
 * that there is never more than one that is good: whoever comes later with another one stole it, or was stolen from.
 * Undefined says so.
 */
export function spend(
  clock: AccountPorts["clock"],
  { id, token_hash, spent_hash, spent_at, next_secret }: RenewalRow,
  token: string,
): Spent | undefined {
  const prefix = token.slice(0, token.indexOf("_") + 1);
  const hash = computeSha256(token);
  if (hash === token_hash) {
    const secret = newSecret();
    const next = newRenewal(prefix, id, secret);
    return {
      next,
      change: {
        token_hash: computeSha256(next),
        spent_hash: hash,
        spent_at: timestampAt(clock),
        next_secret: veil(secret, token),
      },
    };
  }
  const isSameMoment = spent_at !== null && spent_at > timestampAt(clock, -GRACE_MS);
  if (hash !== spent_hash || !isSameMoment || next_secret === null) return undefined;
  return { next: newRenewal(prefix, id, veil(next_secret, token)) };
}

/** Makes a secret unreadable but for whoever has the token before it; done twice, it is readable again. */
function veil(secret: string, token: string): string {
  const key = Buffer.from(computeSha256(`next ${token}`), "hex");
  const bytes = Buffer.from(secret, "base64url");
  return Buffer.from(bytes.map((byte, at) => byte ^ (key[at] ?? 0))).toString("base64url");
}
