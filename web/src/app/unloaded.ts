/** The code of a page did not arrive: the server is away, or has another version of the workbench by now. */
class UnloadedError extends Error {
  override readonly name = "UnloadedError";
}

/** Gives a failed import a name of its own; the router would answer others with a blind reload of the tab. */
export async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new UnloadedError("The page did not arrive.", { cause });
  }
}

/** Parts of a page are imported without that name; browsers and the bundler word it each in their way. */
const WORDS =
  /dynamically imported module|module script failed|unable to preload css|failed to load module/iu;

export function isUnloaded(error: unknown): boolean {
  return error instanceof UnloadedError || WORDS.test(String(error));
}
