import { reasonOf } from "../../platform/index.ts";
import {
  fullNameOf,
  marketCodes,
  marketRefusal,
  type PublishRequest,
  readSkillName,
  versionKey,
} from "../../registry/market/index.ts";
import {
  type FetchedSkill,
  type Offer,
  openReference,
  type Wanted,
} from "../../registry/sources/index.ts";
import { inPathOrder, readManifest } from "../../registry/package/index.ts";
import { SkillError } from "../../skill/index.ts";
import { momentOf } from "../accounts/index.ts";
import { changeState } from "./change-state.ts";
import { findRow } from "./find.ts";
import { REGISTRY } from "./log.ts";
import type { MarketPorts, UpstreamSettings } from "./ports.ts";
import type { PublisherRow, SkillRow } from "./records.ts";

/** Keeps copies of the skills of another registry, as they are asked for. */
export interface Upstream {
  /** Brings a skill up to date that may be taken from there; all others are left alone. */
  readonly refresh: (name: string) => Promise<void>;
  /** Does so for the names of the list that say a whole one. */
  readonly refreshListed: () => Promise<void>;
}

/** For skills of which the other registry does not say whose they are. */
const HANDLE = "upstream";
/** Older versions are not taken: each one is fetched, scanned and kept. */
const MOST_VERSIONS = 20;
const MOST_REMEMBERED = 10_000;

export function openUpstream(ports: MarketPorts, settings: UpstreamSettings): Upstream {
  const looked = new Map<string, { readonly at: number; readonly done: Promise<void> }>();
  const refresh = async (name: string): Promise<void> => {
    if (!isAllowed(settings, name)) return;
    const now = ports.clock.now();
    const before = looked.get(name);
    if (before !== undefined && now - before.at < settings.refreshSeconds * 1000)
      return await before.done;
    if (looked.size > MOST_REMEMBERED) looked.clear();
    // Many ask for the same skill at once; the other registry is asked once.
    const done = refreshSkill(ports, settings, name);
    looked.set(name, { at: now, done });
    try {
      await done;
    } catch (error) {
      looked.delete(name);
      throw error;
    }
  };
  return {
    refresh,
    refreshListed: async () => {
      for (const name of settings.allow) if (!name.includes("*")) await refresh(name);
    },
  };
}

export function isAllowed({ allow }: Pick<UpstreamSettings, "allow">, name: string): boolean {
  if (readSkillName(name) === undefined) return false;
  return allow.some((pattern) => {
    const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/gu, "\\$&"));
    return new RegExp(`^${parts.join("[a-z0-9-]*")}$`, "u").test(name);
  });
}

/** What is here already is never in danger: where the other registry fails, the copies still serve. */
async function refreshSkill(
  ports: MarketPorts,
  settings: UpstreamSettings,
  name: string,
): Promise<void> {
  const { query } = ports.database;
  const known = await findRow(query, name);
  // Skills of our own have their names for themselves, whatever the other registry has under them.
  if (known !== undefined && !(await isCopy(ports, known))) return;
  let wanted: Wanted;
  let offers: readonly Offer[];
  try {
    wanted = await openPlace(settings, name);
    offers = await wanted.place.offersOf(wanted.name);
  } catch (error) {
    if (known !== undefined) return;
    throw marketRefusal(
      marketCodes.upstreamFailed,
      `Unexpected failure of the registry behind this one: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
  for (const offer of offers.slice(0, MOST_VERSIONS)) await takeVersion(ports, wanted, name, offer);
}

/** The name there may have its publisher before it, and stands for the skill without. */
async function openPlace({ url, token }: UpstreamSettings, name: string): Promise<Wanted> {
  const { origin } = new URL(url);
  const [wanted] = await openReference(
    { kind: "registry", server: url, name, range: "*" },
    {
      folder: ".",
      environment: {},
      // Where the other registry sends on to another address, nothing of ours goes along.
      tokenFor: (address) => (address.origin === origin ? token : undefined),
    },
  );
  if (wanted === undefined) throw new Error("There is no such registry.");
  return wanted;
}

/** A publisher that nobody here can speak for. */
async function isCopy({ database: { query } }: MarketPorts, skill: SkillRow): Promise<boolean> {
  const row = await query
    .selectFrom("market_publishers")
    .select(["user_id", "team_id"])
    .where("handle", "=", skill.publisher)
    .executeTakeFirst();
  return row?.user_id === null && row.team_id === null;
}

async function takeVersion(
  ports: MarketPorts,
  wanted: Wanted,
  name: string,
  { version, isYanked = false }: Offer,
): Promise<void> {
  const { query } = ports.database;
  const skill = await findRow(query, name);
  const kept =
    skill &&
    (await query
      .selectFrom("market_versions")
      .select(["id", "state"])
      .where("skill_id", "=", skill.id)
      .where("version_key", "=", versionKey(version))
      .executeTakeFirst());
  if (skill !== undefined && kept !== undefined) {
    if (isYanked && kept.state === "listed")
      await query.transaction().execute(async (transaction) => {
        await changeState(ports, transaction, skill, kept.id, {
          event: "yank",
          by: "moderator",
          actor: REGISTRY,
          reason: "It was yanked where it comes from.",
        });
      });
    return;
  }
  if (isYanked) return;
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
  const read = readManifest(files);
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
  const skill = await findRow(ports.database.query, fullNameOf(publisher.handle, slug));
  const place = { publisher, skill, slug, isPlain: false };
  const plan = await planAt(ports, place, { files, read, request, actor: REGISTRY });
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
        display_name: handle,
        user_id: null,
        team_id: null,
        is_official: 0,
        reputation: 0,
        created_at: momentOf(clock),
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
  throw new Error("Somebody speaks for the registry behind this one.");
}
