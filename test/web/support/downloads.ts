import { join } from "node:path";
import type { Download } from "playwright-core";
import { temporaryFolder } from "../../support/program.ts";

/** Where a download lies; the browser is one of another process, which keeps its own copy. */
export async function saved(download: Download): Promise<string> {
  const path = join(temporaryFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
