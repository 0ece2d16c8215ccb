/** The tree of RFC 6962, of which only whole subtrees are kept: everything else follows from them. */
import { computeSha256 } from "../../platform/index.ts";

/** 32 bytes. */
export type Hash = Uint8Array;

/** A subtree that is whole: its leaves are from `index * 2^level` on, `2^level` of them. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

export interface StoredNode extends TreeNode {
  readonly hash: Hash;
}

/** Leaves from the first to the one before the last. */
interface LeafRange {
  readonly from: number;
  readonly to: number;
}

function digest(...parts: readonly Uint8Array[]): Hash {
  return Buffer.from(computeSha256(Buffer.concat(parts)), "hex");
}

export function hashLeaf(entry: Uint8Array): Hash {
  return digest(Uint8Array.of(0), entry);
}

function hashChildren(left: Hash, right: Hash): Hash {
  return digest(Uint8Array.of(1), left, right);
}

const EMPTY_ROOT: Hash = Buffer.from(
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "hex",
);

/** The greatest power of two below a number. */
function splitPoint(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** The whole subtrees from left to right of which a range consists; it begins where one of its size may. */
function listSubtrees({ from, to }: LeafRange): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  let start = from;
  for (
    let size = splitPoint(to - from + 1), level = Math.log2(size);
    level >= 0;
    size /= 2, level -= 1
  )
    if (to - start >= size) {
      nodes.push({ level, index: start / size });
      start += size;
    }
  return nodes;
}

export function joinHashes(hashes: readonly Hash[]): Hash {
  const [last, ...others] = hashes.toReversed();
  if (last === undefined) return EMPTY_ROOT;
  return others.reduce((right, left) => hashChildren(left, right), last);
}

/** Adds leaves to a tree, given the hashes of its frontier; gives every subtree that became whole. */
export function appendLeaves(
  size: number,
  frontier: readonly Hash[],
  leaves: readonly Hash[],
): { readonly frontier: readonly Hash[]; readonly nodes: readonly StoredNode[] } {
  const edge = [...frontier];
  const nodes: StoredNode[] = [];
  for (const [offset, leaf] of leaves.entries()) {
    let [hash, index] = [leaf, size + offset];
    nodes.push({ level: 0, index, hash });
    for (let level = 1; index % 2 === 1; level += 1) {
      const left = edge.pop();
      if (left === undefined) throw new Error("The frontier does not belong to the size.");
      hash = hashChildren(left, hash);
      index = (index - 1) / 2;
      nodes.push({ level, index, hash });
    }
    edge.push(hash);
  }
  return { frontier: edge, nodes };
}

/** Reads the hashes of whole subtrees, in the order in which they are asked for. */
export type ReadNodes = (nodes: readonly TreeNode[]) => Promise<readonly Hash[]>;

async function hashRanges(ranges: readonly LeafRange[], read: ReadNodes): Promise<readonly Hash[]> {
  const lists = ranges.map(listSubtrees);
  const hashes = await read(lists.flat());
  let at = 0;
  return lists.map((nodes) => joinHashes(hashes.slice(at, (at += nodes.length))));
}

/** The hashes that lead from a leaf to the root of a tree of this size. */
export async function proveInclusion(
  index: number,
  size: number,
  read: ReadNodes,
): Promise<readonly Hash[]> {
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitPoint(to - from);
    const isLeft = index < middle;
    ranges.unshift(isLeft ? { from: middle, to } : { from, to: middle });
    if (isLeft) to = middle;
    else from = middle;
  }
  return await hashRanges(ranges, read);
}

/** The hashes that show of a smaller tree that the greater one only added to it. */
export async function proveConsistency(
  before: number,
  size: number,
  read: ReadNodes,
): Promise<readonly Hash[]> {
  if (before === 0 || before === size) return [];
  const ranges: LeafRange[] = [];
  let [from, to, isWhole] = [0, size, true];
  while (before !== to) {
    const middle = from + splitPoint(to - from);
    const isLeft = before <= middle;
    ranges.unshift(isLeft ? { from: middle, to } : { from, to: middle });
    if (isLeft) to = middle;
    else [from, isWhole] = [middle, false];
  }
  if (!isWhole) ranges.unshift({ from, to });
  return await hashRanges(ranges, read);
}

function isSame(one: Hash, other: Hash): boolean {
  return Buffer.compare(one, other) === 0;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

/** Whether a leaf stands at a place of the tree with this root (RFC 9162, 2.1.3.2). */
export function isIncluded(
  { index, size, leaf, root }: { index: number; size: number; leaf: Hash; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = hashChildren(other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = hashChildren(hash, other);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

/** Whether one tree only added leaves to another (RFC 9162, 2.1.4.2). */
export function isConsistent(
  before: { readonly size: number; readonly root: Hash },
  after: { readonly size: number; readonly root: Hash },
  proof: readonly Hash[],
): boolean {
  if (before.size > after.size) return false;
  if (before.size === after.size) return proof.length === 0 && isSame(before.root, after.root);
  if (before.size === 0) return proof.length === 0 && isSame(before.root, EMPTY_ROOT);
  const isPower = Number.isInteger(Math.log2(before.size));
  const [first, ...rest] = isPower ? [before.root, ...proof] : proof;
  if (first === undefined) return false;
  let [at, last] = [before.size - 1, after.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [old, now] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [old, now] = [hashChildren(other, old), hashChildren(other, now)];
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else now = hashChildren(now, other);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(old, before.root) && isSame(now, after.root);
}
