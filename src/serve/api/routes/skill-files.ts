import { z } from "zod";
import { listSkillFiles, readSkillFile } from "../../skills/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";

const tag = "skills";
const problems = {
  400: { doc: "A field is at fault.", schema: problemSchema },
  404: { doc: "There is no such skill or file for this user.", schema: problemSchema },
};

const fileQuery: z.ZodType<{ readonly path: string }> = z.object({
  path: z.string().default("SKILL.md"),
});

export const skillFileRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/skills/{name}/files",
    id: "listSkillFiles",
    tag,
    doc: "Lists the files of a skill.",
    access: "user",
    scope: "skills:read",
    params: nameParams,
    answers: {
      200: {
        doc: "The files.",
        schema: z.object({
          files: z.array(z.object({ path: z.string(), size: z.number(), version: z.string() })),
          total: z.number(),
        }),
      },
      ...problems,
    },
    handle: async ({ ports, caller, params }) => {
      const files = await listSkillFiles(ports.shelf, caller.user, params.name);
      return Response.json({ files, total: files.length });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/skills/{name}/file",
    id: "readSkillFile",
    tag,
    doc: "Gives a file of a skill byte for byte; `SKILL.md` where no path is named.",
    access: "user",
    scope: "skills:read",
    params: nameParams,
    query: fileQuery,
    answers: {
      200: { doc: "The file.", schema: z.string(), media: "application/octet-stream" },
      ...problems,
    },
    handle: async ({ ports, caller, params, query }) => {
      const { bytes, version } = await readSkillFile(
        ports.shelf,
        caller.user,
        params.name,
        query.path,
      );
      return new Response(Uint8Array.from(bytes), {
        headers: {
          // Whatever a stranger wrote into it, a browser saves it and runs nothing.
          "content-type": "application/octet-stream",
          "content-disposition": "attachment",
          "cache-control": "no-cache",
          etag: `"${version}"`,
        },
      });
    },
  }),
];
