/** Names of skills that change: renamed, merged, handed over. */
import type { SkillRecord } from "./records.ts";
import type { Viewer } from "./viewer.ts";

/** A skill that is to go to another publisher, once an owner of that one has agreed. */
export interface TransferRecord {
  readonly id: string;
  readonly fullName: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface TransferResult {
  readonly skill: SkillRecord;
  /** Absent where it is done: whoever asked owns both publishers. */
  readonly transfer?: TransferRecord;
}

/** Names of skills, for the owners of their publishers. Old names lead to the new ones. */
export interface MarketNames {
  rename(viewer: Viewer, name: string, slug: string): Promise<SkillRecord>;
  transfer(viewer: Viewer, name: string, to: string): Promise<TransferResult>;
  /** Those of the viewer's publishers that wait for an answer. */
  transfers(viewer: Viewer): Promise<readonly TransferRecord[]>;
  /** Whoever is to get it accepts; either side can say no. */
  decideTransfer(viewer: Viewer, id: string, isAccepted: boolean): Promise<TransferRecord>;
  /** Gives the skill that it went into. */
  merge(viewer: Viewer, name: string, into: string): Promise<SkillRecord>;
}
