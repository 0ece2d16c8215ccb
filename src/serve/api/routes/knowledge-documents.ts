/** Documents of knowledge bases, as forms bring them. */
import { z } from "zod";
import { documentShape } from "../../../app/hub/index.ts";
import {
  addDocument,
  findBaseForChange,
  indexDocument,
  limitsOf,
} from "../../../hub/knowledge/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import { readForm } from "../body.ts";
import { apiCodes } from "../../../hub/requests/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "knowledge";
const refused = { doc: "Refused.", schema: problemSchema };
const missing = { doc: "Not found, or not visible to this user.", schema: problemSchema };
/** What a form adds to the file that it carries. */
const FORM_BYTES = 64 * 1024;

const baseParams = z.object({ kb: z.string() });

export const knowledgeDocumentRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/knowledge/{kb}/upload",
    id: "uploadDocument",
    tag,
    doc: "Uploads a document in the form field `file` and starts to index it.",
    access: "user",
    scope: "knowledge:write",
    params: baseParams,
    form: ["file"],
    query: z.object({
      tags: z
        .string()
        .max(2000)
        .default("")
        .describe("Tags of the document, with commas between; searches can choose by them."),
    }),
    answers: {
      507: { doc: "The account's quota is used up.", schema: problemSchema },
      200: {
        doc: "The knowledge base has this very file already: that document, whatever its name.",
        schema: documentShape.schema,
      },
      201: { doc: "The document.", schema: documentShape.schema },
      400: refused,
      403: refused,
      404: missing,
      413: refused,
    },
    handle: async ({ ports, caller, params, query, request }) => {
      const { knowledge } = ports;
      await findBaseForChange(knowledge, caller.user, params.kb);
      const file = await readFile(request, limitsOf(knowledge).maxBytes);
      const tags = query.tags.split(",").flatMap((one) => one.trim() || []);
      const upload = { ...file, tags };
      const document = await addDocument(knowledge, caller.user, params.kb, upload);
      if (!document.isKnown) indexDocument(ports, document.id);
      return Response.json(documentShape.out(document), { status: document.isKnown ? 200 : 201 });
    },
  }),
];

async function readFile(
  request: Request,
  maxBytes: number,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) throw noFile();
  const form = await readForm(request, {
    maxBytes: maxBytes + FORM_BYTES,
    maxParts: MOST_PARTS,
    field: "file",
  });
  const file = form.find(({ name }) => name === "file");
  if (file?.fileName === undefined) throw noFile();
  return { name: file.fileName, bytes: file.bytes };
}

const MOST_PARTS = 20;

function noFile(): SkillError {
  return new SkillError({
    code: apiCodes.invalid,
    severity: "error",
    message: "Expected a form with a file in the field `file`",
    path: ["file"],
  });
}
