/** What starts a workflow of its owner by itself: a request of another program, or a time. */
import { type RawBuilder, type Selectable, sql, type SqlBool } from "kysely";
import { computeSha256 } from "../../platform/index.ts";
import type { SecretCipher } from "../../platform/encryption/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import { type Caller, timestampAt, type User } from "../accounts/index.ts";
import { databaseTime, secretContext, type Tables } from "../data/index.ts";
import { checkRhythm, nextAfter, nextTimes, type Rhythm } from "./cron.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";
import { inputFor } from "./executions.ts";
import type { WorkflowPorts } from "./ports.ts";
import { findWorkflow, type Workflow } from "./workflows.ts";

/** What comes of times at which no server ran: nothing, one run for all of them, or one for each. */
export type MissedRunPolicy = "skip" | "once" | "all";

export interface Trigger {
  readonly id: string;
  readonly kind: "webhook" | "schedule";
  readonly name: string;
  readonly isEnabled: boolean;
  /** Whether requests have to be signed. */
  readonly isSigned: boolean;
  readonly rhythm: Rhythm | undefined;
  readonly missed: MissedRunPolicy | null;
  readonly input: string | null;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  readonly lastError: string | null;
  readonly createdAt: string;
}

export type NewTrigger =
  | { readonly kind: "webhook"; readonly name: string; readonly isSigned: boolean }
  | ({
      readonly kind: "schedule";
      readonly name: string;
      readonly missed: MissedRunPolicy;
      readonly input?: string | undefined;
      readonly inputs?: { readonly [name: string]: unknown } | undefined;
    } & Rhythm);

/** Of one workflow, and of all workflows of an account. */
const MOST_TRIGGERS = 20;
const MOST_OF_USER = 100;
/** Characters of what a schedule starts with: lists show it, and it is in no quota. */
const LONGEST_INPUT = 16_384;

export interface TriggerPorts extends WorkflowPorts {
  readonly cipher: SecretCipher;
}

export interface MadeTrigger extends Trigger {
  /** Shown once: the last part of the address of a webhook, and what signs its requests. */
  readonly token?: string;
  readonly secret?: string;
}

export async function createTrigger(
  ports: TriggerPorts,
  { user, scopes, tokenId, expiresAt }: Caller,
  workflowId: string,
  wanted: NewTrigger,
): Promise<MadeTrigger> {
  const workflow = await findOwn(ports, user, workflowId);
  const id = newId();
  const token = wanted.kind === "webhook" ? newSecret() : undefined;
  // As the Standard Webhooks write it.
  const secret =
    wanted.kind === "webhook" && wanted.isSigned
      ? `whsec_${Buffer.from(newSecret(), "base64url").toString("base64")}`
      : undefined;
  const row = {
    id,
    workflow_id: workflow.id,
    kind: wanted.kind,
    name: wanted.name,
    is_enabled: 1 as const,
    token_hash: token === undefined ? null : computeSha256(token),
    secret: ports.cipher.encrypt(secret ?? "", secretContext("workflow_triggers", id)),
    is_signed: secret === undefined ? (0 as const) : (1 as const),
    last_at: null,
    last_error: null,
    token_id: scopes === undefined ? null : (tokenId ?? null),
    expires_at: expiresAt ?? null,
    created_at: timestampAt(ports.clock),
    ...(await scheduleColumns(ports, workflow, wanted)),
  };
  await ports.database.query.transaction().execute(async (transaction) => {
    await transaction.insertInto("workflow_triggers").values(row).execute();
    await checkRoom(transaction, workflow);
  });
  return {
    ...toTrigger(row),
    ...(token === undefined ? {} : { token }),
    ...(secret === undefined ? {} : { secret }),
  };
}

/** Counted with the new one in it. */
async function checkRoom(
  transaction: Pick<WorkflowPorts["database"]["query"], "selectFrom">,
  { id, ownerId }: Workflow,
): Promise<void> {
  const { own, total } = await transaction
    .selectFrom("workflow_triggers")
    .innerJoin("workflows", "workflows.id", "workflow_triggers.workflow_id")
    .select(({ fn, eb }) => [
      fn.countAll().as("total"),
      fn.sum(eb.case().when("workflow_id", "=", id).then(1).else(0).end()).as("own"),
    ])
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  const [whose, most] =
    Number(own) > MOST_TRIGGERS
      ? ["A workflow", MOST_TRIGGERS]
      : Number(total) > MOST_OF_USER
        ? ["An account", MOST_OF_USER]
        : [];
  if (whose !== undefined)
    throw workflowProblem(workflowCodes.conflict, "kind", `${whose} has at most ${most} triggers`);
}

/** True of those that no token made, or one that still counts. */
export function isTriggerOpen({ database }: Pick<WorkflowPorts, "database">): RawBuilder<SqlBool> {
  return sql<SqlBool>`(workflow_triggers.expires_at is null or workflow_triggers.expires_at > ${databaseTime(database)})
    and (workflow_triggers.token_id is null
      or workflow_triggers.token_id in (select id from api_tokens where revoked_at is null))`;
}

/** Removes those whose token is over. */
export async function forgetTriggers(ports: Pick<WorkflowPorts, "database">): Promise<void> {
  await ports.database.query
    .deleteFrom("workflow_triggers")
    .where(sql<SqlBool>`not (${isTriggerOpen(ports)})`)
    .execute();
}

async function scheduleColumns(
  ports: WorkflowPorts,
  { graph }: Workflow,
  wanted: NewTrigger,
): Promise<Pick<Row, "cron" | "time_zone" | "missed" | "input" | "next_at">> {
  if (wanted.kind === "webhook")
    return { cron: null, time_zone: null, missed: null, input: null, next_at: null };
  const now = await databaseNow(ports);
  checkRhythm(wanted, now);
  // What would be refused at each time is refused at once.
  const input = inputFor(graph, wanted);
  if (input.length > LONGEST_INPUT)
    throw workflowProblem(
      workflowCodes.invalid,
      "input",
      `A schedule starts with at most ${LONGEST_INPUT} characters of input`,
    );
  return {
    cron: wanted.cron.trim(),
    time_zone: wanted.timeZone,
    missed: wanted.missed,
    input,
    next_at: toIsoTime(nextAfter(wanted, now)),
  };
}

/** Oldest first. */
export async function listTriggers(
  ports: WorkflowPorts,
  user: User,
  workflowId: string,
): Promise<readonly Trigger[]> {
  const { id } = await findOwn(ports, user, workflowId);
  const rows = await ports.database.query
    .selectFrom("workflow_triggers")
    .selectAll()
    .where("workflow_id", "=", id)
    .where(isTriggerOpen(ports))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toTrigger);
}

/** Switches it on or off; a schedule goes on with the first time from now. */
export async function enableTrigger(
  ports: WorkflowPorts,
  user: User,
  place: TriggerPlace,
  isEnabled: boolean,
): Promise<Trigger> {
  const { rhythm } = await findTrigger(ports, user, place);
  const next =
    rhythm === undefined || !isEnabled ? undefined : nextAfter(rhythm, await databaseNow(ports));
  const row = await ports.database.query
    .updateTable("workflow_triggers")
    .set({ is_enabled: isEnabled ? 1 : 0, next_at: toIsoTime(next) })
    .where("id", "=", place.triggerId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound(place);
  return toTrigger(row);
}

export async function deleteTrigger(
  ports: WorkflowPorts,
  user: User,
  place: TriggerPlace,
): Promise<void> {
  const { id } = await findTrigger(ports, user, place);
  await ports.database.query.deleteFrom("workflow_triggers").where("id", "=", id).execute();
}

export interface TriggerPlace {
  readonly workflowId: string;
  readonly triggerId: string;
}

async function findTrigger(
  ports: WorkflowPorts,
  user: User,
  place: TriggerPlace,
): Promise<Trigger> {
  const { id: workflowId } = await findOwn(ports, user, place.workflowId);
  const row = await ports.database.query
    .selectFrom("workflow_triggers")
    .selectAll()
    .where("id", "=", place.triggerId)
    .where("workflow_id", "=", workflowId)
    .executeTakeFirst();
  if (row === undefined) throw notFound(place);
  return toTrigger(row);
}

/** Only of its owner: what starts by itself has the owner's rights, and counts for the owner. */
async function findOwn(ports: WorkflowPorts, user: User, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(ports, user, id);
  if (workflow.ownerId === user.id) return workflow;
  throw workflowProblem(
    workflowCodes.forbidden,
    "id",
    "Only the owner of a workflow can have it started by itself",
  );
}

/** The next times of a schedule that is switched on. */
export function computeNextTimes({ rhythm, nextAt }: Trigger, count = 5): readonly string[] {
  if (rhythm === undefined || nextAt === null) return [];
  return [nextAt, ...nextTimes(rhythm, Date.parse(nextAt), count - 1)];
}

/** By the clock of the database, which all servers share. */
export async function databaseNow({ database }: Pick<WorkflowPorts, "database">): Promise<number> {
  const { now } = await database.query
    .selectNoFrom(databaseTime(database).as("now"))
    .executeTakeFirstOrThrow();
  return Date.parse(now);
}

export function toIsoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

function notFound({ triggerId }: TriggerPlace): Error {
  return workflowProblem(workflowCodes.notFound, "trigger", `Trigger ${triggerId} not found`);
}

type Row = Selectable<Tables["workflow_triggers"]>;

export function toTrigger(row: Row): Trigger {
  const { cron, time_zone: timeZone } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    isEnabled: row.is_enabled === 1,
    isSigned: row.is_signed === 1,
    rhythm: cron === null || timeZone === null ? undefined : { cron, timeZone },
    missed: row.missed,
    input: row.input,
    nextAt: row.next_at,
    lastAt: row.last_at,
    lastError: row.last_error,
    createdAt: row.created_at,
  };
}
