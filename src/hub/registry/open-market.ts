import {
  type Market,
  type MarketBuilds,
  type MarketModeration,
  type MarketNames,
  type MarketOpinions,
  type MarketPublishers,
  type MarketPublishing,
  type MarketReading,
  type SkillRequests,
  type Viewer,
} from "../../registry/contract/index.ts";
import { audited } from "./audited.ts";
import { setBan } from "./bans.ts";
import { moderate, submit, unyank, withdraw, yank } from "./change-state.ts";
import {
  describeSkill,
  describeVersion,
  listGiven,
  listVersions,
  readArchive,
  readAudit,
  readContent,
  readFile,
  readManifest,
  readSkillLog,
  resolveByDigest,
} from "./describe.ts";
import { codeLogins } from "./code-logins.ts";
import { countDue } from "./counted-ratings.ts";
import { deviceLogins } from "./devices.ts";
import { countDownload } from "./downloads.ts";
import { addKey, listKeys, removeKey } from "./keys.ts";
import { judge, judgeAll } from "./judge.ts";
import { countSkills, listSkills } from "./list.ts";
import { deleteSkill, deprecate, setTag, setVisibility, undeleteSkill } from "./manage.ts";
import { lateUpstream, mirrored } from "./mirrored.ts";
import { decideTransfer, listTransfers, mergeSkill, renameSkill, transferSkill } from "./names.ts";
import { listReviews, review, star, unreview, unstar } from "./opinions.ts";
import {
  exchangeBuild,
  listTrustedBuilds,
  trustBuild,
  untrustBuild,
} from "./builds/trusted-builds.ts";
import { createBuildVerifier } from "./builds/verify-build.ts";
import { changesSince, markChanges } from "./changes.ts";
import { createPackages } from "./packages.ts";
import type { MarketOptions, MarketPorts } from "./ports.ts";
import { decidePromotion, listPromotions, promote, promotionsOf } from "./promotions.ts";
import {
  createPublisher,
  findPublisher,
  listInvited,
  listMembers,
  ownPublishers,
  setMember,
  setOfficial,
  whoAmI,
} from "./publishers.ts";
import { listQueue } from "./queue.ts";
import { toPublisher } from "./records.ts";
import { appeal, decideReport, listReports, report } from "./reports.ts";
import { openSearch, type Search } from "./search/open-search.ts";
import { openTransparency } from "./statements/open-transparency.ts";
import { sweepMarket, type Swept } from "./sweep.ts";
import { takeDown } from "./take-down.ts";
import { fillUpload, openUpload, requireRoom } from "./uploads.ts";
import { checkMayRead, refuseBuild } from "./viewer.ts";
import { deliverWebhooks } from "./webhooks/deliver.ts";
import { openWebhooks } from "./webhooks/webhooks.ts";
import { findForChange } from "./find.ts";
import { reportsOf } from "./report-rows.ts";

export interface OpenMarket extends Market {
  /** Throws away what nobody needs; to be called now and then. */
  readonly sweep: () => Promise<Swept>;
  /** Works off what opinions bring about for publishers and their skills; to be called now and then. */
  readonly countRatings: (signal?: AbortSignal) => Promise<void>;
  /** Brings the index of searches up to date; to be called now and then. */
  readonly indexSearch: (signal?: AbortSignal) => Promise<void>;
  /** Adds to the log what a broken off request has left to be stated; to be called now and then. */
  readonly settleStatements: () => Promise<void>;
  /** Tells subscribers what became of skills; to be called now and then. */
  readonly deliverWebhooks: (signal?: AbortSignal) => Promise<void>;
}

/** The registry of this server. */
export function openMarket(options: MarketOptions): OpenMarket {
  const ports: MarketPorts = { ...options, packages: createPackages(options.store) };
  const { upstream } = options.settings;
  let revision = 0;
  const onChange = (): void => {
    revision += 1;
  };
  const source = upstream && lateUpstream(ports, upstream, onChange);
  const verifyBuild = createBuildVerifier(ports.settings.builds);
  const search = openSearch(ports);
  const { settle, ...transparency } = openTransparency(ports);
  const changing = <Calls extends object>(calls: Calls): Calls =>
    counted(stated(chargeChanges(ports, audited(ports, calls, LOOKS)), settle), onChange);
  return {
    ...chargeSearches(
      ports,
      source === undefined
        ? reading(ports, search)
        : mirrored(ports, source, reading(ports, search)),
    ),
    ...changing(publishing(ports)),
    ...changing(naming(ports)),
    ...changing(building(ports)),
    exchangeBuild: (request) => exchangeBuild(ports, verifyBuild, request),
    ...changing(opinions(ports)),
    ...changing(publishers(ports)),
    devices: deviceLogins(ports),
    codes: codeLogins(ports),
    transparency,
    settleStatements: settle,
    ...changing(openWebhooks(ports)),
    deliverWebhooks: (signal = new AbortController().signal) => deliverWebhooks(ports, signal),
    isPrivate: options.settings.isPrivate,
    revision: () => revision,
    markChanges: (since) => markChanges(ports.database, since),
    changesSince: (since) => changesSince(ports.database, since),
    indexSearch: search.work,
    countRatings: async (signal = new AbortController().signal) => {
      if (await countDue(ports, signal)) onChange();
    },
    ...counted(
      {
        sweep: async () => {
          await source?.refreshListed();
          return await sweepMarket(ports);
        },
      },
      onChange,
    ),
  };
}

/**
 * The same calls, each of which counts as a change once it is done. A few of them only read; that costs those who
 * keep copies a look, where a list of the calls that write would be forgotten one day.
 */
function counted<Calls extends object>(calls: Calls, onChange: () => void): Calls {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    async (...input: readonly unknown[]): Promise<unknown> => {
      try {
        return await (call as (...given: readonly unknown[]) => Promise<unknown>)(...input);
      } finally {
        // Also after a failure: what was changed before it is not known here.
        onChange();
      }
    },
  ]);
  // Every call is there under its name, with what it takes and gives.
  return Object.fromEntries(entries) as Calls;
}

/** The same calls, each of which is done once the log says what it has changed. */
function stated<Calls extends object>(calls: Calls, settle: () => Promise<void>): Calls {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    async (...input: readonly unknown[]): Promise<unknown> => {
      const result = await (call as (...given: readonly unknown[]) => Promise<unknown>)(...input);
      // The change itself is kept. What could not be stated now is stated by the next call, or by the server's care.
      await settle().catch(() => {});
      return result;
    },
  ]);
  // Every call is there under its name, with what it takes and gives.
  return Object.fromEntries(entries) as Calls;
}

/** Calls that only look, or that nobody feels yet. */
const LOOKS: ReadonlySet<string> = new Set([
  "requireRoom",
  "openUpload",
  "fillUpload",
  "queue",
  "reports",
  "requests",
  "promotions",
  "whoAmI",
  "ownPublishers",
  "publisher",
  "members",
  "invited",
  "keys",
  "transfers",
  "trustedBuilds",
  "webhooks",
]);

/** Publications are counted for themselves. */
const UNCOUNTED: ReadonlySet<string> = new Set([...LOOKS, "publish"]);

/** All that a build may call: what a publication takes, and who it is. */
const FOR_BUILDS: ReadonlySet<string> = new Set([
  "requireRoom",
  "openUpload",
  "fillUpload",
  "publish",
  "whoAmI",
]);

/** The same calls, of which each that changes something counts for whoever asks for it; moderators clean up. */
function chargeChanges<Calls extends object>({ charge }: MarketPorts, calls: Calls): Calls {
  const entries = Object.entries(calls).map(([name, call]) => {
    const change = async (viewer: Viewer, ...input: readonly unknown[]): Promise<unknown> => {
      if (!FOR_BUILDS.has(name)) refuseBuild(viewer);
      if (!UNCOUNTED.has(name) && !viewer.isModerator) await charge?.("registry-change", viewer);
      return await (call as (...given: readonly unknown[]) => Promise<unknown>)(viewer, ...input);
    };
    return [name, change] as const;
  });
  // Every call is there under its name, and the first that it takes is who asks.
  return Object.fromEntries(entries) as Calls;
}

/** Counts what takes all words of a registry into account, whichever protocol it is asked for by. */
function chargeSearches({ charge }: MarketPorts, market: MarketReading): MarketReading {
  if (charge === undefined) return market;
  return {
    ...market,
    search: async (viewer, request) => {
      await charge("registry-search", viewer);
      return await market.search(viewer, request);
    },
    count: async (viewer, request) => {
      await charge("registry-search", viewer);
      return await market.count(viewer, request);
    },
    judgeAll: async (viewer, versions) => {
      await charge("registry-search", viewer, versions.length);
      return await market.judgeAll(viewer, versions);
    },
  };
}

function reading(ports: MarketPorts, search: Search): MarketReading {
  return {
    search: search.search,
    count: (viewer, request) => countSkills(ports, search, viewer, request),
    list: (viewer, request) => listSkills(ports, viewer, request),
    describe: (viewer, name) => describeSkill(ports, viewer, name),
    versions: (viewer, name, page) => listVersions(ports, viewer, name, page),
    given: (viewer, name) => listGiven(ports, viewer, name),
    version: (viewer, name, version) => describeVersion(ports, viewer, name, version),
    judge: (viewer, name, version) => judge(ports, viewer, name, version),
    judgeAll: (viewer, versions) => judgeAll(ports, viewer, versions),
    readFile: (viewer, name, version, path) => readFile(ports, viewer, name, version, path),
    manifest: (viewer, name, version) => readManifest(ports, viewer, name, version),
    content: (viewer, name, version) => readContent(ports, viewer, name, version),
    archive: (viewer, name, version, layout) => readArchive(ports, viewer, name, version, layout),
    resolveByDigest: (viewer, name, digest) => resolveByDigest(ports, viewer, name, digest),
    audit: (viewer, name, version) => readAudit(ports, viewer, name, version),
    countDownload: (viewer, name, version) => countDownload(ports, viewer, name, version),
    reviews: (viewer, name, page) => listReviews(ports, viewer, name, page),
    log: (viewer, name, page) => readSkillLog(ports, viewer, name, page),
  };
}

function publishing(ports: MarketPorts): MarketPublishing {
  return {
    requireRoom: (viewer) => requireRoom(ports, viewer),
    openUpload: (viewer, expected) => openUpload(ports, viewer, expected),
    fillUpload: (viewer, upload, bytes) => fillUpload(ports, viewer, upload, bytes),
    publish: async (viewer, request) => {
      // Brings the scanner and the linter along, which a server that only gives skills away never needs.
      const { publish } = await import("./publish.ts");
      return await publish(ports, viewer, request);
    },
    submit: (viewer, name, version) => submit(ports, viewer, name, version),
    withdraw: (viewer, name, version) => withdraw(ports, viewer, name, version),
    yank: (viewer, name, version, reason) => yank(ports, viewer, name, version, reason),
    unyank: (viewer, name, version, reason) => unyank(ports, viewer, name, version, reason),
    deprecate: (viewer, name, request) => deprecate(ports, viewer, name, request),
    delete: (viewer, name, reason) => deleteSkill(ports, viewer, name, reason),
    undelete: (viewer, name) => undeleteSkill(ports, viewer, name),
    setTag: (viewer, name, tag, version) => setTag(ports, viewer, name, tag, version),
    setVisibility: (viewer, name, visibility) => setVisibility(ports, viewer, name, visibility),
  };
}

function building(ports: MarketPorts): MarketBuilds {
  return {
    trustedBuilds: (viewer, handle) => listTrustedBuilds(ports, viewer, handle),
    trustBuild: (viewer, request) => trustBuild(ports, viewer, request),
    untrustBuild: (viewer, handle, id) => untrustBuild(ports, viewer, handle, id),
  };
}

function naming(ports: MarketPorts): MarketNames {
  return {
    rename: (viewer, name, slug) => renameSkill(ports, viewer, name, slug),
    transfer: (viewer, name, to) => transferSkill(ports, viewer, name, to),
    transfers: (viewer) => listTransfers(ports, viewer),
    decideTransfer: (viewer, id, isAccepted) => decideTransfer(ports, viewer, id, isAccepted),
    merge: (viewer, name, into) => mergeSkill(ports, viewer, name, into),
  };
}

function opinions(ports: MarketPorts): MarketOpinions & MarketModeration {
  return {
    star: (viewer, name) => star(ports, viewer, name),
    unstar: (viewer, name) => unstar(ports, viewer, name),
    review: (viewer, name, given) => review(ports, viewer, name, given),
    unreview: (viewer, name) => unreview(ports, viewer, name),
    report: (viewer, name, given) => report(ports, viewer, name, given),
    appeal: (viewer, name, version, text) => appeal(ports, viewer, name, version, text),
    moderate: (viewer, name, version, given) => moderate(ports, viewer, name, version, given),
    takeDown: (viewer, name, request) => takeDown(ports, viewer, name, request),
    queue: (viewer, request) => listQueue(ports, viewer, request),
    reports: (viewer, request) => listReports(ports, viewer, request),
    decideReport: (viewer, id, decision) => decideReport(ports, viewer, id, decision),
    requests: (viewer, name) => listSkillRequests(ports, viewer, name),
    reaudit: async (viewer, name, version) => {
      const { reaudit } = await import("./reaudit.ts");
      return await reaudit(ports, viewer, name, version);
    },
    promote: (viewer, name, version, given) => promote(ports, viewer, name, version, given),
    promotions: (viewer, request) => listPromotions(ports, viewer, request),
    decidePromotion: (viewer, id, decision) => decidePromotion(ports, viewer, id, decision),
  };
}

function publishers(ports: MarketPorts): MarketPublishers {
  return {
    whoAmI: (viewer) => whoAmI(ports, viewer),
    ownPublishers: (viewer, page) => ownPublishers(ports, viewer, page),
    publisher: async (viewer, handle) => {
      checkMayRead(ports, viewer);
      return toPublisher(await findPublisher(ports.database.query, handle));
    },
    createPublisher: (viewer, request) => createPublisher(ports, viewer, request),
    members: (viewer, handle) => listMembers(ports, viewer, handle),
    invited: (viewer, handle) => listInvited(ports, viewer, handle),
    setMember: (viewer, handle, member) => setMember(ports, viewer, handle, member),
    keys: (viewer, handle) => listKeys(ports, viewer, handle),
    addKey: (viewer, request) => addKey(ports, viewer, request),
    removeKey: (viewer, keyId, handle, since) => removeKey(ports, viewer, keyId, handle, since),
    setBan: (viewer, handle, ban) => setBan(ports, viewer, handle, ban),
    setOfficial: (viewer, handle, isOfficial) => setOfficial(ports, viewer, handle, isOfficial),
  };
}

/** What was asked about a skill, and what became of it; for its publisher and moderators. */
async function listSkillRequests(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<SkillRequests> {
  const { row, member } = await findForChange(ports, viewer, name, "publisher", {
    mayBeDeleted: true,
  });
  const { query } = ports.database;
  const [promotions, reports] = await Promise.all([
    promotionsOf(query, row.id),
    reportsOf(ports, query, row.id),
  ]);
  return {
    promotions,
    // What somebody wrote in a report may tell who it was.
    reports: member.isModerator
      ? reports
      : reports.map((one) => (one.kind === "report" ? { ...one, text: "", by: undefined } : one)),
  };
}
