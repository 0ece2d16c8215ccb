import type { ScanPorts } from "./ports.ts";

/** One file of the skill, whatever its folder or name. */
export interface ScanFile {
  /** Relative to the skill's folder, with `/` between the parts. */
  readonly path: string;
  readonly content: string | Uint8Array;
  /** The Unix mode, where it is known. */
  readonly mode?: number;
  /** Where a symbolic link leads, as written. */
  readonly link?: string;
  /** The size on disk where `content` holds only the beginning. */
  readonly size?: number;
}

/** Bounds on time and memory; what lies beyond one is told in a finding, never left out silently. */
export interface ScanLimits {
  /** Characters of one text that are looked at, at its beginning and its end. */
  readonly textLength: number;
  /** Characters of all texts together. */
  readonly totalLength: number;
  /** Files that are looked at. */
  readonly files: number;
  /** Layers of decoding within each other. */
  readonly decodeDepth: number;
  /** Characters that decoding may bring forth for all files together. */
  readonly decodedLength: number;
  /** Characters of one piece of code that are parsed; of a longer one, its ends and the lines that reach something. */
  readonly codeLength: number;
  /** Sentences of all files together. */
  readonly statements: number;
  /** Findings of one rule in one file; the rest is counted. */
  readonly findings: number;
}

export const DEFAULT_LIMITS: ScanLimits = {
  textLength: 2_000_000,
  totalLength: 2_000_000,
  files: 2000,
  decodeDepth: 4,
  decodedLength: 2_000_000,
  codeLength: 300_000,
  statements: 20_000,
  findings: 5,
};

/** The files of one skill, with what the scanner may use. */
export interface ScanInput {
  readonly files: readonly ScanFile[];
  /** The name of the skill's folder, where it is known. */
  readonly directory?: string;
  /** A dialect id; without it the dialect is detected. */
  readonly dialect?: string;
  readonly ports?: ScanPorts;
  readonly limits?: Partial<ScanLimits>;
}
