/** Lists of all skills, encoded once for each state of the registry: very many clients ask for the same one. */
import { computeSha256 } from "../../platform/index.ts";
import { nextTurn, systemClock } from "../../platform/machine/index.ts";
import { isKnown, type RequestContext } from "./adapter.ts";

/** A list as JSON: the members before it, its name, and its items. */
export interface IndexContent {
  readonly head: object;
  readonly name: string;
  readonly items: readonly object[];
}

interface EncodedIndex {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly revision: number;
  readonly at: number;
}

/** Changes by other servers on the same database, and of the teams of a user, are seen after that. */
const MOST_AGE_MS = 5000;
const KEPT_BYTES = 64 * 1024 * 1024;
/** Characters that are encoded before others have their turn. */
const TURN_CHARACTERS = 64 * 1024;

export class IndexCache {
  readonly #kept = new Map<string, EncodedIndex>();
  readonly #running = new Map<string, Promise<EncodedIndex>>();
  #size = 0;

  /** Answers with the list of that name as the viewer may see it; it is made where there is none of this state. */
  async answer(
    context: RequestContext,
    name: string,
    make: () => Promise<IndexContent>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const { viewer, market, request } = context;
    const key = JSON.stringify([name, viewer.userId, viewer.isModerator, viewer.scopes]);
    const { bytes, etag } = await this.#find(key, market.revision, make);
    const common = { etag: `"${etag}"`, "cache-control": "private, no-cache", ...headers };
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: common });
    return new Response(bytes, {
      headers: {
        ...common,
        "content-type": "application/json",
        "content-length": String(bytes.length),
      },
    });
  }

  async #find(
    key: string,
    readRevision: () => number,
    make: () => Promise<IndexContent>,
  ): Promise<EncodedIndex> {
    const wanted = readRevision();
    const isFit = ({ revision, at }: EncodedIndex): boolean =>
      revision >= wanted && systemClock.now() - at < MOST_AGE_MS;
    const known = this.#kept.get(key);
    if (known !== undefined && isFit(known)) return known;
    for (;;) {
      let running = this.#running.get(key);
      if (running === undefined) {
        running = this.#encode(key, readRevision, make).finally(() => {
          this.#running.delete(key);
        });
        this.#running.set(key, running);
      }
      const made = await running;
      // One that was under way may be older than the change that this request follows.
      if (made.revision >= wanted) return made;
    }
  }

  async #encode(
    key: string,
    readRevision: () => number,
    make: () => Promise<IndexContent>,
  ): Promise<EncodedIndex> {
    // Taken before: what changes meanwhile may be missing.
    const begun = { revision: readRevision(), at: systemClock.now() };
    const bytes = await encodeIndex(await make());
    const encoded = { ...begun, bytes, etag: computeSha256(bytes) };
    this.#forget(key);
    if (bytes.length > KEPT_BYTES) return encoded;
    this.#kept.set(key, encoded);
    this.#size += bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= KEPT_BYTES) break;
      this.#forget(oldest);
    }
    return encoded;
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}

async function encodeIndex({ head, name, items }: IndexContent): Promise<Uint8Array<ArrayBuffer>> {
  const members = JSON.stringify(head).slice(1, -1);
  const parts: Buffer[] = [];
  let text = `{${members}${members === "" ? "" : ","}${JSON.stringify(name)}:[`;
  for (const [index, item] of items.entries()) {
    text += (index === 0 ? "" : ",") + JSON.stringify(item);
    if (text.length < TURN_CHARACTERS) continue;
    parts.push(Buffer.from(text));
    text = "";
    await nextTurn();
  }
  parts.push(Buffer.from(`${text}]}`));
  return Uint8Array.from(Buffer.concat(parts));
}
