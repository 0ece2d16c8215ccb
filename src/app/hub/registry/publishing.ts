/** What becomes of published skills: their versions, names and visibility. */
import { z } from "zod";
import type { TransferRecord } from "../../../registry/contract/index.ts";
import type { HubOperation } from "../define.ts";
import { orNull, type Shape, toShape } from "../shape.ts";
import { conflict, keeper, type MarketContext, member, wholeOf } from "./context.ts";
import { skillShape, versionShape } from "./shapes.ts";

const skillName = z.string().min(1).max(200);

const transferShape: Shape<TransferRecord> = toShape({
  id: z.string(),
  full_name: z.string(),
  from: z.string(),
  to: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});

const versions: readonly HubOperation<MarketContext>[] = [
  member("POST /skills/{name}/{version}/submit", {
    id: "submitRegistryVersion",
    doc: "Submits a draft; its audit decides whether it is listed.",
    gives: ["The version.", versionShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, version }) => market.submit(viewer, name, version),
  }),
  member("POST /skills/{name}/{version}/withdraw", {
    id: "withdrawRegistryVersion",
    doc: "Withdraws a version that waits for a moderator, back to a draft.",
    gives: ["The version.", versionShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, version }) => market.withdraw(viewer, name, version),
  }),
  member("POST /skills/{name}/{version}/yank", {
    id: "yankRegistryVersion",
    doc: "Yanks a version: lists and ranges leave it out; whoever names it exactly still gets it.",
    input: { reason: z.string().max(2000).optional() },
    gives: ["The version.", versionShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, version, reason }) =>
      market.yank(viewer, name, version, reason),
  }),
  member("POST /skills/{name}/{version}/unyank", {
    id: "unyankRegistryVersion",
    doc: "Restores a yanked version.",
    input: { reason: z.string().max(2000).optional() },
    gives: ["The version.", versionShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, version, reason }) =>
      market.unyank(viewer, name, version, reason),
  }),
  member("POST /skills/{name}/{version}/reaudit", {
    id: "reauditRegistryVersion",
    doc: "Scans a version again with the current rules; what is blocked goes into quarantine.",
    limit: "scan",
    gives: ["The version.", versionShape],
    run: ({ market, viewer }, { name, version }) => market.reaudit(viewer, name, version),
  }),
];

const skills: readonly HubOperation<MarketContext>[] = [
  member("PUT /skills/{name}/deprecation", {
    id: "deprecateRegistrySkill",
    doc: "Deprecates a skill or one of its versions with a message; without a message, ends the deprecation. `successor` names the skill to use instead.",
    input: {
      version: z.string().optional(),
      message: z.string().min(1).max(2000).optional(),
      successor: z.string().min(1).max(200).optional(),
    },
    gives: ["The skill.", skillShape],
    run: ({ market, viewer }, { name, ...request }) => market.deprecate(viewer, name, request),
  }),
  member("PUT /skills/{name}/visibility", {
    id: "setRegistryVisibility",
    doc: "Sets who can see a skill: everyone, the team of its publisher, or its members only.",
    input: { visibility: z.enum(["public", "team", "private"]) },
    gives: ["The skill.", skillShape],
    run: ({ market, viewer }, { name, visibility }) =>
      market.setVisibility(viewer, name, visibility),
  }),
  member("PUT /skills/{name}/tags/{tag}", {
    id: "setRegistryTag",
    doc: "Points a tag to a version; without a version, deletes the tag.",
    input: { version: z.string().optional() },
    refusals: conflict,
    run: ({ market, viewer }, { name, tag, version }) => market.setTag(viewer, name, tag, version),
  }),
  member("DELETE /skills/{name}", {
    id: "deleteRegistrySkill",
    doc: "Deletes a skill; its name and versions stay reserved, and it can be restored for a while.",
    done: "It is deleted.",
    run: ({ market, viewer }, { name }) => market.delete(viewer, name),
  }),
  member("POST /skills/{name}/undelete", {
    id: "undeleteRegistrySkill",
    doc: "Restores a deleted skill.",
    gives: ["The skill.", skillShape],
    refusals: conflict,
    run: ({ market, viewer }, { name }) => market.undelete(viewer, name),
  }),
];

/** Skills under other names; the old ones lead to the new ones. */
const names: readonly HubOperation<MarketContext>[] = [
  member("POST /skills/{name}/rename", {
    id: "renameRegistrySkill",
    doc: "Renames a skill of the user's publisher; the old name redirects to it.",
    input: { name: skillName },
    gives: ["The skill.", skillShape],
    refusals: conflict,
    run: ({ market, viewer }, { name }, skill) => market.rename(viewer, skill.name, name),
  }),
  member("POST /skills/{name}/merge", {
    id: "mergeRegistrySkill",
    doc: "Merges a skill into another of the same owner: it leaves the lists, and its plain name redirects to the other.",
    input: { into: skillName },
    gives: ["The skill that it went into.", skillShape],
    refusals: conflict,
    run: ({ market, viewer }, { name, into }) => market.merge(viewer, name, into),
  }),
  keeper("POST /skills/{name}/transfer", {
    id: "transferRegistrySkill",
    doc: "Offers a skill to the owners of another publisher; where the user owns both, the transfer is immediate.",
    input: { to: z.string().min(1).max(40) },
    gives: [
      "The skill, and the transfer where it waits for the other side.",
      toShape({ skill: skillShape, transfer: orNull(transferShape) }),
    ],
    refusals: conflict,
    run: ({ market, viewer }, { name, to }) => market.transfer(viewer, name, to),
  }),
  member("GET /transfers", {
    id: "listRegistryTransfers",
    doc: "Lists the pending transfers of the user's publishers.",
    gives: ["The transfers.", wholeOf("transfers", transferShape)],
    run: ({ market, viewer }) => market.transfers(viewer),
  }),
  keeper("POST /transfers/{id}", {
    id: "decideRegistryTransfer",
    doc: "Accepts or declines the transfer of a skill; whoever offered it can withdraw it here.",
    input: { accept: z.boolean() },
    gives: ["The transfer.", transferShape],
    refusals: conflict,
    run: ({ market, viewer }, { id, accept }) => market.decideTransfer(viewer, id, accept),
  }),
];

export const publishingOperations: readonly HubOperation<MarketContext>[] = [
  ...versions,
  ...skills,
  ...names,
];
