import type { Prepared } from "./prepare.ts";
import { withoutEnd } from "../../../skill/model/index.ts";

export interface Named {
  readonly prepared: Prepared;
  readonly name: string;
  /** Under which its document and its references stand: the name, but where a contract says another. */
  readonly id: string;
  readonly mend?: string;
}

export interface Shadowed {
  readonly prepared: Prepared;
  readonly name: string;
  readonly winner: Prepared;
}

/**
 * One name for each skill. Of two whose authors chose the same name the first counts, as in every system
 * that has precedence; a name that was made here gives way to any other, and takes a number.
 */
export function nameAll(all: readonly Prepared[]): {
  readonly named: readonly Named[];
  readonly shadowed: readonly Shadowed[];
} {
  const taken = new Map<string, Prepared>();
  const takenIds = new Map<string, Prepared>();
  const shadowed: Shadowed[] = [];
  const names = new Map<Prepared, Named>();
  const wanted = all.map((prepared) => ({ prepared, ...prepared.wanted }));
  for (const { prepared, name, mend } of wanted) {
    if (mend !== undefined) continue;
    const winner = taken.get(name);
    if (winner === undefined) {
      taken.set(name, prepared);
      names.set(prepared, { prepared, name, id: name });
    } else shadowed.push({ prepared, name, winner });
  }
  for (const { prepared, name, mend, id } of wanted) {
    if (mend === undefined) continue;
    const winner = id === undefined ? undefined : takenIds.get(id);
    if (id !== undefined && winner !== undefined) {
      shadowed.push({ prepared, name: id, winner });
      continue;
    }
    if (id !== undefined) takenIds.set(id, prepared);
    const free = freeName(name, taken);
    taken.set(free, prepared);
    names.set(prepared, {
      prepared,
      name: free,
      id: id ?? free,
      mend: mend.replaceAll(`\`${name}\``, `\`${free}\``),
    });
  }
  return { named: all.flatMap((prepared) => names.get(prepared) ?? []), shadowed };
}

const MAX_NAME = 64;

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) {
    const ending = `-${count}`;
    free = withoutEnd(name.slice(0, MAX_NAME - ending.length), "-") + ending;
  }
  return free;
}
