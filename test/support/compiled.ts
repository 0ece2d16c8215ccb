import { inject } from "vitest";

/**
 * For the environment of a program that a test starts: what one start has compiled, the next ones of the same run
 * need not compile again.
 */
export function compiledOnce(): Readonly<Record<string, string>> {
  // Tests that start nothing have no such folder, which the type does not know.
  const folder = inject("compiled") as string | undefined;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
