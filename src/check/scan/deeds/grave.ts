import type { ScanContext, Statement } from "../context.ts";
import type { Said } from "../text/prose.ts";
import {
  ACTS_AS_USER,
  ADOPTS,
  DESTROYS,
  DIVERTS,
  GRANTS,
  LOOSENS,
  OBEYS,
  REGISTERS,
  RUNS,
  SECRETS_ANYWHERE,
  SENDS,
  STEERS,
  WAVES_THROUGH,
  WRITES_MEMORY,
} from "./acts.ts";
import { type Family, saidAmong } from "./says.ts";

/** Deeds of which a user would want to know. */
const GRAVE: readonly Family[] = [
  SENDS,
  SECRETS_ANYWHERE,
  WRITES_MEMORY,
  GRANTS,
  ACTS_AS_USER,
  LOOSENS,
  WAVES_THROUGH,
  DIVERTS,
  DESTROYS,
  STEERS,
  REGISTERS,
  ADOPTS,
  OBEYS,
  RUNS,
];

/** Those that no task asks for. */
const WORST: readonly Family[] = [
  SENDS,
  SECRETS_ANYWHERE,
  LOOSENS,
  WAVES_THROUGH,
  DIVERTS,
  DESTROYS,
];

export function graveDeed(
  context: ScanContext,
  statements: readonly Statement[],
): Said | undefined {
  return deedAmong(context, statements, GRAVE);
}

export function worstDeed(
  context: ScanContext,
  statements: readonly Statement[],
): Said | undefined {
  return deedAmong(context, statements, WORST);
}

function deedAmong(
  context: ScanContext,
  statements: readonly Statement[],
  families: readonly Family[],
): Said | undefined {
  for (const family of families) {
    const said = saidAmong(context, statements, family);
    if (said !== undefined) return said;
  }
  return undefined;
}
