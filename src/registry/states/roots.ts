/** Registries that are trusted as a whole: by their keys, among all others that a user trusts. */
import type { TrustedKey, TrustedKeys } from "../sign/trust.ts";
import {
  formatNoteKey,
  parseStatement,
  parseNoteKey,
  type RootChain,
  type Statement,
} from "../transparency/index.ts";

const PREFIX = "registry:";

/** The id under which the root of a registry is trusted. */
export function rootKeyId(log: string): string {
  return `${PREFIX}${log}`;
}

/** The trusted root of the registry at an address. */
export function rootFor(trust: TrustedKeys, address: string): TrustedKey | undefined {
  return [...trust.values()].find(
    ({ keyId, publisher }) => keyId.startsWith(PREFIX) && publisher === address,
  );
}

/** Statements that were opened by the keys of a chain: the same ones are asked about again as a skill is installed. */
const opened = new WeakMap<RootChain, Map<string, Statement | undefined>>();

/** What a statement says at its place in the log; undefined where none of the keys signed it there. */
export function openOnce(note: string, chain: RootChain, index: number): Statement | undefined {
  const known = opened.get(chain) ?? new Map<string, Statement | undefined>();
  opened.set(chain, known);
  const key = `${index} ${note}`;
  if (!known.has(key)) known.set(key, parseStatement(note, chain, index));
  return known.get(key);
}

/** What a registry has proved of its keys while the program runs; what is trusted was read before that. */
const learned = new WeakMap<TrustedKeys, Map<string, RootChain>>();

/** Whether a trusted root is the key of a registry, or led to it; remembers the keys that did. */
export function followRoot(trust: TrustedKeys, address: string, chain: RootChain): boolean {
  const root = rootFor(trust, address);
  if (root === undefined) return true;
  const keys = [...chain.former.map(({ key }) => key), chain.current].map(formatNoteKey);
  if (!keys.includes(root.publicKey)) return false;
  const known = learned.get(trust) ?? new Map<string, RootChain>();
  learned.set(trust, known.set(address, chain));
  return true;
}

/** A root with the keys that it has by now, as it is to be trusted; undefined where nothing has changed. */
export function renewedRoot(trust: TrustedKeys, address: string): TrustedKey | undefined {
  const [root, chain] = [rootFor(trust, address), learned.get(trust)?.get(address)];
  if (root === undefined || chain === undefined) return undefined;
  const publicKey = formatNoteKey(chain.current);
  return publicKey === root.publicKey ? undefined : withChain(root, chain);
}

/** A root with all keys that led to it. */
export function withChain(root: TrustedKey, { current, former }: RootChain): TrustedKey {
  const publicKey = formatNoteKey(current);
  const before = former.map(({ key, until }) => `${formatNoteKey(key)} ${until}`);
  return { ...root, publicKey, ...(before.length === 0 ? {} : { former: before }) };
}

function toRootChain({ publicKey, former = [] }: TrustedKey): RootChain | undefined {
  const current = parseNoteKey(publicKey);
  if (current === undefined) return undefined;
  return {
    current,
    former: former.flatMap((line) => {
      const [text = "", until = ""] = line.split(" ");
      const key = parseNoteKey(text);
      return key === undefined ? [] : [{ key, until: Number(until) }];
    }),
  };
}

/**
 * What a trusted registry states of what came from it; undefined where its root has not signed it. What another server
 * hands on does not count, though the signature is good: it may be from before a takedown.
 */
export function openTrusted(
  { note, index }: { readonly note: string; readonly index: number },
  trust: TrustedKeys,
  address: string,
): Statement | undefined {
  const root = rootFor(trust, address);
  const chain = root && (learned.get(trust)?.get(address) ?? toRootChain(root));
  return chain === undefined ? undefined : openOnce(note, chain, index);
}
