import { bodyOf } from "../../../platform/network/index.ts";
import { z } from "zod";
import { readSkillFile } from "../../../hub/skills/index.ts";
import { type ApiRoute, defineRoutes } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";

const tag = "skills";
const problems = {
  400: { doc: "A field is invalid.", schema: problemSchema },
  404: { doc: "No such skill or file, or not visible to this user.", schema: problemSchema },
};

const fileQuery = z.object({ path: z.string().default("SKILL.md") });

const userRoute = defineRoutes({ tag, access: "user", scope: "skills:read" });

export const skillFileRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/skills/{name}/file",
    id: "readSkillFile",
    doc: "Returns a file of a skill byte for byte; without a path, its `SKILL.md` as its author wrote it, without the `user_id` of the server.",
    params: nameParams,
    query: fileQuery,
    answers: {
      200: { doc: "The file.", schema: z.string(), media: "application/octet-stream" },
      ...problems,
    },
    handle: async ({ ports, caller, params, query }) => {
      const { bytes, version } = await readSkillFile(
        ports.storedSkills,
        caller.user,
        params.name,
        query.path,
      );
      return new Response(bodyOf(bytes), {
        headers: {
          "content-length": String(bytes.length),
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
