import { partsOf } from "../../platform/archive/index.ts";

/** Whether the name of a skill can be the name of its folder on every system. */
export function isFolderName(name: string): boolean {
  try {
    const parts = partsOf(name, 0);
    return parts.length === 1 && parts[0] === name && !name.startsWith(".");
  } catch {
    return false;
  }
}
