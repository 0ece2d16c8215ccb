import { unifiedDiff } from "../../check/report/index.ts";
import { failure, reasonOf, writeFileAtomically } from "../../platform/index.ts";
import { type SkillTools, syncDeclarations } from "../../run/tools/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { readNamed } from "./inputs.ts";

/** Writes the declarations of tools into the frontmatter as the module says them. */
export async function syncTools(context: Context): Promise<number> {
  if (context.arguments.length === 0)
    throw failure("cli/usage", "`sync` needs the name or folder of a skill.");
  const isDryRun = context.options.flag("dry-run");
  const rows = (await readNamed(context)).map((skill) => syncOne(skill, isDryRun));
  if (context.options.flag("json")) printJson(context, { skills: rows, isDryRun });
  else for (const row of rows) context.out(renderSynced(row, isDryRun));
  return FINE;
}

interface Synced {
  readonly skill: string;
  readonly file: string;
  readonly isChanged: boolean;
  readonly tools: readonly string[];
  /** The change, where there is one. */
  readonly diff?: string;
}

function syncOne(skill: SkillTools, isDryRun: boolean): Synced {
  const { name, shown, file, module, document } = skill;
  const after = syncDeclarations(skill);
  const isChanged = after !== document.text;
  if (isChanged && !isDryRun) write(file, after);
  return {
    skill: name,
    file: shown,
    isChanged,
    tools: (module?.tools ?? []).map((tool) => tool.name),
    ...(isChanged ? { diff: unifiedDiff(shown, document.text, after) } : {}),
  };
}

function renderSynced({ file, tools, diff }: Synced, isDryRun: boolean): string {
  if (diff === undefined) return `${file}: nothing to do\n`;
  return isDryRun ? diff : `${file}: wrote ${tools.join(", ")}\n`;
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
