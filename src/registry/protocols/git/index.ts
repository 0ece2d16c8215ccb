/** Published skills as repositories that can be cloned and fetched, but not pushed to. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { nextTurn } from "../../../platform/machine/index.ts";
import {
  marketCodes,
  marketRefusal,
  type SkillRecord,
  type GivenVersion,
} from "../../contract/index.ts";
import {
  type ProtocolAdapter,
  readBody,
  refuseInText,
  parseTimestamp,
  type RequestContext,
} from "../adapter.ts";
import { Recent } from "../recent.ts";
import { objectId } from "./objects.ts";
import { FLUSH, line, type Packet, readPackets } from "./pkt-line.ts";
import {
  type Commit,
  type Repository,
  openRepository,
  type Snapshot,
  buildSnapshot,
} from "./repository.ts";
import {
  advertise,
  advertiseCommands,
  answerFetch,
  answerUpload,
  type BlobReader,
  listReferences,
  readFetch,
  findUnknownCommit,
} from "./upload-pack.ts";

const SERVICE = "git-upload-pack";
/** Names of thousands of commits fit into it. */
const MOST_BYTES = 1024 * 1024;
/** As many names of commits as fit into it, which take 50 bytes each, and a few other lines. */
const MOST_PACKETS = 21_500;
/** Names of files of all versions that are remembered together. */
const KEPT_FILES = 200_000;

export function gitAdapter(): ProtocolAdapter {
  const snapshots = new Recent<Snapshot>(KEPT_FILES, ({ files }) => files.length + 1);
  return {
    id: "git",
    rows: [
      {
        method: "GET",
        path: "/git/{path...}",
        doc: "Lists the branches and tags of a skill for a clone or fetch.",
        handle: async (context) => {
          const name = nameIn(context, "info/refs");
          if (context.url.searchParams.get("service") !== SERVICE) throw readOnly();
          if (isSecondVersion(context)) {
            await context.market.describe(context.viewer, name);
            return answer(advertiseCommands(), "advertisement");
          }
          const skill = await context.market.describe(context.viewer, name);
          return answer(advertise(await repositoryAt(context, skill, snapshots)), "advertisement");
        },
      },
      {
        method: "POST",
        path: "/git/{path...}",
        doc: "Sends the commits, trees and files that a clone or fetch lacks.",
        body: { from: "everyone", maxBytes: MOST_BYTES },
        handle: async (context) => {
          const name = nameIn(context, SERVICE);
          // Nothing is read for a skill that is not there, and nothing is looked up for what git never sends.
          const skill = await context.market.describe(context.viewer, name);
          const packets = await readRequestPackets(context);
          const repository = await repositoryAt(context, skill, snapshots);
          return upload(context, name, repository, packets);
        },
      },
    ],
    refuse: refuseInText('Basic realm="registry"'),
  };
}

const ADDRESS = /^(?<name>(?:@[^/]+\/)?[^/@]+?)(?:\.git)?\/(?<rest>info\/refs|git-[a-z-]+)$/u;

function nameIn({ params }: RequestContext, expected: string): string {
  const { name = "", rest } = ADDRESS.exec(params["path"] ?? "")?.groups ?? {};
  if (rest === "git-receive-pack") throw readOnly();
  if (rest !== expected)
    throw marketRefusal(marketCodes.notFound, "The address does not name a repository.");
  return name;
}

function readOnly(): Error {
  return marketRefusal(
    marketCodes.forbidden,
    "Only `git-upload-pack` is served: skills are published, not pushed.",
  );
}

function isSecondVersion({ request }: RequestContext): boolean {
  return /(?:^|:)version=2(?:$|:)/u.test(request.headers.get("git-protocol") ?? "");
}

async function repositoryAt(
  context: RequestContext,
  { slug, fullName, latest }: SkillRecord,
  snapshots: Recent<Snapshot>,
): Promise<Repository> {
  const versions = [];
  for (const summary of await context.market.given(context.viewer, fullName)) {
    const snapshot = await snapshots.get(`${fullName}@${summary.version}#${summary.tree}`, () =>
      takeSnapshot(context, fullName, summary),
    );
    versions.push({
      version: summary.version,
      publishedAt: parseTimestamp(summary.createdAt),
      snapshot,
    });
  }
  return openRepository(slug, versions, latest?.version);
}

async function takeSnapshot(
  { market, viewer }: RequestContext,
  name: string,
  { version }: GivenVersion,
): Promise<Snapshot> {
  const files = await market.content(viewer, name, version);
  return buildSnapshot(
    files.map(({ path, bytes, isExecutable = false }) => ({
      path,
      id: objectId("blob", bytes),
      isExecutable,
    })),
  );
}

async function readRequestPackets(context: RequestContext): Promise<readonly Packet[]> {
  const body = await readBody(context);
  const unpacked = await unzipped(body, context.request.headers.get("content-encoding"));
  const packets = readPackets(unpacked, MOST_PACKETS);
  if (packets !== undefined) return packets;
  throw marketRefusal(marketCodes.invalid, "The body is not in the line format of git.");
}

// Beside the main thread: others are answered meanwhile.
const unzip = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(gunzip);

async function unzipped(body: Uint8Array, encoding: string | null): Promise<Uint8Array> {
  if (encoding !== "gzip") return body;
  try {
    return await unzip(body, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw marketRefusal(marketCodes.invalid, "The body is not gzip.", { cause: error });
  }
}

async function upload(
  context: RequestContext,
  name: string,
  repository: Repository,
  packets: readonly Packet[],
): Promise<Response> {
  const lines = packets.flatMap((item) => (item.kind === "line" ? [item.text] : []));
  const isSecond = isSecondVersion(context);
  if (isSecond && lines[0] === "command=ls-refs")
    return answer(listReferences(repository, lines), "result");
  if (isSecond && lines[0] !== "command=fetch") return complaint("unknown command");
  const request = readFetch(packets);
  if (typeof request === "string") return complaint(request);
  const stranger = findUnknownCommit(repository, request);
  if (stranger !== undefined) return complaint(`not our ref ${stranger}`);
  if (request.wants.length === 0) return answer([FLUSH], "result");
  if (request.isDone) await countWanted(context, name, repository, request.wants);
  const read = blobReader(context, name);
  return stream((isSecond ? answerFetch : answerUpload)(repository, request, read));
}

function complaint(text: string): Response {
  return answer([line(`ERR ${text}`)], "result");
}

async function countWanted(
  { market, viewer }: RequestContext,
  name: string,
  { commits }: Repository,
  wants: readonly string[],
): Promise<void> {
  const versions = new Set(wants.flatMap((id) => commits.get(id)?.version ?? []));
  for (const version of versions) {
    await market.countDownload(viewer, name, version);
    // A clone wants every version, and a database in a file answers without letting others go.
    await nextTurn();
  }
}

function blobReader({ market, viewer }: RequestContext, name: string): BlobReader {
  return async ({ version }: Commit) => {
    const files = await market.content(viewer, name, version);
    return new Map(files.map(({ bytes }) => [objectId("blob", bytes), bytes]));
  };
}

function buildHeaders(kind: "advertisement" | "result"): Readonly<Record<string, string>> {
  return {
    "content-type": `application/x-${SERVICE}-${kind}`,
    "cache-control": "no-cache, max-age=0, must-revalidate",
  };
}

function answer(parts: readonly Uint8Array[], kind: "advertisement" | "result"): Response {
  return new Response(Uint8Array.from(Buffer.concat(parts)), { headers: buildHeaders(kind) });
}

function stream(parts: AsyncGenerator<Uint8Array>): Response {
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
  return new Response(body, { headers: buildHeaders("result") });
}
