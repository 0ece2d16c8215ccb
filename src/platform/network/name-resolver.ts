/**
 * Look-ups of names that strangers choose. `dns.lookup` waits in a thread for a server that never answers, the whole
 * process has two of them, and what waits there cannot be ended: such names would stop all other look-ups.
 */
import { lookup, Resolver } from "node:dns/promises";
import { isIP, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { errorCode } from "../failure.ts";
import { createFairQueue } from "../machine/index.ts";
import { readSystemNames, type SystemNames, systemNameFiles } from "./system-names.ts";

/** All addresses of a name; rejects where it has none. A look-up ends together with its signal. */
export type ResolveName = (name: string, signal?: AbortSignal) => Promise<readonly string[]>;

export interface NameResolver {
  /** Look-ups for one asker, a user or a run; beyond a number of them, the next ones wait. */
  readonly forOwner: (owner: string) => ResolveName;
}

export interface NameResolverOptions {
  /** Servers that are asked, such as `10.0.0.53` or `127.0.0.1:5353`. Default: those of the system. */
  readonly servers?: readonly string[];
  /** Look-ups at one time, of all askers and of one. */
  readonly mostAtOnce?: number;
  readonly mostPerOwner?: number;
  /** Look-ups of one asker that wait; further ones are refused. */
  readonly mostWaiting?: number;
  /** For how long one name is asked for. */
  readonly patienceMs?: number;
  /** What the machine knows of names. Default: its files. */
  readonly readSystem?: () => Promise<SystemNames>;
}

const MOST_AT_ONCE = 64;
const MOST_PER_OWNER = 4;
const MOST_WAITING = 64;
const PATIENCE_MS = 6000;
/** After this time a server is asked again. */
const TRY_MS = 1500;
const TRIES = 2;

export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { mostAtOnce = MOST_AT_ONCE, mostPerOwner = MOST_PER_OWNER } = options;
  const { mostWaiting = MOST_WAITING } = options;
  const places = createFairQueue(mostAtOnce, mostPerOwner);
  const present = new Map<string, number>();
  const leave = (owner: string): void => {
    const left = (present.get(owner) ?? 1) - 1;
    if (left === 0) present.delete(owner);
    else present.set(owner, left);
  };
  return {
    forOwner: (owner) => async (name, signal) => {
      signal?.throwIfAborted();
      const before = present.get(owner) ?? 0;
      if (before >= mostPerOwner + mostWaiting)
        throw nameError("EAI_AGAIN", "too many names are being looked up at once");
      present.set(owner, before + 1);
      try {
        return await places.run(owner, () => findAddresses(name, options, signal), signal);
      } finally {
        leave(owner);
      }
    },
  };
}

/** Whether a text is the address of a server, with or without a port: `10.0.0.53`, `[::1]:5353`. */
export function isNameServer(text: string): boolean {
  const {
    six,
    four,
    port = "53",
  } = /^(?:\[(?<six>[^\]]*)\]|(?<four>[\d.]+))(?::(?<port>\d{1,5}))?$/u.exec(text)?.groups ?? {};
  const isAddress = four === undefined ? isIPv6(six ?? text) : isIPv4(four);
  return isAddress && Number(port) > 0 && Number(port) < 65_536;
}

let shared: NameResolver | undefined;

/** The one resolver of this process: its bounds hold for everything in it together. */
export function sharedNameResolver(): NameResolver {
  return (shared ??= createNameResolver());
}

const underWay = new Map<string, Promise<readonly string[]>>();

/**
 * A name that the operator or the user of this machine has written down: looked up as the system does it, with all
 * that its name service knows. It takes one thread at most, however often it is asked for.
 */
export const resolveConfigured: ResolveName = async (name, signal) => {
  signal?.throwIfAborted();
  const task = underWay.get(name) ?? resolveOnce(name);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    reject(signal?.reason as Error);
  };
  signal?.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([task, over]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
};

function resolveOnce(name: string): Promise<readonly string[]> {
  const task = lookup(name, { all: true })
    .then((found) => found.map(({ address }) => address))
    .finally(() => underWay.delete(name));
  underWay.set(name, task);
  // Whoever waited for it may have left.
  task.catch(() => undefined);
  return task;
}

async function findAddresses(
  name: string,
  options: NameResolverOptions,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const { patienceMs = PATIENCE_MS } = options;
  const readSystem = options.readSystem ?? (() => readSystemNames(systemNameFiles()));
  const system = await readSystem();
  const known = knownAddresses(name, system);
  if (known !== undefined) return known;
  const late = AbortSignal.timeout(patienceMs);
  const end = signal === undefined ? late : AbortSignal.any([signal, late]);
  let isCertain = true;
  for (const candidate of candidatesFor(name, system)) {
    const answer = await queryBoth(candidate, options.servers, end);
    signal?.throwIfAborted();
    if (answer.addresses.length > 0) return inUsableOrder(answer.addresses);
    isCertain &&= answer.isCertain;
    if (late.aborted) break;
  }
  throw isCertain
    ? nameError("ENOTFOUND", `the name \`${name}\` is unknown`)
    : nameError("EAI_AGAIN", `no name server answers for \`${name}\``);
}

/** The names of this machine itself never go over the network. */
function knownAddresses(name: string, { hosts }: SystemNames): readonly string[] | undefined {
  const plain = name.toLowerCase();
  const written = hosts.get(plain)?.filter((address) => isIP(address) !== 0);
  if (written !== undefined && written.length > 0) return [...new Set(written)];
  return /(?:^|\.)localhost$/u.test(plain) ? ["127.0.0.1", "::1"] : undefined;
}

function candidatesFor(name: string, { search, dots }: SystemNames): readonly string[] {
  const completed = search.map((domain) => `${name}.${domain}`);
  const isWhole = name.split(".").length - 1 >= dots;
  return isWhole ? [name, ...completed] : [...completed, name];
}

interface NameAnswer {
  readonly addresses: readonly string[];
  /** A server has said so; else none has answered. */
  readonly isCertain: boolean;
}

const DENIALS: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** One resolver for each question: what is cancelled is everything that a resolver has been asked. */
async function queryBoth(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<NameAnswer> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers !== undefined && servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => {
    resolver.cancel();
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const asked = [resolver.resolve4(name), resolver.resolve6(name)];
    if (signal.aborted) cancel();
    const answers = await Promise.allSettled(asked);
    return {
      addresses: answers.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
      isCertain: answers.every(
        (one) => one.status === "fulfilled" || DENIALS.has(errorCode(one.reason)),
      ),
    };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** The first one is an address that this machine has a way to. */
function inUsableOrder(found: readonly string[]): readonly string[] {
  const families = new Set(
    Object.values(networkInterfaces())
      .flatMap((cards) => cards ?? [])
      .flatMap(({ family, internal }) => (internal ? [] : [family])),
  );
  const first = families.has("IPv6") && !families.has("IPv4") ? 6 : 4;
  return found.toSorted((a, b) => Number(isIP(b) === first) - Number(isIP(a) === first));
}

function nameError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
