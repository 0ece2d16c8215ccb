/** Skills of served folders: opened, changed where they lie, and copied to the server, where they can be run and shared. */
import { z } from "zod";
import { failure, lastPart, parentOf } from "../../../platform/index.ts";
import { readForPackage } from "../../../registry/package/index.ts";
import { openFolderSkill, readFolderFile, saveFolderSkill } from "../../../hub/library/index.ts";
import { shelfCodes, takeInSkill } from "../../../hub/skills/index.ts";
import { apiCodes } from "../diagnostics.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const MAIN = "SKILL.md";
/** Of a SKILL.md; no system reads a longer one. */
const MOST_BYTES = 2 << 20;
const REMOTE =
  "This server is open to other machines, so skills are changed in their folders alone. Keep a copy on the server to change it here.";
const refused = { doc: "It was refused.", schema: problemSchema };

const PROXIED = "Skills of this machine are for those who use it without a proxy.";
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

interface Asked {
  readonly ports: ApiPorts;
  readonly request: Request;
}

/** Only files that the server looks at anyway can be had. */
function requireFile({ ports: { library }, request }: Asked, wanted: string): string {
  // A proxy of which the settings do not know makes everybody look like somebody on this machine.
  if (library?.isLocal === true && FORWARDED.some((name) => request.headers.has(name)))
    throw failure(shelfCodes.forbidden, PROXIED, {
      hint: "The operator sets `publicUrl` and `trustedProxies` for a server behind a proxy.",
    });
  const row = library?.rows().find(({ path }) => path === wanted);
  if (row?.path === undefined)
    throw failure(apiCodes.notFound, "There is no such skill in a served folder");
  return row.path;
}

const userRoute = routesOf({ tag: "library", access: "admin", scope: "skills:read" });

export const libraryCopyRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/library/skill",
    id: "openFolderSkill",
    doc: "Gives the text of a skill in a served folder, its files, and whether it can be changed there.",
    query: z.object({ path: z.string() }),
    answers: {
      200: {
        doc: "The skill.",
        schema: z.object({
          text: z.string(),
          version: z.string(),
          files: z.array(z.object({ path: z.string(), size: z.number() })),
          closed: z.string().exactOptional(),
          problem: z.string().exactOptional(),
        }),
      },
      404: refused,
    },
    handle: async ({ ports, request, query }) => {
      const skill = await openFolderSkill(requireFile({ ports, request }, query.path));
      return ports.library?.isLocal === true ? skill : { ...skill, closed: REMOTE };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/library/file",
    id: "readFolderFile",
    doc: "Gives a file beside the `SKILL.md` of a skill in a served folder; null where it is no text.",
    query: z.object({ path: z.string(), file: z.string() }),
    answers: {
      200: { doc: "The file.", schema: z.object({ content: z.string().nullable() }) },
      404: refused,
    },
    handle: async ({ ports, request, query: { path, file } }) => ({
      content: await readFolderFile(requireFile({ ports, request }, path), file),
    }),
  }),
  userRoute({
    method: "PUT",
    path: "/api/v1/library/skill",
    id: "saveFolderSkill",
    doc: "Writes the `SKILL.md` of a skill in a served folder, where the server is for this machine alone; `version` is that of the text that was changed.",
    scope: "skills:write",
    body: z.object({ path: z.string(), content: z.string(), version: z.string() }),
    maxBytes: MOST_BYTES,
    answers: {
      200: { doc: "It is written.", schema: z.object({ version: z.string() }) },
      403: refused,
      404: refused,
      412: { doc: "It was changed in the meantime.", schema: problemSchema },
    },
    handle: async ({ ports, request, caller, body: { path, content, version } }) => {
      // What lies there is read by agents with the rights of whoever started the server.
      if (caller.scopes !== undefined)
        throw failure(shelfCodes.forbidden, "A token cannot change files of this machine. Log in.");
      const file = requireFile({ ports, request }, path);
      if (ports.library?.isLocal !== true) throw failure(shelfCodes.forbidden, REMOTE);
      return { version: saveFolderSkill(file, content, version) };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/library/copies",
    id: "copyLibrarySkill",
    doc: "Keeps a copy of a skill in a served folder on the server, with all files beside it; the folder stays as it is.",
    scope: "skills:write",
    body: z.object({ path: z.string(), name: z.string().exactOptional() }),
    answers: {
      201: { doc: "The copy.", schema: z.object({ name: z.string(), files: z.number() }) },
      400: refused,
      404: refused,
      409: refused,
    },
    handle: async ({ ports, request, caller, body }) => {
      const file = requireFile({ ports, request }, body.path);
      const row = ports.library?.rows().find(({ path }) => path === file);
      const { files } = await readForPackage(parentOf(file));
      const main = files.find(({ path }) => path === MAIN);
      if (main === undefined)
        throw failure(apiCodes.notFound, `There is no ${MAIN} in the folder of the skill`);
      const name = body.name ?? row?.name ?? lastPart(parentOf(file));
      await takeInSkill(ports.shelf, caller.user, {
        name,
        content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(main.bytes),
        files: files.filter((one) => one !== main),
      });
      return { name, files: files.length };
    },
  }),
];
