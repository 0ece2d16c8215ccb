/** Logins with a passkey: a browser proves that it holds a key, after it has asked its user. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoCBOR } from "@simplewebauthn/server/helpers";
import type { Insertable } from "kysely";
import { failure } from "../../platform/index.ts";
import type { Tables } from "../data/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";
import { disabled, findUser } from "./users.ts";
import { createPhrase, consumePhrase } from "./words.ts";

const MINUTES = 5;
const MOST_PASSKEYS = 20;
/** Ed25519, ES256 and RS256, by their numbers in COSE: every Node has them. */
const ALGORITHMS = [-8, -7, -257];
/** How a browser reaches what holds a key, as the standard names it. */
const TRANSPORTS: ReadonlySet<unknown> = new Set(
  "ble cable hybrid internal nfc smart-card usb".split(" "),
);
/** Of base64: several times of what browsers send. */
const LONGEST_STATEMENT = 16 * 1024;
/** Bytes of a key of any of the algorithms, and a half more. */
const LONGEST_KEY = 1024;
/** What a challenge was made for, before the login. */
const LOGIN = "login";

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** The name of the host for which it is good. */
  readonly site: string;
  readonly createdAt: string;
  readonly usedAt?: string;
}

/** What a browser is asked, and what it answers, as browsers write it. */
export type PasskeyQuestion = object;
export type PasskeyAnswer = Readonly<Record<string, unknown>>;

export async function listPasskeys(
  { database }: Pick<AccountPorts, "database">,
  user: User,
): Promise<readonly Passkey[]> {
  const rows = await database.query
    .selectFrom("passkeys")
    .select(["id", "name", "site", "created_at", "used_at"])
    .where("user_id", "=", user.id)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id, name, site, created_at: createdAt, used_at: usedAt }) => ({
    id,
    name,
    site,
    createdAt,
    ...(usedAt === null ? {} : { usedAt }),
  }));
}

/** Asks the browser of a page at this origin for a new key. */
export async function beginPasskey(
  ports: AccountPorts,
  user: User,
  origin: string,
): Promise<PasskeyQuestion> {
  const known = await ports.database.query
    .selectFrom("passkeys")
    .select(["id", "transports"])
    .where("user_id", "=", user.id)
    .execute();
  if (known.length >= MOST_PASSKEYS) throw tooMany();
  return await generateRegistrationOptions({
    rpName: "Skillwright",
    rpID: toSite(origin),
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    challenge: await newChallenge(ports, user.id),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: split(transports) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Takes the key that the browser has made. */
export async function addPasskey(
  ports: AccountPorts,
  user: User,
  {
    origin,
    name,
    answer,
  }: { readonly origin: string; readonly name: string; readonly answer: PasskeyAnswer },
): Promise<Passkey> {
  const site = toSite(origin);
  const { registrationInfo: made } = await verifying(() =>
    verifyRegistrationResponse({
      // What does not have this shape is refused.
      response: withoutMaker(answer) as unknown as RegistrationResponseJSON,
      expectedChallenge: (given) => isExpectedChallenge(ports, given, user.id),
      expectedOrigin: origin,
      expectedRPID: site,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  if (made === undefined) throw refused();
  const { id, publicKey, counter, transports } = made.credential;
  if (publicKey.length > LONGEST_KEY) throw refused();
  const createdAt = timestampAt(ports.clock);
  await insertPasskey(ports, {
    id,
    user_id: user.id,
    name,
    site,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: knownIn(transports).join(","),
    created_at: createdAt,
    used_at: null,
  });
  return { id, name, site, createdAt };
}

async function insertPasskey(
  { database }: AccountPorts,
  row: Insertable<Tables["passkeys"]>,
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    // Holds the account: many questions can be open, and each key counts those before it.
    await transaction
      .updateTable("users")
      .set((set) => ({ role: set.ref("role") }))
      .where("id", "=", row.user_id)
      .execute();
    const { total } = await transaction
      .selectFrom("passkeys")
      .select((select) => select.fn.countAll<number | string>().as("total"))
      .where("user_id", "=", row.user_id)
      .executeTakeFirstOrThrow();
    if (Number(total) >= MOST_PASSKEYS) throw tooMany();
    const added = await transaction
      .insertInto("passkeys")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0)
      throw failure(accountCodes.conflict, "That passkey is there already.");
  });
}

function tooMany(): Error {
  return failure(accountCodes.conflict, `An account has ${MOST_PASSKEYS} passkeys at most.`);
}

export async function removePasskey(
  { database }: Pick<AccountPorts, "database">,
  user: User,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await database.query
    .deleteFrom("passkeys")
    .where("user_id", "=", user.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw failure(accountCodes.notFound, `No passkey \`${id}\`.`);
}

/** Asks the browser for any key that it has for this site. */
export async function beginPasskeyLogin(
  ports: AccountPorts,
  origin: string,
): Promise<PasskeyQuestion> {
  return await generateAuthenticationOptions({
    rpID: toSite(origin),
    challenge: await newChallenge(ports),
    userVerification: "required",
  });
}

/** The user of the key with which a browser has answered. */
export async function checkPasskey(
  ports: AccountPorts,
  origin: string,
  answer: PasskeyAnswer,
): Promise<User> {
  const { database, clock } = ports;
  const { id } = answer;
  if (typeof id !== "string") throw refused();
  const row = await database.query
    .selectFrom("passkeys")
    .selectAll()
    .where("id", "=", id)
    .where("site", "=", toSite(origin))
    .executeTakeFirst();
  if (row === undefined) throw refused();
  const { verified, authenticationInfo } = await verifying(() =>
    verifyAuthenticationResponse({
      // What does not have this shape is refused.
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: (given) => isExpectedChallenge(ports, given),
      expectedOrigin: origin,
      expectedRPID: row.site,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
        counter: row.counter,
        transports: split(row.transports),
      },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw refused();
  await database.query
    .updateTable("passkeys")
    .set({ counter: authenticationInfo.newCounter, used_at: timestampAt(clock) })
    .where("id", "=", row.id)
    .execute();
  const user = await findUser(ports, row.user_id);
  if (user === undefined) throw refused();
  if (!user.isActive) throw disabled();
  return user;
}

/** The word is the challenge itself, as the browser signs it. */
async function newChallenge(
  ports: AccountPorts,
  userId?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const word = await createPhrase(ports, {
    kind: "passkey",
    minutes: MINUTES,
    value: userId ?? LOGIN,
    ...(userId === undefined ? {} : { userId }),
  });
  return new Uint8Array(Buffer.from(word, "base64url"));
}

async function isExpectedChallenge(
  ports: AccountPorts,
  challenge: string,
  userId?: string,
): Promise<boolean> {
  const word = await consumePhrase(ports, "passkey", challenge);
  return word !== undefined && word.value === (userId ?? LOGIN);
}

/** A key is bound to a name; browsers make none for bare addresses. */
function toSite(origin: string): string {
  return new URL(origin).hostname;
}

/**
 * The same answer without the word of whoever made the device. Nobody asks for it, and to check it the library would
 * follow addresses that stand in certificates, which a stranger can write.
 */
function withoutMaker(answer: PasskeyAnswer): PasskeyAnswer {
  const { response } = answer;
  const { attestationObject: written } = (response ?? {}) as {
    readonly attestationObject?: unknown;
  };
  if (typeof written !== "string" || written.length > LONGEST_STATEMENT) throw refused();
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(written, "base64url"))).get(
    "authData",
  );
  const bare = isoCBOR.encode(
    new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  );
  const attestationObject = Buffer.from(bare).toString("base64url");
  return { ...answer, response: { ...(response as object), attestationObject } };
}

/** What a browser tells of them is a stranger's word. */
function knownIn(transports: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(transports) ? transports : [];
  return [...TRANSPORTS].filter((one) => all.includes(one)).map(String);
}

function split(transports: string): string[] {
  return transports === "" ? [] : transports.split(",");
}

/** The library throws at whatever does not fit. */
async function verifying<T>(judge: () => Promise<T>): Promise<T> {
  try {
    return await judge();
  } catch (error) {
    throw refused(error);
  }
}

function refused(cause?: unknown): Error {
  return failure(accountCodes.wrongPasskey, "That passkey is not known here.", { cause });
}
