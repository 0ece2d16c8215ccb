/**
 * node bench/change.ts TREE [DIALECT]
 *
 * Opens a library on a tree, then changes one file after the other. Prints the seconds of the cold load, and
 * of the way from a change that is known to the snapshot that shows it; the wait for quiet before it is a
 * choice of whoever configures it, and does not count. Every file is left as it was.
 */
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { createFakeClock } from "../src/platform/machine/index.ts";
import type { WatchFunction } from "../src/platform/tree/index.ts";
import { openLibrary, type Session } from "../src/library/session/index.ts";
import { median, printSeconds } from "./reported.ts";

type FakeClock = ReturnType<typeof createFakeClock>;

const CHANGES = 40;

type Listener = (kind: string, name: string | null) => void;

/** Stands in for the system, so that a change is known at a moment that can be told. */
const listeners = new Map<string, Listener>();

async function open(root: string, dialect: string, clock: FakeClock): Promise<Session> {
  const library = await openLibrary({
    dialect,
    roots: [root],
    clock,
    settings: {},
    watchFunction: (folder, _options, listener) => {
      listeners.set(folder, listener);
      const watcher = Object.assign(new EventEmitter(), { close: () => listeners.delete(folder) });
      // Of the watcher only these two methods are used.
      return watcher as unknown as ReturnType<WatchFunction>;
    },
  });
  return library.session();
}

/** A description that was never there before, written where the file has one. */
function edit(text: string, index: number): string {
  return text.replace(/^description: .*$/m, `description: Number ${index} of the changes.`);
}

function secondsSince(start: bigint): number {
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** The seconds from the moment at which a change of the file is known: an edit, and its undoing. */
function change(
  session: Session,
  clock: FakeClock,
  folder: string,
  index: number,
): readonly number[] {
  const path = join(folder, "SKILL.md");
  const text = readFileSync(path, "utf8");
  const { atime, mtime } = statSync(path);
  const before = session.snapshot().version;
  const hear = (): number => {
    const start = process.hrtime.bigint();
    listeners.get(folder)?.("change", "SKILL.md");
    clock.advance(60_000);
    touch(session);
    return secondsSince(start);
  };
  writeFileSync(path, edit(text, index));
  const seconds = hear();
  if (session.snapshot().version === before) throw new Error(`${path} did not change anything.`);
  writeFileSync(path, text);
  utimesSync(path, atime, mtime);
  return [seconds, hear()];
}

/** Looks into the list, since a text may not be put together before somebody reads it. */
function touch(session: Session): void {
  session.beginTurn().prompt.charCodeAt(1);
}

const [root = "", dialect = "openclaw"] = process.argv.slice(2);
const clock = createFakeClock(Date.now());
const start = process.hrtime.bigint();
const session = await open(root, dialect, clock);
touch(session);
const cold = secondsSince(start);
const folders = readdirSync(root)
  .map((name) => join(root, name))
  .filter((folder) => /^description: \w/m.test(readFileSync(join(folder, "SKILL.md"), "utf8")));
const step = Math.floor(folders.length / CHANGES);
const changes = Array.from({ length: CHANGES }, (_, index) =>
  change(session, clock, folders[index * step] ?? "", index),
).flat();
printSeconds({ cold, change: median(changes) });
