import { z } from "zod";
import { REGISTRY_PATH } from "../../../registry/contract/index.ts";
import type { ApiRoute } from "../route.ts";
import {
  at,
  conflict,
  given,
  keeper,
  member,
  moderator,
  pageFields,
  problems,
  skillParams,
  versionParams,
  visitor,
} from "./registry-common.ts";
import {
  promotionOut,
  promotionSchema,
  reportOut,
  reportSchema,
} from "./registry-opinion-shapes.ts";
import { queuedVersionSchema, versionOut, versionSchema } from "./registry-shapes.ts";

const reason = z.string().min(1).max(2000);
const idParams = z.object({ id: z.string() });

export const registryModerationRoutes: readonly ApiRoute[] = [
  moderator({
    method: "POST",
    path: at("/skills/{name}/{version}/moderate"),
    id: "moderateRegistryVersion",
    doc: "Lists a version, puts it into quarantine or back into review; for moderators.",
    params: versionParams,
    body: z.object({ decision: z.enum(["list", "quarantine", "review"]), reason }),
    answers: { 200: { doc: "The version.", schema: versionSchema }, ...conflict, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const viewer = await visitor(context);
      const record = await context.ports.market.moderate(viewer, name, version, context.body);
      return Response.json(versionOut(record, REGISTRY_PATH));
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/{version}/reaudit"),
    id: "reauditRegistryVersion",
    doc: "Scans a version again with what the scanner knows today; what it blocks is quarantined.",
    params: versionParams,
    limit: "scan",
    answers: { 200: { doc: "The version.", schema: versionSchema }, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const record = await context.ports.market.reaudit(await visitor(context), name, version);
      return Response.json(versionOut(record, REGISTRY_PATH));
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/{version}/promote"),
    id: "promoteRegistryVersion",
    doc: "Asks for the next tier of a version, and says what that takes and what of it is shown.",
    params: versionParams,
    body: z.object({
      tier: z.enum(["community", "verified"]),
      dry_run: z.boolean().default(false),
    }),
    answers: { 200: { doc: "The request.", schema: promotionSchema }, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const { tier, dry_run: isDryRun } = context.body;
      const viewer = await visitor(context);
      const record = await context.ports.market.promote(viewer, name, version, { tier, isDryRun });
      return Response.json(promotionOut(record));
    },
  }),
  member({
    method: "GET",
    path: at("/skills/{name}/requests"),
    id: "listRegistryRequests",
    doc: "Tells what was asked about a skill, the newest first: requests for tiers, reports and appeals with what became of them; for its publisher and moderators.",
    params: skillParams,
    answers: {
      200: {
        doc: "The requests.",
        schema: z.object({
          promotions: z.array(promotionSchema),
          reports: z.array(reportSchema),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { promotions, reports } = await context.ports.market.requests(
        viewer,
        context.params.name,
      );
      return Response.json({
        promotions: promotions.map(promotionOut),
        reports: reports.map(reportOut),
      });
    },
  }),
  moderator({
    method: "GET",
    path: at("/queue"),
    id: "listRegistryQueue",
    doc: "Lists versions that wait for a moderator, or those in quarantine, the oldest first; for moderators.",
    query: z.object({
      ...pageFields,
      state: z.enum(["in-review", "quarantined"]).optional(),
      is_appealed: z.enum(["true", "false"]).optional(),
    }),
    answers: {
      200: {
        doc: "The versions.",
        schema: z.object({
          versions: z.array(queuedVersionSchema),
          next_cursor: z.string().nullable(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { is_appealed: isAppealed, ...query } = context.query;
      const { items, cursor } = await context.ports.market.queue(await visitor(context), {
        ...given(query),
        ...(isAppealed === undefined ? {} : { isAppealed: isAppealed === "true" }),
      });
      return Response.json({
        versions: items.map((record) => ({
          ...versionOut(record, REGISTRY_PATH),
          look_alikes: record.lookAlikes ?? [],
          earlier_cases: record.earlierCases ?? [],
        })),
        next_cursor: cursor ?? null,
      });
    },
  }),
  moderator({
    method: "GET",
    path: at("/promotions"),
    id: "listRegistryPromotions",
    doc: "Lists requests for tiers, the oldest first; for moderators.",
    query: z.object({
      ...pageFields,
      state: z.enum(["open", "granted", "refused"]).optional(),
    }),
    answers: {
      200: {
        doc: "The requests.",
        schema: z.object({
          promotions: z.array(promotionSchema),
          next_cursor: z.string().nullable(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { items, cursor } = await context.ports.market.promotions(
        await visitor(context),
        given(context.query),
      );
      return Response.json({ promotions: items.map(promotionOut), next_cursor: cursor ?? null });
    },
  }),
  moderator({
    method: "POST",
    path: at("/promotions/{id}"),
    id: "decideRegistryPromotion",
    doc: "Grants or refuses a tier; for moderators.",
    params: idParams,
    body: z.object({ is_granted: z.boolean(), reason }),
    answers: { 200: { doc: "The request.", schema: promotionSchema }, ...conflict, ...problems },
    handle: async (context) => {
      const { is_granted: isGranted, reason: words } = context.body;
      const viewer = await visitor(context);
      const record = await context.ports.market.decidePromotion(viewer, context.params.id, {
        isGranted,
        reason: words,
      });
      return Response.json(promotionOut(record));
    },
  }),
  moderator({
    method: "GET",
    path: at("/reports"),
    id: "listRegistryReports",
    doc: "Lists reports and appeals, the oldest first; for moderators.",
    query: z.object({
      ...pageFields,
      state: z.enum(["open", "upheld", "dismissed"]).optional(),
    }),
    answers: {
      200: {
        doc: "The reports.",
        schema: z.object({ reports: z.array(reportSchema), next_cursor: z.string().nullable() }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { items, cursor } = await context.ports.market.reports(
        await visitor(context),
        given(context.query),
      );
      return Response.json({ reports: items.map(reportOut), next_cursor: cursor ?? null });
    },
  }),
  moderator({
    method: "POST",
    path: at("/reports/{id}"),
    id: "decideRegistryReport",
    doc: "Upholds or dismisses a report or an appeal, with what follows for the version; for moderators.",
    params: idParams,
    body: z.object({ state: z.enum(["upheld", "dismissed"]), reason }),
    answers: { 200: { doc: "The report.", schema: reportSchema }, ...conflict, ...problems },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { id } = context.params;
      return Response.json(
        reportOut(await context.ports.market.decideReport(viewer, id, context.body)),
      );
    },
  }),
  keeper({
    method: "POST",
    path: at("/root/rotate"),
    id: "rotateRegistryRoot",
    doc: "Signs the log with a new key from now on; the last one vouches for it, and clients follow. For moderators.",
    answers: {
      200: {
        doc: "The new key.",
        schema: z.object({ key: z.string(), fingerprint: z.string() }),
      },
      ...problems,
    },
    handle: async (context) =>
      Response.json(await context.ports.market.transparency.rotate(await visitor(context))),
  }),
];
