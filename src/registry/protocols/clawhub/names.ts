/** Renaming, merging and handing over, as clients of ClawHub ask for it. */
import { z } from "zod";
import { marketCodes, marketRefusal, type TransferRecord } from "../../contract/index.ts";
import {
  type ProtocolRow,
  jsonAnswer,
  nameOf,
  SMALL_BODY,
  type RequestContext,
} from "../adapter.ts";
import { fields, readJson, skillIn } from "./request.ts";
import { PREFIX } from "./shapes.ts";

const API = `${PREFIX}/api/v1`;
const SKILL = `${API}/skills/{slug}`;

const renameSchema = z.object({ newSlug: fields.name, ownerHandle: fields.handle.optional() });

async function rename(context: RequestContext): Promise<Response> {
  const { newSlug, ownerHandle } = await readJson(context, renameSchema);
  const { market, viewer } = context;
  const renamed = await market.rename(viewer, skillIn(context, ownerHandle), newSlug);
  return jsonAnswer({ ok: true, slug: renamed.slug, previousSlug: context.params["slug"] });
}

const mergeSchema = z.object({
  targetSlug: fields.name,
  ownerHandle: fields.handle.optional(),
  targetOwnerHandle: fields.handle.optional(),
});

async function merge(context: RequestContext): Promise<Response> {
  const { targetSlug, ownerHandle, targetOwnerHandle } = await readJson(context, mergeSchema);
  const into = nameOf(targetSlug, targetOwnerHandle);
  const merged = await context.market.merge(context.viewer, skillIn(context, ownerHandle), into);
  return jsonAnswer({ ok: true, sourceSlug: context.params["slug"], targetSlug: merged.slug });
}

const transferSchema = z.object({ toUserHandle: fields.handle.min(1) });

async function transfer(context: RequestContext): Promise<Response> {
  const { toUserHandle: to } = await readJson(context, transferSchema);
  const made = await context.market.transfer(context.viewer, skillIn(context), to);
  const { skill, transfer: waiting } = made;
  return jsonAnswer({
    ok: true,
    skillSlug: skill.slug,
    ...(waiting === undefined
      ? { transferred: true, toPublisherHandle: to }
      : {
          transferred: false,
          transferId: waiting.id,
          toUserHandle: to,
          expiresAt: Date.parse(waiting.expiresAt),
        }),
  });
}

async function decide(context: RequestContext, isAccepted: boolean): Promise<Response> {
  const { market, viewer } = context;
  const skill = await market.describe(viewer, skillIn(context));
  const found = (await market.transfers(viewer)).find(
    ({ fullName }) => fullName === skill.fullName,
  );
  if (found === undefined)
    throw marketRefusal(marketCodes.notFound, "No such transfer waits for your answer.");
  await market.decideTransfer(viewer, found.id, isAccepted);
  return jsonAnswer({ ok: true, skillSlug: skill.slug });
}

async function list(context: RequestContext, side: "from" | "to"): Promise<Response> {
  const { market, viewer } = context;
  const all = await market.transfers(viewer);
  const own = new Set(
    (await market.ownPublishers(viewer, { limit: 1000, offset: 0 })).map(({ handle }) => handle),
  );
  const transfers = all.filter((one) => own.has(one[side]));
  return jsonAnswer({ transfers: transfers.map(transferOut) });
}

function person(handle: string): object {
  return { _id: handle, handle, displayName: handle };
}

function transferOut(record: TransferRecord): object {
  const { id, fullName, from, to, createdAt, expiresAt } = record;
  const slug = fullName.slice(fullName.indexOf("/") + 1);
  return {
    _id: id,
    skill: { _id: fullName, slug, displayName: slug },
    fromUser: person(from),
    toUser: person(to),
    requestedAt: Date.parse(createdAt),
    expiresAt: Date.parse(expiresAt),
  };
}

function post(path: string, doc: string, handle: ProtocolRow["handle"]): ProtocolRow {
  return { method: "POST", path: `${SKILL}/${path}`, doc, body: SMALL_BODY, handle };
}

export const nameRows: readonly ProtocolRow[] = [
  post("rename", "Renames a skill; its old name leads to it.", rename),
  post("merge", "Merges a skill into another one.", merge),
  post("transfer", "Asks another publisher to take a skill.", transfer),
  post("transfer/accept", "Takes a skill that is handed over.", (context) => decide(context, true)),
  post("transfer/reject", "Says no to it.", (context) => decide(context, false)),
  post("transfer/cancel", "Takes the wish back.", (context) => decide(context, false)),
  {
    method: "GET",
    path: `${API}/transfers/incoming`,
    doc: "Lists what others want to hand over.",
    handle: (context) => list(context, "to"),
  },
  {
    method: "GET",
    path: `${API}/transfers/outgoing`,
    doc: "Lists what waits for others.",
    handle: (context) => list(context, "from"),
  },
];
