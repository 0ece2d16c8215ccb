import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { withoutCause } from "../../skill/model/index.ts";
import { count } from "../render.ts";
import { readNamed, withTools } from "./inputs.ts";
import { showDiagnostic } from "./show.ts";

/** Holds modules against frontmatters; exits with 1 where one could not be loaded. */
export async function checkTools(context: Context): Promise<number> {
  const skills = withTools(await readNamed(context));
  const all = skills.flatMap(({ diagnostics }) => diagnostics);
  const errors = all.filter(({ severity }) => severity === "error").length;
  if (context.options.flag("json")) {
    const rows = skills.map(({ name, shown, module, diagnostics }) => ({
      skill: name,
      file: shown,
      module: module?.shown ?? null,
      tools: (module?.tools ?? []).map((tool) => tool.name),
      isLoadable: diagnostics.every(({ severity }) => severity !== "error"),
      diagnostics: diagnostics.map(withoutCause),
    }));
    printJson(context, { skills: rows });
  } else {
    for (const diagnostic of all) context.out(showDiagnostic(diagnostic, context));
    const tools = skills.reduce((sum, { module }) => sum + (module?.tools.length ?? 0), 0);
    const summary = `${count(skills.length, "skill")}, ${count(tools, "tool")}, ${count(errors, "error")}`;
    context.out(`${context.paint("bold", summary)}\n`);
  }
  return errors === 0 ? FINE : FINDINGS;
}
