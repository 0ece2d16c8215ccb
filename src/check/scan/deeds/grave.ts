import type { ScanContext, Statement } from "../context.ts";
import type { Said } from "../text/prose.ts";
import {
  ADOPTS,
  DESTROYS,
  DIVERTS,
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

export function graveDeed(
  context: ScanContext,
  statements: readonly Statement[],
): Said | undefined {
  for (const family of GRAVE) {
    const said = saidAmong(context, statements, family);
    if (said !== undefined) return said;
  }
  return undefined;
}
