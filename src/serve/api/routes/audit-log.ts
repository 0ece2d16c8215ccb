import { z } from "zod";
import { type AuditLine, readActions } from "../../../hub/audit/index.ts";
import { type ApiRoute, route } from "../route.ts";

const text = z.string().max(200).optional();
/** As dates or moments; what is kept compares as text. */
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((given) => new Date(given).toISOString())
  .optional();

const lineSchema = z.object({
  number: z.number(),
  at: z.string(),
  handle: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  via: z.string(),
  action: z.string(),
  target: z.string(),
  publisher: z.string().nullable(),
  detail: z.string(),
});

function lineOut(line: AuditLine): z.infer<typeof lineSchema> {
  const { handle, email, address, publisher, ...rest } = line;
  return {
    ...rest,
    handle: handle ?? null,
    email: email ?? null,
    address: address ?? null,
    publisher: publisher ?? null,
  };
}

export const auditLogRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/audit-log",
    id: "readAuditLog",
    tag: "administration",
    doc: "Lists who did what that others can feel, the newest first: of everybody for administrators, else of oneself and of the publishers that one owns.",
    access: "user",
    scope: "account",
    query: z.object({
      actor: text,
      action: text,
      target: text,
      publisher: text,
      since: moment,
      until: moment,
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      before: z.coerce.number().int().min(1).optional(),
    }),
    answers: {
      200: {
        doc: "The lines; `next` is the `before` of the next page. A page of lines that are looked for may have few of them, or none.",
        schema: z.object({ lines: z.array(lineSchema), next: z.number().nullable() }),
      },
    },
    handle: async ({ ports, caller: { user, scopes }, query: { limit, before, ...filter } }) => {
      const seesAll = user.role === "admin" && (scopes?.includes("users") ?? true);
      const reader = { userId: user.id, seesAll };
      const { lines, next } = await readActions(ports, reader, filter, { limit, before });
      return { lines: lines.map(lineOut), next: next ?? null };
    },
  }),
];
