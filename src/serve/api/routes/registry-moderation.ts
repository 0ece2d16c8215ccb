import { z } from "zod";
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
import { promotionShape, reportShape } from "./registry-opinion-shapes.ts";
import { queuedVersionSchema, versionShape } from "./registry-shapes.ts";

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
    answers: {
      200: { doc: "The version.", schema: versionShape.schema },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const { name, version } = context.params;
      const viewer = await visitor(context);
      const record = await context.ports.market.moderate(viewer, name, version, context.body);
      return versionShape.out(record);
    },
  }),
  moderator({
    method: "POST",
    path: at("/skills/{name}/takedown"),
    id: "takeDownRegistrySkill",
    doc: "Takes a version away for a legal notice, or all of a skill: whoever asks for it gets 451 with the notice until it is listed again; for moderators.",
    params: skillParams,
    body: z.object({
      version: z.string().min(1).max(200).optional(),
      claimant: z.string().trim().min(1).max(200),
      reference: z.string().trim().min(1).max(200).optional(),
      reason: z.string().trim().min(1).max(250),
    }),
    answers: {
      200: {
        doc: "What was taken away.",
        schema: z.object({
          full_name: z.string(),
          versions: z.array(z.string()),
          notice: z.object({
            claimant: z.string(),
            reference: z.string().nullable(),
            reason: z.string(),
            at: z.string(),
          }),
        }),
      },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const { version, claimant, reference, reason: words } = context.body;
      const { fullName, versions, notice } = await context.ports.market.takeDown(
        await visitor(context),
        context.params.name,
        { claimant, reason: words, ...given({ version, reference }) },
      );
      return {
        full_name: fullName,
        versions,
        notice: { ...notice, reference: notice.reference ?? null },
      };
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/{version}/reaudit"),
    id: "reauditRegistryVersion",
    doc: "Scans a version again with what the scanner knows today; what it blocks is quarantined.",
    params: versionParams,
    limit: "scan",
    answers: { 200: { doc: "The version.", schema: versionShape.schema }, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const record = await context.ports.market.reaudit(await visitor(context), name, version);
      return versionShape.out(record);
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
    answers: { 200: { doc: "The request.", schema: promotionShape.schema }, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const { tier, dry_run: isDryRun } = context.body;
      const viewer = await visitor(context);
      const record = await context.ports.market.promote(viewer, name, version, { tier, isDryRun });
      return promotionShape.out(record);
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
          promotions: z.array(promotionShape.schema),
          reports: z.array(reportShape.schema),
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
      return {
        promotions: promotions.map(promotionShape.out),
        reports: reports.map(reportShape.out),
      };
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
      return {
        versions: items.map((record) => ({
          ...versionShape.out(record),
          look_alikes: record.lookAlikes ?? [],
          earlier_cases: record.earlierCases ?? [],
        })),
        next_cursor: cursor ?? null,
      };
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
          promotions: z.array(promotionShape.schema),
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
      return { promotions: items.map(promotionShape.out), next_cursor: cursor ?? null };
    },
  }),
  moderator({
    method: "POST",
    path: at("/promotions/{id}"),
    id: "decideRegistryPromotion",
    doc: "Grants or refuses a tier; for moderators.",
    params: idParams,
    body: z.object({ is_granted: z.boolean(), reason }),
    answers: {
      200: { doc: "The request.", schema: promotionShape.schema },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const { is_granted: isGranted, reason: words } = context.body;
      const viewer = await visitor(context);
      const record = await context.ports.market.decidePromotion(viewer, context.params.id, {
        isGranted,
        reason: words,
      });
      return promotionShape.out(record);
    },
  }),
  moderator({
    method: "GET",
    path: at("/reports"),
    id: "listRegistryReports",
    doc: "Lists reports and appeals, the oldest first, with the time by which each is to be answered; for moderators.",
    query: z.object({
      ...pageFields,
      state: z.enum(["open", "upheld", "dismissed"]).optional(),
    }),
    answers: {
      200: {
        doc: "The reports.",
        schema: z.object({
          reports: z.array(reportShape.schema),
          next_cursor: z.string().nullable(),
          goal: z.object({
            hours: z.number(),
            overdue: z.number(),
            decided: z.number(),
            in_time: z.number(),
          }),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { items, cursor, goal } = await context.ports.market.reports(
        await visitor(context),
        given(context.query),
      );
      const { inTime, ...counts } = goal;
      return {
        reports: items.map(reportShape.out),
        next_cursor: cursor ?? null,
        goal: { ...counts, in_time: inTime },
      };
    },
  }),
  moderator({
    method: "POST",
    path: at("/reports/{id}"),
    id: "decideRegistryReport",
    doc: "Upholds or dismisses a report or an appeal, with what follows for the version; for moderators.",
    params: idParams,
    body: z.object({ state: z.enum(["upheld", "dismissed"]), reason }),
    answers: { 200: { doc: "The report.", schema: reportShape.schema }, ...conflict, ...problems },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { id } = context.params;
      return reportShape.out(await context.ports.market.decideReport(viewer, id, context.body));
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
      await context.ports.market.transparency.rotate(await visitor(context)),
  }),
];
