import type { Kysely } from "kysely";
import type { Store } from "../../library/store/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";
import type { Viewer } from "../../registry/contract/index.ts";
import type { AccountPorts } from "../accounts/index.ts";
import type { Database, Tables } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { IssuerSettings } from "./builds/verify-build.ts";
import type { Packages } from "./packages.ts";

/** What whoever runs a registry decides. */
export interface MarketSettings {
  /** Nothing is told to those who have not logged in. */
  readonly isPrivate: boolean;
  /** How long what was deleted can come back. */
  readonly deletedDays: number;
  /** How long it is remembered who downloaded; the counts stay. */
  readonly downloadDays: number;
  /** How long it is kept who did what; 0: for good. */
  readonly auditDays: number;
  /** So many reports of different users send a version back to a moderator. */
  readonly reportsToReview: number;
  /** Only reports of accounts that are so old count for that, and only ratings of such accounts count. */
  readonly reporterHours: number;
  /** Within so many hours reports and appeals are to be answered. */
  readonly answerHours: number;
  /** Bytes of all files of a version. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly semver: ReleasePolicy;
  /** Whose word counts for builds that publish without a secret. */
  readonly builds: IssuerSettings;
  /** Names or addresses of the own network to which webhooks may go. */
  readonly webhookHosts: readonly string[];
  readonly upstream?: UpstreamSettings | undefined;
}

/** What becomes of a version that breaks something, or may do more, under a number that promises neither. */
export type ReleasePolicy = "refuse" | "hold" | "warn";

/** Another registry, of which this one keeps copies. */
export interface UpstreamSettings {
  readonly url: string;
  /** Names of skills that may be taken from there; `*` stands for any letters. Nothing else is. */
  readonly allow: readonly string[];
  /** How long its word is taken for what is new. */
  readonly refreshSeconds: number;
  readonly token?: string | undefined;
}

export const DEFAULT_MARKET: MarketSettings = {
  isPrivate: false,
  deletedDays: 30,
  downloadDays: 30,
  auditDays: 365,
  reportsToReview: 3,
  reporterHours: 24,
  answerHours: 72,
  maxBytes: 50_000_000,
  maxFiles: 5000,
  semver: "refuse",
  webhookHosts: [],
  builds: { issuers: ["https://token.actions.githubusercontent.com", "https://gitlab.com"] },
};

/** What is counted: searches, changes, and what another registry is asked for behind a mirror. */
export type MarketCounter = "registry-search" | "registry-change" | "mirror";

/** What the registry needs of the rest of the house. */
export interface MarketOptions {
  readonly database: Database;
  readonly accounts: AccountPorts;
  /** Where the bytes of versions lie. */
  readonly store: Store;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** Of this program; stands in audits. */
  readonly version: string;
  /** Where archives are unpacked for a moment. */
  readonly workFolder: string;
  readonly settings: MarketSettings;
  /** What each user may keep. */
  readonly quotas?: Quotas;
  /** Compares descriptions by meaning in searches; without it they are found by words alone. */
  readonly embeddings?: EmbeddingModel;
  /** Counts what somebody asks for, once or so many times; throws where it is too much. */
  readonly charge?: (counter: MarketCounter, viewer: Viewer, count?: number) => Promise<void>;
}

export interface MarketPorts extends MarketOptions {
  readonly packages: Packages;
}

/** The database, or a transaction on it. */
export type Query = Kysely<Tables>;
