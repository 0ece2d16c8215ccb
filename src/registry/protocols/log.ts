/** The log of signed statements, as tiled logs of C2SP are read, and with proofs for those who want one answer. */
import { marketCodes, marketRefusal } from "../contract/index.ts";
import {
  type ProtocolAdapter,
  type ProtocolRow,
  jsonAnswer,
  LOG_PATH,
  refuseInText,
  textAnswer,
  type RequestContext,
} from "./adapter.ts";

const LIMIT = "registry-log";
/** A tile that is whole never changes. */
const FOREVER = "public, max-age=31536000, immutable";

function row(path: string, doc: string, handle: ProtocolRow["handle"]): ProtocolRow {
  return { method: "GET", path: `${LOG_PATH}${path}`, doc, limit: LIMIT, handle };
}

export function logAdapter(): ProtocolAdapter {
  return {
    id: "log",
    rows: [
      row("/checkpoint", "Gives the state of the log as a signed note.", async (context) =>
        textAnswer(await context.market.transparency.checkpoint(context.viewer)),
      ),
      row(
        "/key",
        "Gives the key of the registry, as verifiers of notes take it.",
        async (context) => textAnswer(`${await context.market.transparency.key(context.viewer)}\n`),
      ),
      row("/tile/{path...}", "Gives a tile of hashes, or of entries.", tile),
      row(
        "/consistency",
        "Shows that the log of `to` entries only added to that of `from`.",
        consistency,
      ),
      {
        ...row(
          "/feed.json",
          "Lists what became of skills, as a JSON Feed: the last statements, or those from the entry `from` on, up to `limit`.",
          feed,
        ),
        cost: () => FEED_COST,
      },
      {
        ...row(
          "/statements",
          "Gives the last statement on each version of `of` (`NAME@VERSION`, with commas between), with what shows that it stands in the log.",
          statements,
        ),
        cost: (url) => Math.max(1, wordsIn(url).length),
      },
    ],
    refuse: refuseInText("Bearer"),
  };
}

async function tile({ market, viewer, params }: RequestContext): Promise<Response> {
  const path = params["path"] ?? "";
  const bytes = await market.transparency.tile(viewer, path);
  return new Response(Uint8Array.from(bytes), {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(bytes.length),
      "cache-control": market.isPrivate || path.includes(".p/") ? "private, no-cache" : FOREVER,
    },
  });
}

function numberIn({ url }: RequestContext, name: string): number {
  const text = url.searchParams.get(name) ?? "";
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw marketRefusal(marketCodes.invalid, `\`${name}\` must be a number of entries.`);
}

async function consistency(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  const [from, to] = [numberIn(context, "from"), numberIn(context, "to")];
  return jsonAnswer({ from, to, proof: await market.transparency.consistency(viewer, from, to) });
}

/** Versions that are asked for, each once. */
function wordsIn(url: URL): readonly string[] {
  const words = (url.searchParams.get("of") ?? "").split(",").filter((word) => word !== "");
  return [...new Set(words)];
}

async function statements({ market, viewer, url }: RequestContext): Promise<Response> {
  const wanted = wordsIn(url).map((word) => {
    const at = word.indexOf("@", 1);
    if (at !== -1) return { name: word.slice(0, at), version: word.slice(at + 1) };
    throw marketRefusal(marketCodes.invalid, `\`${word}\` is not \`NAME@VERSION\`.`);
  });
  return jsonAnswer(await market.transparency.statements(viewer, wanted));
}

const FEED_COST = 10;
const MOST_ITEMS = 500;

/** What is to be known of an entry without checking it; the note beside it can be. */
function readEntry(entry: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(entry.slice(0, entry.indexOf("\n")));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

async function feed(context: RequestContext): Promise<Response> {
  const { market, viewer, url, base } = context;
  const given = (name: string): number | undefined =>
    url.searchParams.has(name) ? numberIn(context, name) : undefined;
  const from = given("from");
  const limit = Math.min(Math.max(1, given("limit") ?? 100), MOST_ITEMS);
  const entries = await market.transparency.entries(viewer, from, limit);
  const last = entries.at(-1);
  const place = `${base}${LOG_PATH}/feed.json`;
  return jsonAnswer({
    version: "https://jsonfeed.org/version/1.1",
    title: "What became of skills",
    home_page_url: `${base}/`,
    feed_url: place,
    ...(from === undefined || last === undefined || entries.length < limit
      ? {}
      : { next_url: `${place}?from=${last.index + 1}&limit=${limit}` }),
    items: entries.map(({ index, entry }) => {
      const { name, version, state, reason, time } = readEntry(entry);
      const subject = `${String(name)} ${version === "*" ? "as a whole" : String(version)}`;
      return {
        id: String(index),
        url: `${base}/library/${encodeURIComponent(String(name))}`,
        title: `${subject} is ${String(state)}`,
        content_text: reason === "" ? `${subject} is ${String(state)}.` : String(reason),
        date_published: time,
        _skillwright: { index, name, version, state, note: entry },
      };
    }),
  });
}
