/**
 * File systems that die: after some number of changes nothing can be changed any more, as if the process had been
 * killed there, and a file that was just being written has only half of its bytes.
 */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROMISED = ["copyFile", "link", "mkdir", "rename", "rm", "symlink", "writeFile"] as const;
const SYNC = [
  "chmodSync",
  "copyFileSync",
  "linkSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "writeSync",
] as const;

type Work = (...given: unknown[]) => unknown;

export interface DyingFiles {
  /** Lets that many changes through; the next one ends everything. */
  readonly dieAfter: (changes: number, end?: () => void) => void;
  /** Changes since the last call, and whether the end came. */
  readonly revive: () => { readonly changes: number; readonly hasDied: boolean };
}

export async function makeFilesDie(): Promise<DyingFiles> {
  let left = Number.POSITIVE_INFINITY;
  let changes = 0;
  let hasDied = false;
  let end: (() => void) | undefined;
  const count = (): void => {
    if (hasDied) throw new Error("dead");
    if (left === 0) {
      hasDied = true;
      end?.();
      throw new Error("dead");
    }
    left -= 1;
    changes += 1;
  };
  const wrap = (
    object: object,
    name: string,
    half?: (self: unknown, given: readonly unknown[]) => void,
  ): void => {
    const original: unknown = Reflect.get(object, name);
    if (typeof original !== "function") throw new Error(`no ${name}`);
    Reflect.set(object, name, function counted(this: unknown, ...given: unknown[]) {
      if (left === 0 && !hasDied) half?.(this, given);
      count();
      return (original as Work).apply(this, given);
    });
  };
  for (const name of PROMISED) wrap(promises, name);
  for (const name of SYNC) wrap(fs, name);
  const { writeSync } = fs;
  const probe = join(tmpdir(), `probe-${process.pid}`);
  const handle = await promises.open(probe, "w");
  wrap(Object.getPrototypeOf(handle) as object, "writeFile", (self, [bytes]) => {
    const file = (self as { readonly fd: number }).fd;
    if (bytes instanceof Uint8Array && bytes.length > 1)
      writeSync(file, bytes.subarray(0, bytes.length >> 1));
  });
  await handle.close();
  fs.rmSync(probe);
  syncBuiltinESMExports();
  return {
    dieAfter: (allowed, onEnd) => {
      left = allowed;
      end = onEnd;
    },
    revive: () => {
      const told = { changes, hasDied };
      left = Number.POSITIVE_INFINITY;
      changes = 0;
      hasDied = false;
      return told;
    },
  };
}
