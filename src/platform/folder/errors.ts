/** Why a folder refuses a path, apart from what the operating system says. */
export type Refusal = "link" | "blocked" | "name";

/**
 * A path that cannot be used: a link in it leads elsewhere, a file stands where a folder must be or the
 * reverse, or the system cannot have such a name.
 */
export class RefusedPathError extends Error {
  readonly reason: Refusal;
  /** The part of the way that is in the way, from the folder. */
  readonly at: string;

  constructor(reason: Refusal, at: string) {
    super(`${at}: ${reason}`);
    this.name = "RefusedPathError";
    this.reason = reason;
    this.at = at;
  }
}
