/** Requests of other programs that start a workflow: whoever knows the address runs it, as its owner. */
import { computeHmac, computeSha256 } from "../../platform/index.ts";
import { isSameSecret } from "../../platform/machine/index.ts";
import { isObject } from "../../skill/index.ts";
import { findUser, type User } from "../accounts/index.ts";
import { secretContext } from "../data/index.ts";
import { AlreadyDelivered, findDelivered } from "./deliveries.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import { startExecution } from "./executions.ts";
import { isTriggerOpen, toIsoTime, type TriggerPorts } from "./triggers.ts";
import { findWorkflow, type Workflow } from "./workflows.ts";

export interface Hook {
  readonly triggerId: string;
  readonly user: User;
  readonly workflow: Workflow;
  /** Absent: requests need no signature. */
  readonly secret?: string;
}

/** Refused alike where there is none, where it is switched off, and where its owner may no longer do anything. */
export async function findHook(ports: TriggerPorts, token: string): Promise<Hook> {
  const row = await ports.database.query
    .selectFrom("workflow_triggers")
    .innerJoin("workflows", "workflows.id", "workflow_triggers.workflow_id")
    .select(["workflow_triggers.id", "workflow_id", "secret", "is_signed", "owner_id"])
    .where("token_hash", "=", computeSha256(token))
    .where("is_enabled", "=", 1)
    .where(isTriggerOpen(ports))
    .executeTakeFirst();
  const user = row === undefined ? undefined : await findUser(ports, row.owner_id);
  if (row === undefined || user?.isActive !== true)
    throw workflowProblem(workflowCodes.notFound, "token", "No such webhook");
  const secret = ports.cipher.decrypt(row.secret, secretContext("workflow_triggers", row.id));
  return {
    triggerId: row.id,
    user,
    workflow: await findWorkflow(ports, user, row.workflow_id),
    ...(row.is_signed === 1 ? { secret } : {}),
  };
}

export interface HookRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** A signature that names its time is good for so long. */
const TOLERANCE_MS = 5 * 60_000;

/**
 * Throws where a hook wants signed requests and this is none. Two ways are known: that of the Standard Webhooks, with the
 * time and the id of the request in it, and the one of GitHub and many others, of the body alone. Gives the id that is
 * signed, where one is: no other name tells such a request from one that is sent again.
 */
export function checkSignature(
  { secret }: Pick<Hook, "secret">,
  { body, headers }: HookRequest,
  now: number,
): string | undefined {
  if (secret === undefined) return undefined;
  const plain = headers.get("x-hub-signature-256");
  if (plain !== null) {
    const expected = `sha256=${computeHmac(Buffer.from(secret), body).toString("hex")}`;
    if (isSameSecret(plain.trim().toLowerCase(), expected)) return undefined;
    throw badSignature("The signature does not fit the body");
  }
  const [id, time, given] = ["id", "timestamp", "signature"].map((name) =>
    headers.get(`webhook-${name}`),
  );
  if (typeof id !== "string" || typeof time !== "string" || typeof given !== "string")
    throw badSignature("The request is not signed");
  if (!/^\d{1,12}$/u.test(time) || Math.abs(now - Number(time) * 1000) > TOLERANCE_MS)
    throw badSignature("The signature is too old, or its time is ahead");
  const key = Buffer.from(secret.replace(/^whsec_/u, ""), "base64");
  const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
  const expected = `v1,${computeHmac(key, signed).toString("base64")}`;
  // Several keys may sign while one takes the place of another.
  if (given.split(" ", 8).some((one) => isSameSecret(one, expected))) return id;
  throw badSignature("The signature does not fit the body");
}

function badSignature(message: string): Error {
  return workflowProblem(workflowCodes.badSignature, "signature", message);
}

export interface HookRun {
  readonly executionId: string;
  /** The same request came before. */
  readonly isRepeated: boolean;
}

/** Starts the run of a request, unless one with the same key has done so. */
export async function runHook(
  ports: TriggerPorts,
  { triggerId, user, workflow }: Hook,
  { value, key }: { readonly value: unknown; readonly key: string },
): Promise<HookRun> {
  const delivery = { triggerId, key };
  const input = isObject(value)
    ? { inputs: value, skipsUnknown: true }
    : { input: typeof value === "string" ? value : JSON.stringify(value) };
  try {
    const executionId = await startExecution(ports, user, workflow, { ...input, delivery });
    await ports.database.query
      .updateTable("workflow_triggers")
      .set({ last_at: toIsoTime(ports.clock.now()), last_error: null })
      .where("id", "=", triggerId)
      .execute();
    return { executionId, isRepeated: false };
  } catch (error) {
    if (!(error instanceof AlreadyDelivered)) throw error;
    return { executionId: (await findDelivered(ports, delivery)) ?? "", isRepeated: true };
  }
}
