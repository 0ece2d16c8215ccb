import { sharedNameResolver } from "../../platform/network/index.ts";
import { reasonOf } from "../../platform/index.ts";
import { createFairQueue } from "../../platform/machine/index.ts";
import {
  toFullName,
  marketCodes,
  marketRefusal,
  type PublishRequest,
  readSkillName,
  toSkeleton,
  versionKey,
} from "../../registry/contract/index.ts";
import {
  createBudget,
  type FetchedSkill,
  type Offer,
  openReference,
  openRegistryClient,
  searchClawHub,
  SERVER_JSON_LIMITS,
  type TokenFor,
  type Wanted,
  type WebBudget,
  type WebOptions,
} from "../../registry/sources/index.ts";
import { registryCodes } from "../../registry/index.ts";
import { inPathOrder, packageLimits } from "../../registry/package/index.ts";
import { SkillError } from "../../skill/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { followOffers, isCopy, narrowCopies } from "./copies.ts";
import { findRow } from "./find.ts";
import { REGISTRY } from "./log.ts";
import type { MarketPorts, UpstreamSettings } from "./ports.ts";
import type { PublisherRow } from "./records.ts";
import { matchesPattern } from "./reserved.ts";

/** For whom the other registry is asked. */
export interface UpstreamClient {
  /** Of those who ask, whoever has the fewest questions under way is next. */
  readonly owner: string;
  /** Counts a question; throws where there were too many. */
  readonly charge: () => Promise<void>;
}

/** Keeps copies of the skills of another registry, as they are asked for. */
export interface Upstream {
  /** Brings a skill up to date that may be taken from there; all others are left alone. */
  readonly refresh: (name: string, asker: UpstreamClient) => Promise<void>;
  /** Does so for the names of the list that say a whole one. */
  readonly refreshListed: () => Promise<void>;
  /** Takes the latest versions of what the other registry finds, as far as its names are allowed. */
  readonly search: (words: string, asker: UpstreamClient) => Promise<void>;
  /** Takes away what an earlier list allowed and this one does not. */
  readonly narrow: () => Promise<void>;
}

/** For skills of which the other registry does not say whose they are. */
const HANDLE = "upstream";
/** Older versions are not taken: each one is fetched, scanned and kept. */
const MOST_VERSIONS = 20;
const MOST_REMEMBERED = 10_000;
/** Of what the other registry finds so many are taken; each one is fetched and scanned. */
const MOST_FOUND = 10;
/** A search does not wait longer; what comes later is found by the next one. */
const LONGEST_SEARCH_MS = 5000;
/** Questions to the other registry that are under way at one time, with what they fetch. */
const MOST_AT_ONCE = 8;
/** All that is read from the other registry for one name, or for one search. */
const MOST_BYTES = 4 * packageLimits.maxBytes;
const LONGEST_TASK_MS = 120_000;
/** The registry itself. */
const OWN: UpstreamClient = { owner: REGISTRY, charge: () => Promise.resolve() };

export function openUpstream(
  ports: MarketPorts,
  settings: UpstreamSettings,
  onChange: () => void,
): Upstream {
  const once = rememberTasks(ports, settings, onChange);
  const places = createFairQueue(MOST_AT_ONCE);
  const take = (name: string, most: number, asker: UpstreamClient) => (): Promise<void> =>
    places.run(asker.owner, () =>
      withinBudget(ports, (budget) => refreshSkill(ports, settings, name, most, budget)),
    );
  const refresh = async (name: string, asker: UpstreamClient): Promise<void> => {
    if (isAllowed(settings, name))
      await once(`skill ${name}`, asker, take(name, MOST_VERSIONS, asker));
  };
  const findThere = async (words: string, asker: UpstreamClient): Promise<void> => {
    const names = await places.run(asker.owner, () =>
      withinBudget(ports, (budget) => searchThere(settings, words, budget)),
    );
    for (const name of names.slice(0, MOST_FOUND))
      await once(`latest ${name}`, asker, take(name, 1, asker));
  };
  return {
    refresh,
    // Where the other registry fails, or was asked for too much, the copies are found nevertheless.
    search: async (words, asker) => {
      const found = once(`search ${words}`, asker, () => findThere(words, asker)).catch(() => {});
      await beforeLong(ports, found);
    },
    narrow: () => narrowCopies(ports, (name) => isAllowed(settings, name)).finally(onChange),
    refreshListed: async () => {
      for (const name of settings.allow) if (!name.includes("*")) await refresh(name, OWN);
    },
  };
}

/** Whoever asked may be gone long since: the work for them ends by itself. What is left is taken by the next one. */
async function withinBudget<Result>(
  { clock }: Pick<MarketPorts, "clock">,
  work: (budget: WebBudget) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const cancel = clock.after(LONGEST_TASK_MS, () => {
    controller.abort(new DOMException("The task took too long.", "TimeoutError"));
  });
  try {
    return await work(createBudget(MOST_BYTES, controller.signal));
  } finally {
    cancel();
  }
}

/** Many ask for the same at once, and again soon after; the other registry is asked once. */
function rememberTasks(
  { clock }: Pick<MarketPorts, "clock">,
  { refreshSeconds }: UpstreamSettings,
  onDone: () => void,
): (key: string, asker: UpstreamClient, work: () => Promise<void>) => Promise<void> {
  const looked = new Map<string, { readonly at: number; readonly done: Promise<void> }>();
  const find = (key: string): { readonly done: Promise<void> } | undefined => {
    const before = looked.get(key);
    return before !== undefined && clock.now() - before.at < refreshSeconds * 1000
      ? before
      : undefined;
  };
  return async (key, { charge }, work) => {
    if (find(key) === undefined) await charge();
    // Somebody else may have begun meanwhile.
    const before = find(key);
    if (before !== undefined) return await before.done;
    // A map keeps its order: what is known for longest is forgotten.
    const [oldest] = looked.keys();
    if (looked.size >= MOST_REMEMBERED && oldest !== undefined) looked.delete(oldest);
    looked.delete(key);
    const done = work().finally(onDone);
    looked.set(key, { at: clock.now(), done });
    try {
      await done;
    } catch (error) {
      looked.delete(key);
      throw error;
    }
  };
}

/** The task never fails. */
async function beforeLong({ clock }: MarketPorts, task: Promise<void>): Promise<void> {
  await new Promise<void>((settle) => {
    const cancel = clock.after(LONGEST_SEARCH_MS, settle);
    void task.finally(() => {
      cancel();
      settle();
    });
  });
}

/** Names of skills that the other registry finds, in the form in which they are allowed. */
async function searchThere(
  settings: UpstreamSettings,
  words: string,
  budget: WebBudget,
): Promise<readonly string[]> {
  const options = webOptions(settings, budget);
  const found = await openRegistryClient(settings.url, options)
    .search({ query: words, limit: 50 })
    .then((skills) => skills.map(({ fullName }) => fullName))
    // It may be one that only speaks as ClawHub does.
    .catch(async () => {
      const entries = await searchClawHub(settings.url, words, 50, options);
      return entries.map(({ name }) => name);
    });
  return found.flatMap((name) => {
    const slug = readSkillName(name)?.slug;
    const form = [name, ...(slug === undefined ? [] : [slug])].find((one) =>
      isAllowed(settings, one),
    );
    return form === undefined ? [] : [form];
  });
}

export function isAllowed({ allow }: Pick<UpstreamSettings, "allow">, name: string): boolean {
  if (readSkillName(name) === undefined) return false;
  return allow.some((pattern) => matchesPattern(pattern, name));
}

/** What is here already is never in danger: where the other registry fails, the copies still serve. */
async function refreshSkill(
  ports: MarketPorts,
  settings: UpstreamSettings,
  name: string,
  most: number,
  budget: WebBudget,
): Promise<void> {
  const { query } = ports.database;
  const known = await findRow(query, name);
  // Skills of our own have their names for themselves, whatever the other registry has under them.
  if (known !== undefined && !(await isCopy(query, known))) return;
  let wanted: Wanted;
  let offers: readonly Offer[];
  try {
    wanted = await openPlace(settings, name, budget);
    offers = await wanted.place.offersOf(wanted.name);
  } catch (error) {
    const isAway =
      SkillError.isInstance(error) && error.diagnostic.code === registryCodes.withdrawnSkill;
    if (isAway && known !== undefined) await followOffers(ports, known, []);
    if (isAway || known !== undefined) return;
    throw marketRefusal(
      marketCodes.upstreamFailed,
      `The upstream registry failed: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
  if (known !== undefined) await followOffers(ports, known, offers);
  const given = offers.filter(({ isYanked }) => isYanked !== true);
  for (const { version } of given.slice(0, most)) await takeVersion(ports, wanted, name, version);
}

/** The name there may have its publisher before it, and stands for the skill without. */
async function openPlace(
  settings: UpstreamSettings,
  name: string,
  budget: WebBudget,
): Promise<Wanted> {
  const [wanted] = await openReference(
    { kind: "registry", server: settings.url, name, range: "*" },
    { folder: ".", environment: {}, ...webOptions(settings, budget) },
  );
  if (wanted === undefined) throw new Error("There is no such registry.");
  return wanted;
}

/** The operator named the other registry, wherever it is; where it sends on to is its own choice. */
function webOptions(settings: UpstreamSettings, budget: WebBudget): WebOptions {
  const { origin } = new URL(settings.url);
  return {
    budget,
    json: SERVER_JSON_LIMITS,
    tokenFor: tokenOf(settings),
    guard: {
      allowPrivate: [],
      allowOrigins: [origin],
      resolve: sharedNameResolver().forOwner(`sent on by ${origin}`),
    },
  };
}

/** Where the other registry sends on to another address, nothing of ours goes along. */
function tokenOf({ url, token }: UpstreamSettings): TokenFor {
  const { origin } = new URL(url);
  return (address) => (address.origin === origin ? token : undefined);
}

async function takeVersion(
  ports: MarketPorts,
  wanted: Wanted,
  name: string,
  version: string,
): Promise<void> {
  const { query } = ports.database;
  const skill = await findRow(query, name);
  const kept =
    skill &&
    (await query
      .selectFrom("market_versions")
      .select("id")
      .where("skill_id", "=", skill.id)
      .where("version_key", "=", versionKey(version))
      .executeTakeFirst());
  if (kept !== undefined) return;
  try {
    await keepCopy(ports, await wanted.place.fetch(wanted.name, version), name, version);
  } catch (error) {
    // One version that is not what was promised, or that another process has just kept, is no reason to lose the others.
    if (!SkillError.isInstance(error)) throw error;
  }
}

async function keepCopy(
  ports: MarketPorts,
  fetched: FetchedSkill,
  name: string,
  version: string,
): Promise<void> {
  const { slug, publisher: wanted } = readSkillName(name) ?? {
    slug: fetched.name,
    publisher: undefined,
  };
  const publisher = await publisherFor(
    ports,
    wanted ?? readSkillName(fetched.origin.uri)?.publisher,
  );
  const files = inPathOrder(fetched.files);
  const source = { kind: "checked", files } as const;
  const read = await ports.jobs.run("read-package", source);
  if (read === undefined) return;
  const request: PublishRequest = {
    content: { kind: "files", files },
    version,
    source: { upstream: fetched.origin.server, name: fetched.origin.uri },
  };
  const [{ planAt }, { keepPlan }] = await Promise.all([
    import("./plan.ts"),
    import("./publish.ts"),
  ]);
  const skill = await findRow(ports.database.query, toFullName(publisher.handle, slug));
  const place = { publisher, skill, slug, isPlain: false };
  const plan = await planAt(ports, place, { source, read, request, actor: REGISTRY });
  await keepPlan(ports, plan, request);
}

/** The publisher by its own name, unless somebody here has that name. */
async function publisherFor(
  { database: { query }, clock }: MarketPorts,
  wanted: string | undefined,
): Promise<PublisherRow> {
  for (const handle of [wanted ?? HANDLE, HANDLE]) {
    await query
      .insertInto("market_publishers")
      .values({
        handle,
        skeleton: toSkeleton(handle),
        display_name: handle,
        user_id: null,
        team_id: null,
        is_official: 0,
        reputation: 0,
        created_at: timestampAt(clock),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await query
      .selectFrom("market_publishers")
      .selectAll()
      .where("handle", "=", handle)
      .executeTakeFirstOrThrow();
    if (row.user_id === null && row.team_id === null) return row;
  }
  throw new Error("All names for the registry behind this one are taken.");
}
