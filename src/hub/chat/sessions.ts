import { type Kysely, sql } from "kysely";
import type { Clock } from "../../platform/machine/index.ts";
import type { ChatMessage } from "../../run/models/index.ts";
import { SkillError } from "../../skill/index.ts";
import { timestampAt, type User } from "../accounts/index.ts";
import type { Database, Tables } from "../data/index.ts";
import { type Quotas, reserve } from "../quotas/index.ts";
import { type ChatTranscript, readTranscript } from "./transcript.ts";

export const chatCodes = {
  notFound: "chat/not-found",
  forbidden: "chat/forbidden",
  invalid: "chat/invalid",
} as const;

export interface ChatPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** What each user may have. */
  readonly quotas?: Quotas;
}

export interface ChatSession {
  readonly id: string;
  readonly ownerId: string;
  readonly messageCount: number;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SavedMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly createdAt: string;
  /** Of a question, what became of it. */
  readonly course?: ChatTranscript;
}

const TITLE_LENGTH = 60;
interface Bounds {
  readonly messages: number;
  readonly characters: number;
  /** So many come along in any case. */
  readonly least: number;
}

/** What is read of a session for its next answer: the last question and answer at least. */
const HISTORY: Bounds = { messages: 1000, characters: 2_000_000, least: 2 };
/** What is given of a session at one time. */
const PAGE: Bounds = { messages: 200, characters: 1_000_000, least: 1 };

/**
 * The session of that id, made where there is none; another user's is refused, and a message for which the user
 * has no room.
 */
export async function openChat(
  ports: ChatPorts,
  user: User,
  id: string,
  message: string,
): Promise<void> {
  const now = timestampAt(ports.clock);
  const find = (query: Kysely<Tables>) =>
    query.selectFrom("chat_sessions").select("owner_id").where("id", "=", id).executeTakeFirst();
  const found = await find(ports.database.query);
  const wish = { chats: found === undefined ? 1 : 0, bytes: Buffer.byteLength(message) };
  const row = await reserve(ports, user.id, wish, async (transaction) => {
    if (found !== undefined) return found;
    await transaction
      .insertInto("chat_sessions")
      .values({
        id,
        owner_id: user.id,
        title: toTitle(message),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    return await find(transaction);
  });
  if (row?.owner_id !== user.id) throw forbidden();
}

function toTitle(message: string): string {
  const line = message.trim().split("\n")[0] ?? "";
  const letters = Array.from(line);
  return letters.length <= TITLE_LENGTH ? line : `${letters.slice(0, TITLE_LENGTH - 1).join("")}…`;
}

/**
 * Adds to the end of a session; what others add at the same moment comes before or after, never between. Gives
 * the place of the first.
 */
export async function addMessages(
  { database, clock }: ChatPorts,
  sessionId: string,
  messages: readonly Pick<SavedMessage, "role" | "content">[],
): Promise<number> {
  const now = timestampAt(clock);
  return await database.query.transaction().execute(async (transaction) => {
    const added = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    // Writing to the session first makes others wait for this transaction.
    await transaction
      .updateTable("chat_sessions")
      .set(({ eb }) => ({ updated_at: now, size: eb("size", "+", added) }))
      .where("id", "=", sessionId)
      .execute();
    const last = await transaction
      .selectFrom("chat_messages")
      .select(({ fn }) => fn.max("position").as("position"))
      .where("session_id", "=", sessionId)
      .executeTakeFirst();
    const from = (last?.position ?? -1) + 1;
    await transaction
      .insertInto("chat_messages")
      .values(
        messages.map(({ role, content }, index) => ({
          session_id: sessionId,
          position: from + index,
          role,
          content: truncateContent(content),
          created_at: now,
        })),
      )
      .execute();
    return from;
  });
}

/** Takes the last question away, with what was answered to it; another one stays. */
export async function deleteQuestion(
  { database }: ChatPorts,
  sessionId: string,
  question: string,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    const last = await transaction
      .selectFrom("chat_messages")
      .select(["position", "content"])
      .where("session_id", "=", sessionId)
      .where("role", "=", "user")
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last?.content !== truncateContent(question)) return;
    await transaction
      .deleteFrom("chat_messages")
      .where("session_id", "=", sessionId)
      .where("position", ">=", last.position)
      .execute();
    await transaction
      .updateTable("chat_sessions")
      .set({
        size: sql<number>`coalesce((select sum(octet_length(content) + coalesce(octet_length(course), 0)) from chat_messages where session_id = ${sessionId}), 0)`,
      })
      .where("id", "=", sessionId)
      .execute();
  });
}

/** PostgreSQL keeps no text with a NUL in it, and models may say anything. */
function truncateContent(content: string): string {
  return content.replaceAll("\0", "");
}

export interface ChatPage {
  readonly items: readonly ChatSession[];
  /** Of all pages. */
  readonly total: number;
}

/** The sessions of a user, newest first. */
export async function listChats(
  { database }: ChatPorts,
  user: User,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ChatPage> {
  const own = database.query.selectFrom("chat_sessions").where("owner_id", "=", user.id);
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .select(messageCount())
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select(sql<number | string>`count(*)`.as("total")).executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(toChat), total: Number(total) };
}

export interface ChatMessages {
  readonly messages: readonly SavedMessage[];
  /** How many there are before them; as a place, where the page before this one ends. */
  readonly earlier: number;
}

/** A session with the last of its messages before a place; default: before its end. */
export async function readChat(
  ports: ChatPorts,
  user: User,
  id: string,
  before?: number,
): Promise<ChatSession & ChatMessages> {
  const session = await findChat(ports, user, id);
  const from = await findBeginning(ports, id, PAGE, before);
  let rows = ports.database.query
    .selectFrom("chat_messages")
    .selectAll()
    .where("session_id", "=", id)
    .where("position", ">=", from)
    .orderBy("position")
    .limit(PAGE.messages);
  if (before !== undefined) rows = rows.where("position", "<", before);
  const messages = (await rows.execute()).map(
    ({ role, content, created_at: createdAt, course: kept }) => {
      const course = readTranscript(kept);
      return { role, content, createdAt, ...(course === undefined ? {} : { course }) };
    },
  );
  return { ...session, messages, earlier: from };
}

/** The place of the first message that is within the bounds; places have no gaps, and begin with 0. */
async function findBeginning(
  { database }: ChatPorts,
  id: string,
  { messages, characters, least }: Bounds,
  before?: number,
): Promise<number> {
  let lengths = database.query
    .selectFrom("chat_messages")
    .select(["position", sql<number>`length(content) + coalesce(length(course), 0)`.as("length")])
    .where("session_id", "=", id)
    .orderBy("position", "desc")
    .limit(messages);
  if (before !== undefined) lengths = lengths.where("position", "<", before);
  let total = 0;
  let from = 0;
  for (const [index, { position, length }] of (await lengths.execute()).entries()) {
    total += length;
    if (index >= least && total > characters) break;
    from = position;
  }
  return from;
}

/** What was said last, as a model takes it: as much as any model could want, however long the session is. */
export async function readHistory(
  ports: ChatPorts,
  user: User,
  id: string,
): Promise<readonly ChatMessage[]> {
  await findChat(ports, user, id);
  const from = await findBeginning(ports, id, HISTORY);
  return await ports.database.query
    .selectFrom("chat_messages")
    .select(["role", "content"])
    .where("session_id", "=", id)
    .where("position", ">=", from)
    .orderBy("position")
    .execute();
}

export async function renameChat(
  ports: ChatPorts,
  user: User,
  id: string,
  title: string,
): Promise<ChatSession> {
  await findChat(ports, user, id);
  await ports.database.query
    .updateTable("chat_sessions")
    .set({ title })
    .where("id", "=", id)
    .execute();
  return await findChat(ports, user, id);
}

export async function deleteChat(ports: ChatPorts, user: User, id: string): Promise<void> {
  await findChat(ports, user, id);
  await ports.database.query.deleteFrom("chat_sessions").where("id", "=", id).execute();
}

async function findChat({ database }: ChatPorts, user: User, id: string): Promise<ChatSession> {
  const row = await database.query
    .selectFrom("chat_sessions")
    .selectAll()
    .select(messageCount())
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined)
    throw new SkillError({
      code: chatCodes.notFound,
      severity: "error",
      message: `Session '${id}' not found`,
    });
  if (row.owner_id !== user.id) throw forbidden();
  return toChat(row);
}

function forbidden(): SkillError {
  return new SkillError({
    code: chatCodes.forbidden,
    severity: "error",
    message: "You do not have permission to access this session",
  });
}

/** Places have no gaps, and begin with 0: the last one tells how many there are. */
function messageCount() {
  return sql<number>`coalesce((select max(position) + 1 from chat_messages where session_id = chat_sessions.id), 0)`.as(
    "messages",
  );
}

function toChat(row: {
  readonly id: string;
  readonly owner_id: string;
  readonly messages: number;
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
}): ChatSession {
  return {
    id: row.id,
    ownerId: row.owner_id,
    messageCount: row.messages,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
