/** For programs that run agents: the library, which offers no skill that was changed since it was installed. */
import { type Library, type LibraryOptions, openLibrary as open } from "../../library/index.ts";

export * from "../../library/index.ts";

/** Opens the skills of a system: reads them, gates them, and keeps them up to date until it is closed. */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  // A store has no folders with a lock, and whoever has a guard of his own need not load this one.
  if (options.store !== undefined || options.whyRefused !== undefined) return await open(options);
  const { lockGuard } = await import("../../registry/lock/index.ts");
  return await open({ ...options, whyRefused: lockGuard() });
}
