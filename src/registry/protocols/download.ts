/** Versions as archives at plain addresses, for whoever can fetch a file. */
import { writeTarGz } from "../../platform/archive/index.ts";
import { sha256InTurns } from "../../platform/index.ts";
import { marketCodes, marketRefusal } from "../contract/index.ts";
import {
  bytesAnswer,
  type ProtocolAdapter,
  refuseInText,
  statementLink,
  type RequestContext,
} from "./adapter.ts";

const ADDRESS =
  /^(?<name>(?:@[^/@]+\/)?[^/@]+?)(?:@(?<version>[^/@]+?))?\.(?<kind>zip|skill|tgz|tar\.gz)$/u;

export function downloadAdapter(): ProtocolAdapter {
  return {
    id: "download",
    rows: [
      {
        method: "GET",
        path: "/d/{path...}",
        doc: "Gives a version as `NAME@VERSION.zip`, `.skill`, `.tgz` or `.tar.gz`; the latest where none is named. `?layout=flat` leaves out the folder around it.",
        handle: download,
      },
    ],
    refuse: refuseInText("Bearer"),
  };
}

async function download(context: RequestContext): Promise<Response> {
  const { request, params, url, market, viewer } = context;
  const { name, version = "latest", kind } = ADDRESS.exec(params["path"] ?? "")?.groups ?? {};
  if (name === undefined || kind === undefined)
    throw marketRefusal(
      marketCodes.notFound,
      "The address is not `NAME@VERSION` with the ending of an archive.",
    );
  const layout = url.searchParams.get("layout") === "flat" ? "flat" : "folder";
  const record = await market.version(viewer, name, version);
  const about = {
    "x-skill-version": record.version,
    "x-skill-tree": record.tree,
    ...statementLink(context.base, name, record.version),
    ...(market.isPrivate ? {} : { "access-control-allow-origin": "*" }),
  };
  const fileName = `${record.name}-${record.version}.${kind}`;
  const archive =
    kind === "zip" || kind === "skill"
      ? await market.archive(viewer, name, record.version, layout)
      : await buildTar(context, name, record.version, layout === "flat" ? "" : `${record.name}/`);
  const answer = bytesAnswer(request, archive.bytes, {
    mediaType: archive.mediaType,
    digest: archive.digest,
    fileName: /^[\w.+-]+$/u.test(fileName) ? fileName : `skill.${kind}`,
    headers: about,
  });
  if (answer.status === 200 && request.method === "GET")
    await market.countDownload(viewer, name, record.version);
  return answer;
}

async function buildTar(
  { market, viewer }: RequestContext,
  name: string,
  version: string,
  folder: string,
): Promise<{ readonly bytes: Uint8Array; readonly digest: string; readonly mediaType: string }> {
  const files = await market.content(viewer, name, version);
  const bytes = await writeTarGz(
    files.map(({ path, bytes: content, isExecutable = false }) => ({
      path: folder + path,
      bytes: content,
      isExecutable,
    })),
  );
  return { bytes, digest: `sha256:${await sha256InTurns(bytes)}`, mediaType: "application/gzip" };
}
