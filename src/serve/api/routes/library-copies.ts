/** Skills of served folders as skills of the server, which can be changed, run and shared there. */
import { z } from "zod";
import { failure, parentOf } from "../../../platform/index.ts";
import { readForPackage } from "../../../registry/package/index.ts";
import { takeInSkill } from "../../../hub/skills/index.ts";
import { apiCodes } from "../diagnostics.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const MAIN = "SKILL.md";
const refused = { doc: "It was refused.", schema: problemSchema };

export const libraryCopyRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/library/copies",
    id: "copyLibrarySkill",
    tag: "library",
    doc: "Keeps a copy of a skill in a served folder on the server, with all files beside it; the folder stays as it is.",
    access: "admin",
    scope: "skills:write",
    body: z.object({ path: z.string(), name: z.string().exactOptional() }),
    answers: {
      201: { doc: "The copy.", schema: z.object({ name: z.string(), files: z.number() }) },
      400: refused,
      404: refused,
      409: refused,
    },
    handle: async ({ ports, caller, body }) => {
      // Only files that the server looks at anyway can be had.
      const row = ports.library?.rows().find(({ path }) => path === body.path);
      if (row?.path === undefined)
        throw failure(apiCodes.notFound, "There is no such skill in a served folder");
      const { files } = await readForPackage(parentOf(row.path));
      const main = files.find(({ path }) => path === MAIN);
      if (main === undefined)
        throw failure(apiCodes.notFound, `There is no ${MAIN} in the folder of the skill`);
      const name = body.name ?? row.name;
      await takeInSkill(ports.shelf, caller.user, {
        name,
        content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(main.bytes),
        files: files.filter((file) => file !== main),
      });
      return Response.json({ name, files: files.length }, { status: 201 });
    },
  }),
];
