import { bodyOf } from "../../../platform/network/index.ts";
import { z } from "zod";
import {
  deleteSkillFile,
  listSkillFiles,
  MOST_FILE_BYTES,
  readSkillFile,
  type SkillFile,
  writeSkillFile,
} from "../../../hub/skills/index.ts";
import { invalid, readBase64 } from "../body.ts";
import { expectation } from "../if-match.ts";
import { type ApiRoute, IF_MATCH, routesOf } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";

const tag = "skills";
const problems = {
  400: { doc: "A field is at fault.", schema: problemSchema },
  404: { doc: "There is no such skill or file for this user.", schema: problemSchema },
};

const fileQuery: z.ZodType<{ readonly path: string }> = z.object({
  path: z.string().default("SKILL.md"),
});

interface FileBody {
  readonly content: string;
  readonly encoding: "utf-8" | "base64";
  readonly is_executable?: boolean | undefined;
}

const fileBody: z.ZodType<FileBody> = z.object({
  content: z.string(),
  encoding: z.enum(["utf-8", "base64"]).default("utf-8"),
  is_executable: z.boolean().optional(),
});

const fileSchema: z.ZodType<{
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly is_executable: boolean;
}> = z.object({
  path: z.string(),
  size: z.number(),
  version: z.string(),
  is_executable: z.boolean(),
});

function toWire({ isExecutable, ...file }: SkillFile): z.output<typeof fileSchema> {
  return { ...file, is_executable: isExecutable };
}

const changes = {
  ...problems,
  403: { doc: "The skill belongs to another user.", schema: problemSchema },
  412: { doc: "The file was changed in the meantime.", schema: problemSchema },
};

function bytesOf({ content, encoding }: FileBody): Uint8Array {
  const bytes = encoding === "utf-8" ? Buffer.from(content) : readBase64(content);
  if (bytes === undefined) throw invalid("content", "The content is not valid base64");
  return bytes;
}

const userRoute = routesOf({ tag, access: "user", scope: "skills:read" });

export const skillFileRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/skills/{name}/files",
    id: "listSkillFiles",
    doc: "Lists the files of a skill.",
    params: nameParams,
    answers: {
      200: {
        doc: "The files.",
        schema: z.object({
          files: z.array(fileSchema),
          total: z.number(),
        }),
      },
      ...problems,
    },
    handle: async ({ ports, caller, params }) => {
      const files = await listSkillFiles(ports.shelf, caller.user, params.name);
      return { files: files.map(toWire), total: files.length };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/skills/{name}/file",
    id: "readSkillFile",
    doc: "Gives a file of a skill byte for byte; `SKILL.md` where no path is named, as its author wrote it: without the `user_id` of the server.",
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
  userRoute({
    method: "PUT",
    path: "/api/v1/skills/{name}/file",
    id: "writeSkillFile",
    doc: "Keeps a file beside the SKILL.md, such as a reference or a module of tools; `is_executable` marks a program. With `If-Match`, only over the version that it names.",
    scope: "skills:write",
    params: nameParams,
    query: fileQuery,
    body: fileBody,
    // Base64 takes a third more than the bytes.
    maxBytes: Math.ceil(MOST_FILE_BYTES * 1.4),
    headers: [IF_MATCH],
    answers: {
      200: {
        doc: "The file as it was kept.",
        schema: fileSchema,
      },
      ...changes,
    },
    handle: async ({ ports, caller, params, query, body, request }) => {
      const [expect] = expectation(request).expect ?? [];
      const file = await writeSkillFile(ports.shelf, caller.user, {
        name: params.name,
        path: query.path,
        // After it is known whose skill it is: others must not make the server look at what they send.
        bytes: () => bytesOf(body),
        ...(body.is_executable === undefined ? {} : { isExecutable: body.is_executable }),
        ...(expect === undefined ? {} : { expect }),
      });
      return Response.json(toWire(file), { headers: { etag: `"${file.version}"` } });
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/skills/{name}/file",
    id: "deleteSkillFile",
    doc: "Takes a file of a skill away.",
    scope: "skills:write",
    params: nameParams,
    query: fileQuery,
    headers: [IF_MATCH],
    answers: { 204: { doc: "It is gone." }, ...changes },
    handle: async ({ ports, caller, params, query, request }) => {
      const [expect] = expectation(request).expect ?? [];
      await deleteSkillFile(ports.shelf, caller.user, {
        name: params.name,
        path: query.path,
        ...(expect === undefined ? {} : { expect }),
      });
    },
  }),
];
