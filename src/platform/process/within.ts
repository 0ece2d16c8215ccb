import { repeat } from "./repeat.ts";

/** What the work gives; undefined after so many milliseconds, and where it fails, of which whoever began it is told. */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const stop = repeat(milliseconds, () => resolve(undefined));
  const result = await Promise.race([work.catch(() => undefined), late]);
  stop();
  return result;
}
