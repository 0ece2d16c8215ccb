/** The second step of a login: codes of an app, and codes on paper for when it is lost. */
import { Secret, TOTP } from "otpauth";
import { failure, computeSha256 } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import { secretContext } from "../data/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";

const SECONDS = 30;
const DIGITS = /^\d{6}$/u;
/** Steps before and after the present one whose codes are taken: clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Characters of a recovery code, in two halves. */
const HALF = 8;

/** What an app needs to show codes, as it is typed in and as it is scanned. */
export interface NewAuthenticator {
  readonly secret: string;
  readonly uri: string;
}

/** Begins to set an app up; it does not count until `confirmAuthenticator` was given one of its codes. */
export async function beginAuthenticator(
  { database, clock, cipher }: AccountPorts,
  user: User,
): Promise<NewAuthenticator> {
  const id = newId();
  const secret = new Secret({ size: 20 });
  await database.query.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("authenticators")
      .where("user_id", "=", user.id)
      .where("confirmed_at", "is", null)
      .execute();
    const added = await transaction
      .insertInto("authenticators")
      .values({
        id,
        user_id: user.id,
        secret: cipher.encrypt(secret.base32, secretContext("authenticators", id)),
        last_step: 0,
        created_at: timestampAt(clock),
        confirmed_at: null,
      })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0)
      throw failure(accountCodes.conflict, "Codes of an app are asked for already.", {
        hint: "Remove them first, to set up another app.",
      });
  });
  return { secret: secret.base32, uri: createTotp(secret.base32, user.email).toString() };
}

/** From now on logins need a code. Gives codes for when the app is lost, which are shown only now. */
export async function confirmAuthenticator(
  ports: AccountPorts,
  user: User,
  code: string,
): Promise<readonly string[]> {
  const row = await findAuthenticator(ports, user, false);
  if (row === undefined)
    throw failure(accountCodes.conflict, "No app waits for its first code.", {
      hint: "Begin to set one up.",
    });
  if (!(await useCode(ports, row, code))) throw wrongCode();
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await ports.database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("authenticators")
      .set({ confirmed_at: timestampAt(ports.clock) })
      .where("id", "=", row.id)
      .execute();
    await transaction.deleteFrom("recovery_codes").where("user_id", "=", user.id).execute();
    await transaction
      .insertInto("recovery_codes")
      .values(codes.map((one) => ({ user_id: user.id, code_hash: computeSha256(plain(one)) })))
      .execute();
  });
  return codes;
}

/** What is asked for besides the password. */
export interface AuthenticatorState {
  readonly createdAt: string;
  readonly recoveryCodes: number;
}

export async function readAuthenticator(
  ports: AccountPorts,
  user: User,
): Promise<AuthenticatorState | undefined> {
  const row = await findAuthenticator(ports, user, true);
  if (row === undefined) return undefined;
  const { total } = await ports.database.query
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  return { createdAt: row.created_at, recoveryCodes: Number(total) };
}

/** Logins need the password alone again. */
export async function removeAuthenticator(
  { database }: Pick<AccountPorts, "database">,
  userId: string,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("authenticators").where("user_id", "=", userId).execute();
    await transaction.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  });
}

/** Refuses a login without the second step, where the account has one. */
export async function checkSecondStep(
  ports: AccountPorts,
  user: User,
  code: string | undefined,
): Promise<void> {
  const row = await findAuthenticator(ports, user, true);
  if (row === undefined) return;
  if (code === undefined || code === "")
    throw failure(accountCodes.codeNeeded, "Enter the code that your app shows.", {
      path: ["code"],
    });
  if (await useCode(ports, row, code)) return;
  const { numDeletedRows } = await ports.database.query
    .deleteFrom("recovery_codes")
    .where("user_id", "=", user.id)
    .where("code_hash", "=", computeSha256(plain(code)))
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw wrongCode();
}

type AuthenticatorRow = NonNullable<Awaited<ReturnType<typeof findAuthenticator>>>;

async function findAuthenticator(
  { database }: Pick<AccountPorts, "database">,
  user: User,
  isConfirmed: boolean,
) {
  return await database.query
    .selectFrom("authenticators")
    .selectAll()
    .where("user_id", "=", user.id)
    .where("confirmed_at", isConfirmed ? "is not" : "is", null)
    .executeTakeFirst();
}

/** Whether the app shows the code about now, and it was not used yet. */
async function useCode(
  { database, clock, cipher }: AccountPorts,
  { id, secret }: AuthenticatorRow,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(" ", "");
  if (!DIGITS.test(code)) return false;
  const now = clock.now();
  const totp = createTotp(cipher.decrypt(secret, secretContext("authenticators", id)));
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / SECONDS) + delta;
  const { numUpdatedRows } = await database.query
    .updateTable("authenticators")
    .set({ last_step: step })
    .where("id", "=", id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

function createTotp(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: "Skillwright",
    label,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: SECONDS,
  });
}

function newRecoveryCode(): string {
  const letters = newSecret()
    .toLowerCase()
    .replaceAll(/[^a-z\d]/gu, "")
    .slice(0, 2 * HALF);
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}

function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z\d]/gu, "");
}

function wrongCode(): Error {
  return failure(accountCodes.wrongCode, "That code is not right, or was used already.", {
    path: ["code"],
  });
}
