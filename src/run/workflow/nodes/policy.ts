/** What every type of node has besides its own data: when it begins, how long it may take, and what comes of a failure. */
import { z } from "zod";
import type { NodeField } from "./form.ts";
import type { NodeData } from "./data.ts";

export interface NodePolicy {
  /** How often it is tried again. */
  readonly retries: number;
  /** Before the second attempt; each further pause is twice as long. */
  readonly retrySeconds: number;
  /** For one attempt; undefined: as long as its type may take. */
  readonly limitSeconds?: number | undefined;
  readonly onError: "fail" | "branch";
  readonly join: "all" | "any" | "every";
}

const LIMITS = {
  retries: { min: 0, max: 10, step: 1 },
  retrySeconds: { min: 0, max: 3600, step: 1 },
  limitSeconds: { min: 1, max: 3600, step: 1 },
} as const;

function within({ min, max }: { readonly min: number; readonly max: number }): z.ZodNumber {
  return z.number().min(min).max(max);
}

const policyData = z.looseObject({
  retries: within(LIMITS.retries).int().optional(),
  retrySeconds: within(LIMITS.retrySeconds).optional(),
  limitSeconds: within(LIMITS.limitSeconds).nullish(),
  onError: z.enum(["fail", "branch"]).optional(),
  join: z.enum(["all", "any", "every"]).optional(),
});

/** The same data, where what it says of these is in order. */
export const withPolicy: z.ZodType<NodeData, NodeData> = policyData;

const PRESET = { retries: 0, retrySeconds: 2, onError: "fail", join: "all" } as const;

const known = new WeakMap<NodeData, NodePolicy>();

/** It is asked for again with every node that finishes. */
export function policyOf(data: NodeData): NodePolicy {
  const found = known.get(data) ?? readPolicy(data);
  known.set(data, found);
  return found;
}

function readPolicy(data: NodeData): NodePolicy {
  const { retries, retrySeconds, limitSeconds, onError, join } = policyData.parse(data);
  return {
    retries: retries ?? PRESET.retries,
    retrySeconds: retrySeconds ?? PRESET.retrySeconds,
    limitSeconds: limitSeconds ?? undefined,
    onError: onError ?? PRESET.onError,
    join: join ?? PRESET.join,
  };
}

/** The longest pause between two attempts. */
const MOST_SECONDS = 3600;

/** The pause after an attempt: twice as long each time, and shorter by up to a half, so that not all come back at once. */
export function backoffMs(
  { retrySeconds }: Pick<NodePolicy, "retrySeconds">,
  attempt: number,
  random: () => number,
): number {
  const seconds = Math.min(MOST_SECONDS, retrySeconds * 2 ** (attempt - 1));
  return Math.round(seconds * 1000 * (0.5 + random() / 2));
}

export const policyFields: readonly NodeField[] = [
  {
    key: "join",
    label: "Begins",
    kind: "options",
    options: ["all", "any", "every"],
    preset: PRESET.join,
    help: "all: when every branch that leads here has come or was not taken. any: with the first that comes. every: only where each was taken.",
  },
  {
    key: "retries",
    label: "Tries again",
    kind: "number",
    preset: PRESET.retries,
    range: LIMITS.retries,
    help: "How often, after a failure.",
  },
  {
    key: "retrySeconds",
    label: "Seconds before that",
    kind: "number",
    preset: PRESET.retrySeconds,
    range: LIMITS.retrySeconds,
    help: "Twice as many before each further attempt, and up to a half fewer by chance.",
  },
  {
    key: "limitSeconds",
    label: "Seconds for an attempt",
    kind: "number",
    range: LIMITS.limitSeconds,
    help: "An attempt that takes longer has failed.",
  },
  {
    key: "onError",
    label: "After a failure",
    kind: "options",
    options: ["fail", "branch"],
    preset: PRESET.onError,
    help: "fail: the run fails. branch: it goes on at the edges with the sourceHandle error.",
  },
];
