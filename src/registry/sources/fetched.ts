/** One file of a skill that comes from elsewhere, already compared with what was promised. */
export interface FetchedFile {
  /** Below the folder of the skill, with `/` between the parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** `sha256:` and 64 hexadecimal digits, of these bytes. */
  readonly digest: string;
  /** Whether its owner may run it; where absent, it may not be run. */
  readonly isExecutable?: boolean;
}

/** Kinds of places from which skills come. */
export type OriginKind =
  | "archive"
  | "clawhub"
  | "folder"
  | "git"
  | "mcp"
  | "registry"
  | "well-known";

/** Where a skill came from, enough to ask for it there again. */
export interface Origin {
  readonly kind: OriginKind;
  /** The address of the place, without anything secret; the command that starts a server, or a path. */
  readonly server: string;
  /** What the place calls the skill. */
  readonly uri: string;
  /** What the server calls itself; nobody vouches for it. */
  readonly serverName?: string;
  /** What `install` takes to fetch the very same again; absent where that cannot be said in a word. */
  readonly reference?: string;
  /** Of the archive that the files came in, in the form of lock files. */
  readonly artifact?: string;
}

/** A signed statement, and where it stands in the log of the registry. */
export interface LoggedStatement {
  readonly note: string;
  readonly index: number;
}

/** A skill as a whole: every file is there and verified. */
export interface FetchedSkill {
  readonly name: string;
  readonly description: string;
  readonly origin: Origin;
  readonly files: readonly FetchedFile[];
  /** Under which a registry has it, whatever its SKILL.md says; absent for places without versions of their own. */
  readonly version?: string;
  /** What the registry states of it, as its log proves. */
  readonly statement?: LoggedStatement;
  /** Its source promised digests, with which everything was compared. */
  readonly isAsPromised?: boolean;
}
