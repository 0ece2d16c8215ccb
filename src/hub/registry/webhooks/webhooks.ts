/** Who is told what becomes of skills: addresses that accounts have named. */
import { randomBytes } from "node:crypto";
import { newId } from "../../../platform/machine/index.ts";
import {
  marketCodes,
  marketRefusal,
  type MarketWebhooks,
  readSkillName,
  type Viewer,
  type Webhook,
} from "../../../registry/contract/index.ts";
import { timestampAt } from "../../accounts/index.ts";
import { secretContext } from "../../data/index.ts";
import type { MarketPorts } from "../ports.ts";
import { fromJson } from "../records.ts";
import { requireMember } from "../viewer.ts";

/** Of one account. */
const MOST_HOOKS = 20;
const MOST_SKILLS = 100;
const SECRET_BYTES = 32;

export function openWebhooks(ports: MarketPorts): MarketWebhooks {
  const { query } = ports.database;
  return {
    webhooks: async (viewer) => {
      const { userId } = requireMember(viewer, "registry:write");
      const rows = await query
        .selectFrom("market_webhooks")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(toWebhook);
    },
    subscribe: (viewer, request) => subscribe(ports, viewer, request),
    unsubscribe: async (viewer, id) => {
      const { userId } = requireMember(viewer, "registry:write");
      const { numDeletedRows } = await query
        .deleteFrom("market_webhooks")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (Number(numDeletedRows) === 0)
        throw marketRefusal(marketCodes.notFound, `No webhook \`${id}\`.`);
    },
  };
}

interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly skills: string;
  readonly failures: number;
  readonly last_problem: string | null;
  readonly created_at: string;
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    skills: fromJson<readonly string[]>(row.skills),
    problem: row.last_problem ?? undefined,
    failures: row.failures,
    createdAt: row.created_at,
  };
}

async function subscribe(
  ports: MarketPorts,
  viewer: Viewer,
  { url, skills }: { readonly url: string; readonly skills: readonly string[] },
): Promise<Webhook & { readonly secret: string }> {
  const { userId } = requireMember(viewer, "registry:write");
  checkSkills(skills);
  const id = newId();
  // The form in which libraries for Standard Webhooks take it.
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const now = timestampAt(ports.clock);
  const row = {
    id,
    user_id: userId,
    url,
    secret: ports.accounts.cipher.encrypt(secret, secretContext("market_webhooks", id)),
    skills: JSON.stringify([...new Set(skills)]),
    failures: 0,
    wait_until: now,
    last_problem: null,
    token_id: viewer.token?.id ?? null,
    expires_at: viewer.token?.expiresAt ?? null,
    created_at: now,
  };
  await ports.database.query.transaction().execute(async (transaction) => {
    // A write makes others of the same account wait, so that none of them counts too few.
    await transaction
      .updateTable("users")
      .set((set) => ({ email: set.ref("email") }))
      .where("id", "=", userId)
      .execute();
    const { count } = await transaction
      .selectFrom("market_webhooks")
      .select((select) => select.fn.countAll().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_HOOKS)
      throw marketRefusal(
        marketCodes.overQuota,
        `An account has at most ${MOST_HOOKS} webhooks; remove one first.`,
      );
    const { last } = await transaction
      .selectFrom("market_statements")
      .select((select) => select.fn.max<number | null>("number").as("last"))
      .executeTakeFirstOrThrow();
    // What was stated before is in the feed.
    const next_entry = last === null ? 0 : last + 1;
    await transaction
      .insertInto("market_webhooks")
      .values({ ...row, next_entry })
      .execute();
  });
  return { ...toWebhook(row), secret };
}

/** `@PUBLISHER/NAME`, or `@PUBLISHER`. */
function isNamed(word: string): boolean {
  if (!word.startsWith("@")) return false;
  return !word.includes("/") || readSkillName(word) !== undefined;
}

function checkSkills(skills: readonly string[]): void {
  const wrong = skills.find((word) => !isNamed(word));
  if (wrong !== undefined || skills.length > MOST_SKILLS)
    throw marketRefusal(
      marketCodes.invalid,
      wrong === undefined
        ? `At most ${MOST_SKILLS} skills can be named.`
        : `\`${wrong}\` is neither \`@PUBLISHER/NAME\` nor \`@PUBLISHER\`.`,
      { path: ["skills"] },
    );
}
