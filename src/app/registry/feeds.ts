/** Feeds of what is known to be bad, as somebody published and signed them. */
import { FEED_FILE, readFeed } from "../../check/scan/index.ts";
import {
  failure,
  joinPath,
  makeFolder,
  removeFile,
  writeFileAtomically,
} from "../../platform/index.ts";
import { feedsFolder, readFeedFiles } from "../../platform/scanning/index.ts";
import {
  byPreference,
  toLockEntry,
  type FetchedSkill,
  isInRange,
  isOlder,
  openSource,
  registryCodes,
  registryError,
  signerName,
} from "../../registry/index.ts";
import { getKey, isObject, type Json, quoteForShell, SkillError } from "../../skill/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { type SourceInput, toSourceContext } from "./sources.ts";
import { trustedKeys } from "./trusted-keys.ts";

interface FeedInput extends SourceInput {
  readonly verb?: "update" | "list" | "remove";
  readonly source?: string;
}

/** A feed as it is kept: what was published, and where it came from. */
interface StoredFeed {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  /** No other one may take its place. */
  readonly signer: string;
  readonly entries: number;
  readonly file: string;
}

export interface FeedAnswer {
  readonly done: "updated" | "listed" | "removed";
  readonly feeds: readonly StoredFeed[];
}

/** Lists, fetches or removes feeds. */
export async function manageFeeds(computer: LocalComputer, input: FeedInput): Promise<FeedAnswer> {
  const { verb = "list", source } = input;
  const kept = readStoredFeeds(computer);
  if (verb === "list") return { done: "listed", feeds: kept };
  if (verb === "remove") return { done: "removed", feeds: [remove(kept, source)] };
  const sources = source === undefined ? kept.map((feed) => feed.source) : [source];
  if (sources.length === 0)
    throw failure("cli/usage", "No feed is kept that could be updated.", {
      hint: "Name one: `skillwright feed update SOURCE`.",
    });
  const feeds: StoredFeed[] = [];
  for (const one of sources) feeds.push(await update(computer, one, input, kept));
  return { done: "updated", feeds };
}

function readStoredFeeds({ environment }: LocalComputer): readonly StoredFeed[] {
  return readFeedFiles(environment).map(({ file, text }) => {
    const kept: Json = JSON.parse(text);
    const read = (key: string): string => {
      const value = isObject(kept) ? getKey(kept, key) : undefined;
      return typeof value === "string" ? value : "";
    };
    const entries = readFeed(text, file).value?.entries.length ?? 0;
    return {
      name: read("skill"),
      version: read("skillVersion"),
      source: read("from"),
      signer: read("signer"),
      entries,
      file,
    };
  });
}

function remove(kept: readonly StoredFeed[], name: string | undefined): StoredFeed {
  if (name === undefined) throw failure("cli/usage", "Missing the name of a feed after `remove`.");
  const feed = kept.find((one) => one.name === name || one.source === name);
  if (feed === undefined)
    throw failure("cli/usage", `No feed \`${name}\` is kept.`, {
      hint: "`skillwright feed list` shows their names.",
    });
  removeFile(feed.file);
  return feed;
}

async function update(
  computer: LocalComputer,
  source: string,
  input: FeedInput,
  kept: readonly StoredFeed[],
): Promise<StoredFeed> {
  const fetched = await fetchLatest(computer, source, input);
  const { name } = fetched;
  const { attestedTier, version, signer } = await toLockEntry(fetched, {
    trust: trustedKeys(computer, input.trust),
    now: computer.now(),
  });
  if (attestedTier === "experimental")
    throw registryError(
      registryCodes.experimentalSkill,
      `The feed \`${name}\` is not signed by a key that you trust.`,
      {
        hint: "Nothing was changed. `skillwright trust add KEY` trusts whoever signs it.",
      },
    );
  const before = kept.find((feed) => feed.name === name);
  if (before !== undefined && before.source !== source)
    throw registryError(
      registryCodes.nameTaken,
      `A feed \`${name}\` from \`${before.source}\` is kept already.`,
      {
        hint: `Nothing was changed. \`skillwright feed remove ${quoteForShell(name)}\` makes room.`,
      },
    );
  if (before !== undefined && isOlder(version, before.version))
    throw registryError(
      registryCodes.olderVersion,
      `The feed \`${name}\` is older (${version}) than the one that is kept (${before.version}).`,
      { hint: "Nothing was changed." },
    );
  // Where a registry states a tier of it, and nobody signed it, the registry answers for it.
  const signedBy = signer === undefined ? fetched.origin.server : signerName(signer);
  if (before !== undefined && before.signer !== signedBy)
    throw registryError(
      registryCodes.otherSigner,
      `The feed \`${name}\` was signed by \`${before.signer}\`, and now by \`${signedBy}\`.`,
      {
        hint: `Nothing was changed. \`skillwright feed remove ${quoteForShell(name)}\` makes room for it.`,
      },
    );
  return storeFeed(computer, fetched, { version, source, signer: signedBy });
}

async function fetchLatest(
  computer: LocalComputer,
  source: string,
  input: FeedInput,
): Promise<FetchedSkill> {
  const context = {
    ...toSourceContext(computer, input, [source]),
    trust: trustedKeys(computer, input.trust),
  };
  const [wanted] = await openSource(source, context);
  const offers = (await wanted?.place.offersOf(wanted.name)) ?? [];
  const [latest] = offers
    .filter(
      ({ version, isYanked }) => isYanked !== true && isInRange(version, wanted?.range ?? "*"),
    )
    .toSorted((a, b) => byPreference(a.version, b.version));
  if (wanted === undefined || latest === undefined)
    throw registryError(registryCodes.unknownSkill, `No feed \`${source}\` was found.`);
  return await wanted.place.fetch(wanted.name, latest.version);
}

/** Writes down the feed, with the skill that brought it and where that came from. */
function storeFeed(
  { environment }: LocalComputer,
  { name, files }: FetchedSkill,
  { version, source, signer }: Pick<StoredFeed, "version" | "source" | "signer">,
): StoredFeed {
  const bytes = files.find(({ path }) => path === FEED_FILE)?.bytes;
  if (bytes === undefined)
    throw registryError(
      registryCodes.invalidPackage,
      `The skill \`${name}\` has no \`${FEED_FILE}\`.`,
    );
  const text = new TextDecoder().decode(bytes);
  const { value, diagnostics } = readFeed(text, FEED_FILE);
  const [first] = diagnostics;
  if (first !== undefined) throw new SkillError(first, { exit: 1 });
  const entries = value?.entries ?? [];
  const folder = feedsFolder(environment);
  makeFolder(folder);
  const file = joinPath(folder, `${encodeURIComponent(name)}.json`);
  const kept = {
    version: 2,
    name: value?.name,
    skill: name,
    skillVersion: version,
    from: source,
    signer,
    entries,
  };
  writeFileAtomically(file, `${JSON.stringify(kept, undefined, 2)}\n`);
  return { name, version, source, signer, entries: entries.length, file };
}
