import { readConflict } from "../../library/store/index.ts";
import { refusal, storedSkillCodes } from "./reading/diagnostics.ts";
import { findRecorded, type Incarnation, inTurn } from "./incarnation.ts";
import type { StoredSkillPorts } from "./ports.ts";

export interface Changeable {
  readonly ownerId: string | undefined;
  readonly version: string;
}

/** With the record of the very skill whose owner was asked. */
export type RecordedSkill = Changeable & { readonly incarnation: Incarnation };

export interface ChangeOf {
  readonly name: string;
  /** Versions of which one must be there. */
  readonly expect?: readonly string[] | undefined;
}

/** How long a change that names no version is tried again while others come before it. */
const PATIENCE_MS = 30_000;
/** The longest pause between two tries; the first is made at once. */
const LONGEST_PAUSE_MS = 200;

/**
 * Makes a change on the very version whose owner was asked: between the question and the write the skill could
 * have become somebody else's. A change that expects no version is made again on what others wrote. Those of this
 * process take turns, so that only other processes can come between.
 */
export async function changing<T>(
  ports: StoredSkillPorts,
  { name, expect }: ChangeOf,
  find: () => Promise<Changeable>,
  change: (found: RecordedSkill) => Promise<T>,
): Promise<T> {
  const { clock } = ports;
  const end = clock.now() + PATIENCE_MS;
  const work = async (): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      const found = await findRecorded(ports, name, find);
      if (expect !== undefined && !expect.includes(found.version)) throw changed(name);
      try {
        return await change(found);
      } catch (error) {
        if (readConflict(error) === undefined) throw error;
        if (expect !== undefined || clock.now() >= end) throw changed(name);
      }
      if (attempt > 0)
        await new Promise<void>((settle) => {
          clock.after(Math.min(LONGEST_PAUSE_MS, 5 * attempt), settle);
        });
    }
  };
  return await inTurn(ports, name, work);
}

function changed(name: string): Error {
  return refusal(
    storedSkillCodes.changed,
    "content",
    `Skill '${name}' was changed by another user in the meantime`,
    { hint: "Read it again, and make the change on that version." },
  );
}
