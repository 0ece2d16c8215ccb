import { repeat } from "../../../platform/process/index.ts";

/** Waits for the work, but no longer than so many milliseconds; what fails is told to whoever began the work. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const stop = repeat(milliseconds, resolve);
  await Promise.race([work.catch(() => {}), late]);
  stop();
}
