/** Addresses of pages that run a workflow for whoever knows them. The database has only a hash of each. */
import { failure, computeSha256 } from "../../platform/index.ts";
import { type Clock, newSecret } from "../../platform/machine/index.ts";
import { accountCodes, type Caller, findUser, timestampAt, type User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { featureCodes } from "./diagnostics.ts";
import { type FeaturePorts, isFeatureEnabled } from "./flags.ts";

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** Pages of one user at a time; the oldest makes room for a new one. */
const MOST_EMBEDS = 100;

interface EmbedPorts {
  readonly database: Database;
  readonly clock: Clock;
}

export interface NewEmbed {
  readonly id: string;
  /** Shown once. */
  readonly token: string;
  readonly expiresAt: string;
}

/** For a workflow of which the caller has checked that the user may publish it. */
export async function createEmbed(
  { database, clock }: EmbedPorts,
  { user, scopes, tokenId, expiresAt: end }: Caller,
  workflowId: string,
): Promise<NewEmbed> {
  const token = newSecret();
  const id = computeSha256(token);
  const usual = timestampAt(clock, HOURS * HOUR_MS);
  const expiresAt = end !== undefined && end < usual ? end : usual;
  await database.query.transaction().execute(async (transaction) => {
    // Holds the account: whoever shuts it comes before, or finds the page.
    const { numUpdatedRows } = await transaction
      .updateTable("users")
      .set((set) => ({ role: set.ref("role") }))
      .where("id", "=", user.id)
      .where("is_active", "=", 1)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw badEmbed();
    await transaction
      .insertInto("embeds")
      .values({
        token_hash: id,
        workflow_id: workflowId,
        user_id: user.id,
        token_id: scopes === undefined ? null : (tokenId ?? null),
        created_at: timestampAt(clock),
        expires_at: expiresAt,
      })
      .execute();
    await transaction
      .deleteFrom("embeds")
      .where("token_hash", "in", (embeds) =>
        embeds
          .selectFrom("embeds")
          .select("token_hash")
          .where("user_id", "=", user.id)
          .orderBy("created_at", "desc")
          .limit(MOST_EMBEDS)
          .offset(MOST_EMBEDS),
      )
      .execute();
  });
  return { id, token, expiresAt };
}

export interface ListedEmbed {
  readonly id: string;
  readonly workflowId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Those of a user that are open, the newest first. */
export async function listEmbeds(
  ports: EmbedPorts,
  user: User,
  workflowId?: string,
): Promise<readonly ListedEmbed[]> {
  const rows = await openEmbeds(ports)
    .where("user_id", "=", user.id)
    .$if(workflowId !== undefined, (query) => query.where("workflow_id", "=", workflowId ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .execute();
  return rows.map((row) => ({
    id: row.token_hash,
    workflowId: row.workflow_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** By its id, or by the secret in its address; administrators shut those of others too. */
export async function revokeEmbed(
  { database }: EmbedPorts,
  user: User,
  idOrToken: string,
): Promise<void> {
  const { numDeletedRows } = await database.query
    .deleteFrom("embeds")
    .where("token_hash", "in", [idOrToken, computeSha256(idOrToken)])
    .$if(user.role !== "admin", (query) => query.where("user_id", "=", user.id))
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0)
    throw failure(accountCodes.notFound, "You have no such published page.");
}

/** Those that have not run out, and whose token still counts where one made them. */
function openEmbeds({ database, clock }: EmbedPorts) {
  const now = timestampAt(clock);
  return database.query
    .selectFrom("embeds")
    .select(["token_hash", "workflow_id", "user_id", "created_at", "expires_at"])
    .where("expires_at", ">", now)
    .where((where) =>
      where.or([
        where("token_id", "is", null),
        where("token_id", "in", (tokens) =>
          tokens.selectFrom("api_tokens").select("id").where("revoked_at", "is", null),
        ),
      ]),
    );
}

function badEmbed(): Error {
  return failure(featureCodes.badEmbed, "Invalid or expired token");
}

export interface Embed {
  readonly workflowId: string;
  readonly user: User;
}

/** Refused alike where there is none, where it has run out, and where its user may no longer do anything. */
export async function findEmbed(ports: EmbedPorts, token: string): Promise<Embed> {
  const row = await openEmbeds(ports)
    .where("token_hash", "=", computeSha256(token))
    .executeTakeFirst();
  const user = row === undefined ? undefined : await findUser(ports, row.user_id);
  if (row === undefined || user === undefined || !user.isActive) throw badEmbed();
  return { workflowId: row.workflow_id, user };
}

/** Removes those that have run out. */
export async function deleteExpiredEmbeds({ database, clock }: EmbedPorts): Promise<void> {
  await database.query.deleteFrom("embeds").where("expires_at", "<=", timestampAt(clock)).execute();
}

/** Refuses where an administrator has not turned published pages on. */
export async function requireEmbeds({
  features,
}: {
  readonly features: FeaturePorts;
}): Promise<void> {
  if (!(await isFeatureEnabled(features, "ENABLE_PUBLIC_EMBED")))
    throw failure(featureCodes.disabled, "Public embed is disabled");
}
