import type { Engine } from "./engine.ts";
import { systems } from "./queries.ts";

/** The text of a new skill in the format that the server keeps and runs. */
export async function draftHosted(
  engine: Engine,
  skill: { readonly name: string; readonly description: string },
): Promise<string> {
  const dialect = systems.find(({ isHosted }) => isHosted)?.id;
  const { files } = await engine.call("new", {
    ...skill,
    ...(dialect === undefined ? {} : { dialect }),
  });
  return files.find(({ path }) => path === "SKILL.md")?.text ?? "";
}
