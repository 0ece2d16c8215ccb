/** Versions as archives at plain addresses, for whoever can fetch a file. */
import { writeTarGz } from "../../platform/archive/index.ts";
import { sha256InTurns } from "../../platform/index.ts";
import { marketCodes, marketRefusal } from "../contract/index.ts";
import { bytesAnswer, type Face, refuseInText, statementAt, type Visit } from "./face.ts";

const ADDRESS =
  /^(?<name>(?:@[^/@]+\/)?[^/@]+?)(?:@(?<version>[^/@]+?))?\.(?<kind>zip|skill|tgz|tar\.gz)$/u;

export function downloadFace(): Face {
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

async function download(visit: Visit): Promise<Response> {
  const { request, params, url, market, viewer } = visit;
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
    link: `<${statementAt(visit.base, name, record.version)}>; rel="describedby"; type="application/json"`,
    ...(market.isPrivate ? {} : { "access-control-allow-origin": "*" }),
  };
  const fileName = `${record.name}-${record.version}.${kind}`;
  const archive =
    kind === "zip" || kind === "skill"
      ? await market.archive(viewer, name, record.version, layout)
      : await tarOf(visit, name, record.version, layout === "flat" ? "" : `${record.name}/`);
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

async function tarOf(
  { market, viewer }: Visit,
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
