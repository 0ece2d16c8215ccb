import { parentOf, resolvePath } from "../../platform/index.ts";
import { settleFolders } from "../../registry/lock/index.ts";
import { skillRoots } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";
import { placesOf } from "./ground.ts";

/** Finishes what a process that died had begun, where the skills of a command are looked for. */
export async function settlePlaces(context: Context): Promise<void> {
  const named = context.arguments.flatMap((word) => {
    // A word may be that of a folder, of a skill in it, or of a tool of that.
    const path = resolvePath(context.folder, word);
    return [path, parentOf(path), parentOf(parentOf(path))];
  });
  await settleFolders([...skillRoots(placesOf(context)), ...named]);
}
