import type { Database } from "./database.ts";

export type Serial = (database: Database, work: () => Promise<void>) => Promise<void>;

/** Work of one kind on a database happens one after another in this process, whoever asks for it. */
export function createSerial(): Serial {
  const running = new WeakMap<Database, Promise<void>>();
  return async (database, work) => {
    const last = running.get(database) ?? Promise.resolve();
    const next = last.catch(() => {}).then(work);
    running.set(database, next);
    await next;
  };
}
