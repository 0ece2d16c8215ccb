/** Builds that publish without a secret of their own. */
import type { Viewer } from "./viewer.ts";

/** A workflow of a repository that a publisher lets publish. */
export interface TrustedBuild {
  readonly id: string;
  readonly publisher: string;
  /** Absent: every skill of the publisher. */
  readonly skill?: string;
  readonly issuer: string;
  readonly repository: string;
  readonly workflow: string;
  readonly environment?: string;
  readonly createdAt: string;
}

export type NewTrustedBuild = Omit<TrustedBuild, "id" | "createdAt">;

export interface BuildToken {
  readonly token: string;
  readonly expiresAt: string;
  readonly publisher: string;
}

/** Builds that publish without a secret; for the owners of their publishers. */
export interface MarketBuilds {
  trustedBuilds(viewer: Viewer, handle: string): Promise<readonly TrustedBuild[]>;
  trustBuild(viewer: Viewer, request: NewTrustedBuild): Promise<TrustedBuild>;
  untrustBuild(viewer: Viewer, handle: string, id: string): Promise<void>;
}
