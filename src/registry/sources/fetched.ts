/** One file of a skill that comes from elsewhere, already compared with what was promised. */
export interface FetchedFile {
  /** Below the folder of the skill, with `/` between the parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** `sha256:` and 64 hexadecimal digits, of these bytes. */
  readonly digest: string;
}

/** Where a skill came from, enough to ask for it there again. */
export interface Origin {
  readonly kind: "mcp";
  /** The address of the server, without anything secret, or the command that starts it. */
  readonly server: string;
  readonly uri: string;
  /** What the server calls itself; nobody vouches for it. */
  readonly serverName?: string;
}

/** A skill as a whole: every file is there and verified. */
export interface FetchedSkill {
  readonly name: string;
  readonly description: string;
  readonly origin: Origin;
  readonly files: readonly FetchedFile[];
}
