import { computeSha256 } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import {
  type DeviceLogins,
  type DeviceRequest,
  marketCodes,
  marketRefusal,
  type Viewer,
} from "../../registry/contract/index.ts";
import { makeApiToken, timestampAt } from "../accounts/index.ts";
import type { MarketPorts } from "./ports.ts";

const SECONDS = 900;
const INTERVAL_SECONDS = 5;
const TOKEN_DAYS = 365;
const MOST_OPEN = 10_000;
/** No vowels, so that no words come of it, and nothing that looks like something else. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;

/** What a device may be given; whatever else it asks for is left out. */
export const SCOPES: ReadonlySet<string> = new Set([
  "registry:read",
  "registry:write",
  "skills:read",
  "skills:write",
]);

export function deviceLogins(ports: MarketPorts): DeviceLogins {
  return {
    begin: (request) => begin(ports, request),
    read: (viewer, userCode) => read(ports, viewer, userCode),
    answer: (viewer, userCode, isApproved) => answer(ports, viewer, userCode, isApproved),
    poll: (deviceCode) => poll(ports, deviceCode),
  };
}

type Begun = Awaited<ReturnType<DeviceLogins["begin"]>>;
type Polled = Awaited<ReturnType<DeviceLogins["poll"]>>;

async function begin(
  { database: { query }, clock }: MarketPorts,
  { scopes, label = "device", address = "" }: Parameters<DeviceLogins["begin"]>[0],
): Promise<Begun> {
  const { count } = await query
    .selectFrom("device_logins")
    .select((select) => select.fn.countAll().as("count"))
    .where("expires_at", ">", timestampAt(clock))
    // What a person has answered, or let in by a code, is no longer open.
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  // Anybody may begin one, so there is an end to how many.
  if (Number(count) >= MOST_OPEN)
    throw marketRefusal(marketCodes.tooLarge, "Too many logins are open.", {
      hint: "Try again in a quarter of an hour.",
    });
  const deviceCode = newSecret();
  const userCode = newUserCode();
  const allowed = scopes.filter((scope) => SCOPES.has(scope));
  await query
    .insertInto("device_logins")
    .values({
      id: newId(),
      device_hash: hashOf(deviceCode),
      user_code: userCode.replace("-", ""),
      scopes: (allowed.length === 0 ? ["registry:read"] : allowed).join(" "),
      // Control characters could make the page say something else than what is stored.
      label: label.replaceAll(/\p{C}/gu, "").slice(0, 100),
      address,
      state: "pending",
      user_id: null,
      polled_at: null,
      created_at: timestampAt(clock),
      expires_at: timestampAt(clock, SECONDS * 1000),
    })
    .execute();
  return {
    deviceCode,
    userCode,
    expiresInSeconds: SECONDS,
    intervalSeconds: INTERVAL_SECONDS,
  };
}

/** Codes that a browser brings on stand in the same table, and are hashed behind another word: neither passes for the other. */
function hashOf(deviceCode: string): string {
  return computeSha256(`device ${deviceCode}`);
}

function newUserCode(): string {
  const digits = BigInt(`0x${computeSha256(newSecret())}`);
  const letters = Array.from({ length: CODE_LENGTH }, (_, index) => {
    const digit = (digits / BigInt(LETTERS.length) ** BigInt(index)) % BigInt(LETTERS.length);
    return LETTERS[Number(digit)] ?? "";
  });
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** Only a person in a session: a token must not make further tokens. */
export function requirePerson({ userId, scopes }: Viewer): string {
  if (userId === undefined) throw marketRefusal(marketCodes.loginNeeded, "Log in first.");
  if (scopes !== undefined)
    throw marketRefusal(marketCodes.forbidden, "Only a person may let a device in, not a token.");
  return userId;
}

function normalizeCode(userCode: string): string {
  return userCode.toUpperCase().replaceAll(/[^A-Z]/gu, "");
}

function unknownCode(userCode: string): Error {
  return marketRefusal(
    marketCodes.notFound,
    `No program waits with the code \`${userCode}\`. Compare it with the one that the program shows.`,
    { path: ["user_code"] },
  );
}

async function read(
  { database: { query }, clock, charge }: MarketPorts,
  viewer: Viewer,
  userCode: string,
): Promise<DeviceRequest> {
  requirePerson(viewer);
  // Codes are short, and can be guessed by whoever may try without end.
  await charge?.("registry-change", viewer);
  const row = await query
    .selectFrom("device_logins")
    .selectAll()
    .where("user_code", "=", normalizeCode(userCode))
    .where("state", "=", "pending")
    .where("expires_at", ">", timestampAt(clock))
    .executeTakeFirst();
  if (row === undefined) throw unknownCode(userCode);
  return {
    userCode: `${row.user_code.slice(0, 4)}-${row.user_code.slice(4)}`,
    label: row.label,
    ...(row.address === "" ? {} : { address: row.address }),
    scopes: row.scopes.split(" "),
    tokenDays: TOKEN_DAYS,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

async function answer(
  { database: { query }, clock, charge }: MarketPorts,
  viewer: Viewer,
  userCode: string,
  isApproved: boolean,
): Promise<void> {
  const userId = requirePerson(viewer);
  await charge?.("registry-change", viewer);
  const claimed = await query
    .updateTable("device_logins")
    .set({ user_id: userId })
    .where("user_code", "=", normalizeCode(userCode))
    .where("state", "=", "pending")
    .where("expires_at", ">", timestampAt(clock))
    .returning("id")
    .executeTakeFirst();
  if (claimed === undefined) throw unknownCode(userCode);
  await settle(query, viewer, claimed.id, isApproved ? "approved" : "denied");
}

/**
 * Answers for a person who is still in the session. The row bears their name already, and whatever ends the session
 * removes it: an answer that comes at the same moment finds nothing to change.
 */
export async function settle(
  query: MarketPorts["database"]["query"],
  viewer: Viewer,
  id: string,
  state: "approved" | "denied",
): Promise<void> {
  await viewer.confirm?.();
  const { numUpdatedRows } = await query
    .updateTable("device_logins")
    .set({ state })
    .where("id", "=", id)
    .where("user_id", "=", requirePerson(viewer))
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    throw marketRefusal(marketCodes.loginNeeded, "Your session has ended. Log in, and try again.");
}

async function poll(ports: MarketPorts, deviceCode: string): Promise<Polled> {
  const {
    database: { query },
    clock,
  } = ports;
  const row = await query
    .selectFrom("device_logins")
    .selectAll()
    .where("device_hash", "=", hashOf(deviceCode))
    .executeTakeFirst();
  const now = timestampAt(clock);
  if (row === undefined || row.state === "used" || row.expires_at <= now)
    return { kind: "expired" };
  if (row.state === "denied") return { kind: "denied" };
  if (row.state === "pending") {
    const isTooSoon =
      row.polled_at !== null && row.polled_at > timestampAt(clock, -(INTERVAL_SECONDS - 1) * 1000);
    await query
      .updateTable("device_logins")
      .set({ polled_at: now })
      .where("id", "=", row.id)
      .execute();
    return { kind: isTooSoon ? "slow-down" : "pending" };
  }
  const { user_id: userId } = row;
  if (userId === null) return { kind: "expired" };
  const scopes = row.scopes.split(" ");
  const made = await query.transaction().execute(async (transaction) => {
    // Of two that ask at once only one gets a token, and none where the permission was taken back.
    const { numUpdatedRows } = await transaction
      .updateTable("device_logins")
      .set({ state: "used" })
      .where("id", "=", row.id)
      .where("state", "=", "approved")
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return undefined;
    const wanted = { name: row.label, scopes, days: TOKEN_DAYS };
    return await makeApiToken(transaction, clock, { id: userId }, wanted);
  });
  return made === undefined ? { kind: "expired" } : { kind: "approved", token: made.token, scopes };
}
