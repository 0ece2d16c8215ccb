import { type LibraryConfig, loadConfig } from "../config/index.ts";
import { SkillError } from "../../skill/index.ts";
import { Library } from "./library.ts";
import type { LibraryOptions } from "./options.ts";
import { partsOf } from "./parts.ts";
import { watchFile } from "./watch-file.ts";

/** Opens the skills of a system: reads them, gates them, and keeps them up to date until it is closed. */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const parts = partsOf(options);
  const library = new Library(parts);
  await library.start();
  const { settingsFile } = options;
  if (settingsFile === undefined || !parts.watch) return library;
  const reload = (): LibraryConfig | undefined => {
    try {
      const { value, diagnostics } = loadConfig(
        settingsFile,
        parts.homes.settings,
        parts.environment.machine.environment(),
      );
      for (const problem of diagnostics) parts.onProblem(problem);
      return value;
    } catch (error) {
      // Whoever replaces a file may have deleted it first; the settings of before hold until then.
      if (!SkillError.isInstance(error)) throw error;
      parts.onProblem(error.diagnostic);
      return undefined;
    }
  };
  const stop = watchFile(settingsFile, parts.clock, () => {
    const config = reload();
    if (config === undefined) return;
    library.configure(config).catch((error: unknown) => {
      if (!SkillError.isInstance(error)) throw error;
      parts.onProblem(error.diagnostic);
    });
  });
  library.onClose(stop);
  return library;
}
