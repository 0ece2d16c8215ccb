import { open } from "node:fs/promises";
import { errorCode } from "../failure.ts";

/** Waits until names in the folder are on the disk. Some systems cannot do it, and need not be asked. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EACCES", "ENOENT"].includes(errorCode(error)))
      throw error;
  }
}
