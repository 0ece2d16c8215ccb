/** Addresses of pages that run a workflow for whoever knows them. The database has only a hash of each. */
import { failure, sha256Of } from "../../platform/index.ts";
import { type Clock, newSecret } from "../../platform/machine/index.ts";
import { findUser, momentOf, type User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { featureCodes } from "./diagnostics.ts";

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** Pages of one user at a time; the oldest makes room for a new one. */
const MOST_EMBEDS = 100;

interface EmbedPorts {
  readonly database: Database;
  readonly clock: Clock;
}

export interface NewEmbed {
  /** Shown once. */
  readonly token: string;
  readonly expiresAt: string;
}

/** For a workflow of which the caller has checked that the user may publish it. */
export async function createEmbed(
  { database, clock }: EmbedPorts,
  user: User,
  workflowId: string,
): Promise<NewEmbed> {
  const token = newSecret();
  const expiresAt = momentOf(clock, HOURS * HOUR_MS);
  await database.query.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("embeds")
      .values({
        token_hash: sha256Of(token),
        workflow_id: workflowId,
        user_id: user.id,
        created_at: momentOf(clock),
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
  return { token, expiresAt };
}

export interface Embed {
  readonly workflowId: string;
  readonly user: User;
}

/** Refused alike where there is none, where it has run out, and where its user may no longer do anything. */
export async function findEmbed(ports: EmbedPorts, token: string): Promise<Embed> {
  const row = await ports.database.query
    .selectFrom("embeds")
    .select(["workflow_id", "user_id"])
    .where("token_hash", "=", sha256Of(token))
    .where("expires_at", ">", momentOf(ports.clock))
    .executeTakeFirst();
  const user = row === undefined ? undefined : await findUser(ports, row.user_id);
  if (row === undefined || user === undefined || !user.isActive)
    throw failure(featureCodes.badEmbed, "Invalid or expired token");
  return { workflowId: row.workflow_id, user };
}

/** Removes those that have run out. */
export async function forgetEmbeds({ database, clock }: EmbedPorts): Promise<void> {
  await database.query.deleteFrom("embeds").where("expires_at", "<=", momentOf(clock)).execute();
}
