import { computeSha256 } from "../../platform/index.ts";
import { newSecret } from "../../platform/machine/index.ts";
import { type AccountPorts, timestampAt } from "./ports.ts";

type Data = Pick<AccountPorts, "database" | "clock">;

/** What a word is good for. */
export type WordKind = "confirm-address" | "reset-password" | "passkey" | "sign-on" | "let-in";

export interface NewPhrase {
  readonly kind: WordKind;
  readonly userId?: string;
  /** What is to be known when the word comes back. */
  readonly value?: string;
  readonly minutes: number;
}

/** Words of one user at a time; the one that ends first makes room. */
const MOST_WORDS = 20;

/** Makes a word that is good once; it stands in the database as a digest alone. */
export async function createPhrase(
  { database, clock }: Data,
  { kind, userId, value = "", minutes }: NewPhrase,
): Promise<string> {
  const word = newSecret();
  await database.query.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("account_words")
      .values({
        word_hash: computeSha256(word),
        kind,
        user_id: userId ?? null,
        value,
        expires_at: timestampAt(clock, minutes * 60_000),
      })
      .execute();
    if (userId === undefined) return;
    await transaction
      .deleteFrom("account_words")
      .where("word_hash", "in", (words) =>
        words
          .selectFrom("account_words")
          .select("word_hash")
          .where("user_id", "=", userId)
          .orderBy("expires_at", "desc")
          .limit(1000)
          .offset(MOST_WORDS),
      )
      .execute();
  });
  return word;
}

interface FoundPhrase {
  readonly userId?: string;
  readonly value: string;
}

/** What a word is good for, without spending it. */
export async function findPhrase(
  { database, clock }: Data,
  kind: WordKind,
  word: string,
): Promise<FoundPhrase | undefined> {
  const row = await database.query
    .selectFrom("account_words")
    .select(["user_id", "value", "expires_at"])
    .where("word_hash", "=", computeSha256(word))
    .where("kind", "=", kind)
    .executeTakeFirst();
  return toFound(clock, row);
}

/** Spends a word; undefined where it is not good for that, or no longer. */
export async function consumePhrase(
  { database, clock }: Data,
  kind: WordKind,
  word: string,
): Promise<FoundPhrase | undefined> {
  const row = await database.query
    .deleteFrom("account_words")
    .where("word_hash", "=", computeSha256(word))
    .where("kind", "=", kind)
    .returning(["user_id", "value", "expires_at"])
    .executeTakeFirst();
  return toFound(clock, row);
}

function toFound(
  clock: Data["clock"],
  row:
    | { readonly user_id: string | null; readonly value: string; readonly expires_at: string }
    | undefined,
): FoundPhrase | undefined {
  if (row === undefined || row.expires_at <= timestampAt(clock)) return undefined;
  return { value: row.value, ...(row.user_id === null ? {} : { userId: row.user_id }) };
}

/** Spends all words of a user that are good for something. */
export async function dropWords(
  { database }: Pick<Data, "database">,
  kind: WordKind,
  userId: string,
): Promise<void> {
  await database.query
    .deleteFrom("account_words")
    .where("kind", "=", kind)
    .where("user_id", "=", userId)
    .execute();
}

/** Removes words that have run out. */
export async function deleteExpiredWords({ database, clock }: Data): Promise<void> {
  await database.query
    .deleteFrom("account_words")
    .where("expires_at", "<=", timestampAt(clock))
    .execute();
}
