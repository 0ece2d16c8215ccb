/** The log of what the registry says of versions, for those who check it. */
import type { VersionRecord } from "./records.ts";
import type { Viewer } from "./viewer.ts";

/** A statement with what shows that it stands in the log. */
export interface StatedEntry {
  /** A signed note. */
  readonly statement: string;
  /** What stands in the log in place of a statement that is not for everybody. */
  readonly commitment?: string;
  readonly index: number;
  /** From the leaf to the root of the checkpoint, in base64. */
  readonly proof: readonly string[];
}

/** The last statements on one version. */
export interface AttestedVersion {
  /** As they were asked for. */
  readonly name: string;
  readonly version: string;
  readonly own: StatedEntry;
  /** On its skill as a whole, where there is one. */
  readonly skill?: StatedEntry;
}

export interface StatedAnswer {
  /** With which the log and its statements are signed. */
  readonly key: string;
  /** Notes by which each key before it vouched for the next, the first one first. */
  readonly roots?: readonly string[];
  readonly checkpoint: string;
  readonly stated: readonly AttestedVersion[];
}

/** One entry of the log, for those who follow what becomes of skills. */
export interface LoggedEntry {
  readonly index: number;
  /** A signed note: the statement, or the digest of one that is not for everybody. */
  readonly entry: string;
}

export interface MarketTransparency {
  /** The state of the log, as a signed note. */
  checkpoint(viewer: Viewer): Promise<string>;
  key(viewer: Viewer): Promise<string>;
  /** Signs with a new key from now on, for which the last one vouches; for moderators. */
  rotate(viewer: Viewer): Promise<{ readonly key: string; readonly fingerprint: string }>;
  /** A tile by its path; throws where there is none. */
  tile(viewer: Viewer, path: string): Promise<Uint8Array>;
  /** In base64; throws where the log is shorter. */
  consistency(viewer: Viewer, from: number, to: number): Promise<readonly string[]>;
  /** Entries from a place of the log on, or the last ones; those that are for everybody. */
  entries(viewer: Viewer, from: number | undefined, limit: number): Promise<readonly LoggedEntry[]>;
  /** Where a version was built, as SLSA in a signed bundle of Sigstore; throws where no issuer has attested it. */
  provenance(viewer: Viewer, record: VersionRecord): Promise<object>;
  /** Names that are not known, and versions of which nothing was stated, are left out. */
  statements(
    viewer: Viewer,
    versions: readonly { readonly name: string; readonly version: string }[],
  ): Promise<StatedAnswer>;
}
