/** Who asks. */
export interface Viewer {
  /** Absent: nobody has logged in. */
  readonly userId?: string;
  /** Administrators of the server. */
  readonly isModerator: boolean;
  /** What a token allows; undefined: everything that its user may. */
  readonly scopes?: readonly string[];
  /** What tells one anonymous client from another, such as its address; only a digest of it is kept. */
  readonly client?: string;
}
