/** What users say of skills, and what moderators decide. */
import { z } from "zod";
import type { PromotionRecord } from "../../../registry/contract/index.ts";
import type { HubOperation } from "../define.ts";
import { listOf, type Shape, toShape } from "../shape.ts";
import {
  conflict,
  keeper,
  type MarketContext,
  member,
  moderator,
  pageFields,
  pageOf,
} from "./context.ts";
import { queuedVersionShape, reportShape, tier, versionShape } from "./shapes.ts";
import { reviewShape } from "./skills.ts";

const reason = z.string().min(1).max(2000);
const text = z.string().max(10_000);

const starredShape = toShape({ was_starred: z.boolean() });

const promotionShape: Shape<PromotionRecord> = toShape({
  id: z.string(),
  full_name: z.string(),
  version: z.string(),
  from: tier,
  to: tier,
  state: z.enum(["open", "granted", "refused"]),
  steps: z.array(
    z.object({ code: z.string(), demand: z.string(), is_met: z.boolean(), evidence: z.string() }),
  ),
  reason: z.string(),
  created_at: z.string(),
});

export const opinionOperations: readonly HubOperation<MarketContext>[] = [
  member("PUT /skills/{name}/star", {
    id: "starRegistrySkill",
    doc: "Stars a skill.",
    gives: ["Whether it was so already.", starredShape],
    run: ({ market, viewer }, { name }) => market.star(viewer, name),
  }),
  member("DELETE /skills/{name}/star", {
    id: "unstarRegistrySkill",
    doc: "Removes the user's star.",
    gives: ["Whether it was so already.", starredShape],
    run: ({ market, viewer }, { name }) => market.unstar(viewer, name),
  }),
  member("PUT /skills/{name}/review", {
    id: "reviewRegistrySkill",
    doc: "Reviews a skill with 1 to 5 stars and a text; each user has one review of a skill.",
    input: { rating: z.int().min(1).max(5), text: text.optional() },
    gives: ["The review.", reviewShape],
    run: ({ market, viewer }, { name, ...review }) => market.review(viewer, name, review),
  }),
  member("DELETE /skills/{name}/review", {
    id: "unreviewRegistrySkill",
    doc: "Deletes the user's review.",
    done: "It was deleted.",
    run: ({ market, viewer }, { name }) => market.unreview(viewer, name),
  }),
  member("POST /skills/{name}/reports", {
    id: "reportRegistrySkill",
    doc: "Reports a version to the moderators; by default the latest.",
    input: {
      version: z.string().optional(),
      reason: z.string().min(1).max(100),
      text: text.optional(),
    },
    makes: ["The report.", reportShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, ...report }) => market.report(viewer, name, report),
  }),
  member("POST /skills/{name}/{version}/appeal", {
    id: "appealRegistryVersion",
    doc: "Appeals against the quarantine of a version; for its publisher.",
    input: { text: text.min(1) },
    makes: ["The appeal.", reportShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, version, text: words }) =>
      market.appeal(viewer, name, version, words),
  }),
  member("POST /skills/{name}/{version}/promote", {
    id: "promoteRegistryVersion",
    doc: "Requests the next tier for a version, and returns its requirements and which of them are met.",
    input: { tier: z.enum(["community", "verified"]), dry_run: z.boolean().default(false) },
    gives: ["The request.", promotionShape],
    run: ({ market, viewer }, { name, version, tier: wanted, dryRun: isDryRun }) =>
      market.promote(viewer, name, version, { tier: wanted, isDryRun }),
  }),
  member("GET /skills/{name}/requests", {
    id: "listRegistryRequests",
    doc: "Lists the tier requests, reports and appeals of a skill with their results, newest first; for its publisher and moderators.",
    gives: [
      "The requests.",
      toShape({ promotions: listOf(promotionShape), reports: listOf(reportShape) }),
    ],
    run: ({ market, viewer }, { name }) => market.requests(viewer, name),
  }),
];

export const moderationOperations: readonly HubOperation<MarketContext>[] = [
  moderator("POST /skills/{name}/{version}/moderate", {
    id: "moderateRegistryVersion",
    doc: "Lists a version, quarantines it or puts it back into review; for moderators.",
    input: { decision: z.enum(["list", "quarantine", "review"]), reason },
    gives: ["The version.", versionShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, version, ...request }) =>
      market.moderate(viewer, name, version, request),
  }),
  moderator("POST /skills/{name}/takedown", {
    id: "takeDownRegistrySkill",
    doc: "Takes down a version or a whole skill for a legal notice: requests for it get 451 with the notice until it is listed again; for moderators.",
    input: {
      version: z.string().min(1).max(200).optional(),
      claimant: z.string().trim().min(1).max(200),
      reference: z.string().trim().min(1).max(200).optional(),
      reason: z.string().trim().min(1).max(250),
    },
    gives: [
      "What was taken away.",
      toShape({
        full_name: z.string(),
        versions: z.array(z.string()),
        notice: z.object({
          claimant: z.string(),
          reference: z.string().nullable(),
          reason: z.string(),
          at: z.string(),
        }),
      }),
    ],
    refusals: conflict,
    run: ({ market, viewer }, { name, ...request }) => market.takeDown(viewer, name, request),
  }),
  moderator("GET /queue", {
    id: "listRegistryQueue",
    doc: "Lists versions that wait for a moderator, or those in quarantine, oldest first; for moderators.",
    input: {
      ...pageFields,
      state: z.enum(["in-review", "quarantined"]).optional(),
      is_appealed: z.enum(["true", "false"]).optional(),
    },
    gives: ["The versions.", pageOf("versions", queuedVersionShape)],
    run: ({ market, viewer }, { isAppealed, ...page }) =>
      market.queue(viewer, {
        ...page,
        ...(isAppealed === undefined ? {} : { isAppealed: isAppealed === "true" }),
      }),
  }),
  moderator("GET /promotions", {
    id: "listRegistryPromotions",
    doc: "Lists tier requests, oldest first; for moderators.",
    input: { ...pageFields, state: z.enum(["open", "granted", "refused"]).optional() },
    gives: ["The requests.", pageOf("promotions", promotionShape)],
    run: ({ market, viewer }, page) => market.promotions(viewer, page),
  }),
  moderator("POST /promotions/{id}", {
    id: "decideRegistryPromotion",
    doc: "Grants or rejects a tier; for moderators.",
    input: { is_granted: z.boolean(), reason },
    gives: ["The request.", promotionShape],
    refusals: conflict,
    run: ({ market, viewer }, { id, ...decision }) => market.decidePromotion(viewer, id, decision),
  }),
  moderator("GET /reports", {
    id: "listRegistryReports",
    doc: "Lists reports and appeals, oldest first, each with the time by which it is due; for moderators.",
    input: { ...pageFields, state: z.enum(["open", "upheld", "dismissed"]).optional() },
    gives: [
      "The reports.",
      toShape({
        reports: listOf(reportShape),
        next_cursor: z.string().nullable(),
        goal: z.object({
          hours: z.number(),
          overdue: z.number(),
          decided: z.number(),
          in_time: z.number(),
        }),
      }),
    ],
    run: async ({ market, viewer }, page) => {
      const { items, cursor, goal } = await market.reports(viewer, page);
      return { reports: items, nextCursor: cursor, goal };
    },
  }),
  moderator("POST /reports/{id}", {
    id: "decideRegistryReport",
    doc: "Upholds or dismisses a report or an appeal, with the consequence for the version; for moderators.",
    input: { state: z.enum(["upheld", "dismissed"]), reason },
    gives: ["The report.", reportShape],
    refusals: conflict,
    run: ({ market, viewer }, { id, ...decision }) => market.decideReport(viewer, id, decision),
  }),
  keeper("POST /root/rotate", {
    id: "rotateRegistryRoot",
    doc: "Rotates the key that signs the log; the previous key signs the new one, and clients follow. For moderators.",
    gives: ["The new key.", toShape({ key: z.string(), fingerprint: z.string() })],
    run: ({ market, viewer }) => market.transparency.rotate(viewer),
  }),
];
