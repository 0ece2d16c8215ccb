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
import { type Face, readBody, refuseInText, timeOf, type Visit } from "../face.ts";
import { Recent } from "../recent.ts";
import { objectId } from "./objects.ts";
import { FLUSH, line, type Packet, readPackets } from "./pkt-line.ts";
import {
  type Commit,
  type Repository,
  repositoryOf,
  type Snapshot,
  snapshotOf,
} from "./repository.ts";
import {
  advertise,
  advertiseCommands,
  answerFetch,
  answerUpload,
  type BlobReader,
  listReferences,
  readFetch,
  strangerOf,
} from "./upload-pack.ts";

const SERVICE = "git-upload-pack";
/** Names of thousands of commits fit into it. */
const MOST_BYTES = 1024 * 1024;
/** As many names of commits as fit into it, which take 50 bytes each, and a few other lines. */
const MOST_PACKETS = 21_500;
/** Names of files of all versions that are remembered together. */
const KEPT_FILES = 200_000;

export function gitFace(): Face {
  const snapshots = new Recent<Snapshot>(KEPT_FILES, ({ files }) => files.length + 1);
  return {
    id: "git",
    rows: [
      {
        method: "GET",
        path: "/git/{path...}",
        doc: "Tells the branches and tags of a skill to a clone or fetch.",
        handle: async (visit) => {
          const name = nameIn(visit, "info/refs");
          if (visit.url.searchParams.get("service") !== SERVICE) throw readOnly();
          if (isSecondVersion(visit)) {
            await visit.market.describe(visit.viewer, name);
            return answer(advertiseCommands(), "advertisement");
          }
          const skill = await visit.market.describe(visit.viewer, name);
          return answer(advertise(await repositoryAt(visit, skill, snapshots)), "advertisement");
        },
      },
      {
        method: "POST",
        path: "/git/{path...}",
        doc: "Sends the commits, trees and files that a clone or fetch lacks.",
        body: { from: "everyone", maxBytes: MOST_BYTES },
        handle: async (visit) => {
          const name = nameIn(visit, SERVICE);
          // Nothing is read for a skill that is not there, and nothing is looked up for what git never sends.
          const skill = await visit.market.describe(visit.viewer, name);
          const packets = await readPacketsOf(visit);
          const repository = await repositoryAt(visit, skill, snapshots);
          return upload(visit, name, repository, packets);
        },
      },
    ],
    refuse: refuseInText('Basic realm="registry"'),
  };
}

const ADDRESS = /^(?<name>(?:@[^/]+\/)?[^/@]+?)(?:\.git)?\/(?<rest>info\/refs|git-[a-z-]+)$/u;

function nameIn({ params }: Visit, expected: string): string {
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

function isSecondVersion({ request }: Visit): boolean {
  return /(?:^|:)version=2(?:$|:)/u.test(request.headers.get("git-protocol") ?? "");
}

async function repositoryAt(
  visit: Visit,
  { slug, fullName, latest }: SkillRecord,
  snapshots: Recent<Snapshot>,
): Promise<Repository> {
  const versions = [];
  for (const summary of await visit.market.given(visit.viewer, fullName)) {
    const snapshot = await snapshots.get(`${fullName}@${summary.version}#${summary.tree}`, () =>
      takeSnapshot(visit, fullName, summary),
    );
    versions.push({
      version: summary.version,
      publishedAt: timeOf(summary.createdAt),
      snapshot,
    });
  }
  return repositoryOf(slug, versions, latest?.version);
}

async function takeSnapshot(
  { market, viewer }: Visit,
  name: string,
  { version }: GivenVersion,
): Promise<Snapshot> {
  const files = await market.content(viewer, name, version);
  return snapshotOf(
    files.map(({ path, bytes, isExecutable = false }) => ({
      path,
      id: objectId("blob", bytes),
      isExecutable,
    })),
  );
}

async function readPacketsOf(visit: Visit): Promise<readonly Packet[]> {
  const body = await readBody(visit);
  const unpacked = await unzipped(body, visit.request.headers.get("content-encoding"));
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
  visit: Visit,
  name: string,
  repository: Repository,
  packets: readonly Packet[],
): Promise<Response> {
  const lines = packets.flatMap((item) => (item.kind === "line" ? [item.text] : []));
  const isSecond = isSecondVersion(visit);
  if (isSecond && lines[0] === "command=ls-refs")
    return answer(listReferences(repository, lines), "result");
  if (isSecond && lines[0] !== "command=fetch") return complaint("unknown command");
  const request = readFetch(packets);
  if (typeof request === "string") return complaint(request);
  const stranger = strangerOf(repository, request);
  if (stranger !== undefined) return complaint(`not our ref ${stranger}`);
  if (request.wants.length === 0) return answer([FLUSH], "result");
  if (request.isDone) await countWanted(visit, name, repository, request.wants);
  const read = blobReader(visit, name);
  return stream((isSecond ? answerFetch : answerUpload)(repository, request, read));
}

function complaint(text: string): Response {
  return answer([line(`ERR ${text}`)], "result");
}

async function countWanted(
  { market, viewer }: Visit,
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

function blobReader({ market, viewer }: Visit, name: string): BlobReader {
  return async ({ version }: Commit) => {
    const files = await market.content(viewer, name, version);
    return new Map(files.map(({ bytes }) => [objectId("blob", bytes), bytes]));
  };
}

function headersOf(kind: "advertisement" | "result"): Readonly<Record<string, string>> {
  return {
    "content-type": `application/x-${SERVICE}-${kind}`,
    "cache-control": "no-cache, max-age=0, must-revalidate",
  };
}

function answer(parts: readonly Uint8Array[], kind: "advertisement" | "result"): Response {
  return new Response(Uint8Array.from(Buffer.concat(parts)), { headers: headersOf(kind) });
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
  return new Response(body, { headers: headersOf("result") });
}
