import type * as nodeCrypto from "node:crypto";
import { normalizeText } from "../../skill/model/index.ts";

function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule("node:crypto");
}

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What OWASP asks of scrypt: 128 MiB for each guess. */
const COST: HashCost = { N: 131_072, r: 8, p: 1 };
const LENGTH = 32;
/** The threads of Node are four, and files and names need some too; each hash holds 128 MiB. */
const AT_ONCE = 2;
const MOST_WAITING = 64;

export interface PasswordHasher {
  /** A password as it may be stored: `scrypt$N$r$p$salt$hash`. */
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time whether the password is right or wrong, and where nothing is stored. */
  readonly verify: (password: string, stored: string | undefined) => Promise<PasswordVerdict>;
}

export interface PasswordVerdict {
  readonly isRight: boolean;
  /** It was stored at another cost than today's. */
  readonly isOutdated: boolean;
}

/** So many passwords wait to be computed that another one is refused. */
export class HasherBusyError extends Error {
  constructor() {
    super("Too many passwords are being checked.");
    this.name = "HasherBusyError";
  }
}

export interface PasswordHasherOptions {
  /** For tests inside the same process; a server always has today's. */
  readonly cost?: HashCost;
  readonly mostWaiting?: number;
}

/** Bounds how many are computed at once, so that logins cannot take all memory. One for each process. */
export function createPasswordHasher({
  cost = COST,
  mostWaiting = MOST_WAITING,
}: PasswordHasherOptions = {}): PasswordHasher {
  const inSlot = createSlots(AT_ONCE, mostWaiting);
  const derive = (password: string, salt: Uint8Array, at: HashCost): Promise<Buffer> =>
    inSlot(() => deriveKey(password, salt, at));
  return {
    hash: async (password) => {
      const salt = crypto().randomBytes(16);
      const hash = await derive(password, salt, cost);
      const { N, r, p } = cost;
      return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
    },
    verify: async (password, stored) => {
      const parsed = stored === undefined ? undefined : parseStored(stored);
      const isOutdated = parsed === undefined || !isSameCost(parsed.cost, cost);
      const isRight =
        parsed !== undefined &&
        isSame(await derive(password, parsed.salt, parsed.cost), parsed.hash);
      // One that is right is stored anew, which takes this time as well.
      if (isOutdated && !isRight) await derive(password, new Uint8Array(16), cost);
      return { isRight, isOutdated };
    },
  };
}

interface StoredPassword {
  readonly cost: HashCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

function parseStored(stored: string): StoredPassword | undefined {
  const [scheme, N, r, p, salt = "", hash = ""] = stored.split("$");
  if (scheme !== "scrypt") return undefined;
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

function isSameCost(left: HashCost, right: HashCost): boolean {
  return left.N === right.N && left.r === right.r && left.p === right.p;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && crypto().timingSafeEqual(left, right);
}

/** In a thread of Node's pool, so that the server goes on answering. */
function deriveKey(password: string, salt: Uint8Array, cost: HashCost): Promise<Buffer> {
  // Equal to a person should be equal here, however the keyboard composes its letters.
  const normal = normalizeText(password, "NFKC");
  // Node refuses more than 32 MiB unless it is told to; scrypt needs 128 bytes times N and r, and a little.
  const maxmem = 160 * cost.N * cost.r + 1_000_000;
  return new Promise((settle, fail) => {
    crypto().scrypt(normal, salt, LENGTH, { ...cost, maxmem }, (error, key) => {
      if (error === null) settle(key);
      else fail(error);
    });
  });
}

type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

function createSlots(atOnce: number, mostWaiting: number): InSlot {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken < atOnce) taken += 1;
    else if (waiting.length >= mostWaiting) throw new HasherBusyError();
    // A finished job hands its place over, so that no other job takes it in between.
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    }
  };
}
