import { unifiedDiff } from "../../check/report/index.ts";
import { failure, reasonOf, writeFileAtomically } from "../../platform/index.ts";
import { syncDeclarations } from "../../run/tools/index.ts";
import { type Context, FINE } from "../context.ts";
import { readNamed } from "./inputs.ts";

/** Writes the declarations of tools into the frontmatter as the module says them. */
export async function syncTools(context: Context): Promise<number> {
  if (context.arguments.length === 0)
    throw failure("cli/usage", "`sync` needs the name or folder of a skill.");
  for (const skill of await readNamed(context)) {
    const before = skill.document.text;
    const after = syncDeclarations(skill);
    if (after === before) context.out(`${skill.shown}: nothing to do\n`);
    else if (context.options.flag("dry-run")) context.out(unifiedDiff(skill.shown, before, after));
    else {
      write(skill.file, after);
      context.out(
        `${skill.shown}: wrote ${(skill.module?.tools ?? []).map(({ name }) => name).join(", ")}\n`,
      );
    }
  }
  return FINE;
}

function write(file: string, text: string): void {
  try {
    writeFileAtomically(file, text);
  } catch (error) {
    throw failure("cli/unwritable", `The skill cannot be written: ${reasonOf(error)}.`, {
      file,
      cause: error,
    });
  }
}
