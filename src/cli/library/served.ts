/** The skills that `serve` keeps evaluated, by the options of its command. */
import type { HostInventory } from "../../library/hosts/index.ts";
import { type Library, openLibrary } from "../../library/session/index.ts";
import { withoutControls } from "../../platform/index.ts";
import { type Diagnostic, type Dialect, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import type { Painter } from "../render.ts";
import { findSettings, homeOf } from "./settings.ts";
import { askedDialects } from "./systems.ts";

/** None unless an option asks for some; a gateway alone needs no skills. */
export function isServing({ options }: Context): boolean {
  return (
    options.texts("root").length > 0 ||
    ["as", "config", "agent"].some((name) => options.text(name) !== undefined)
  );
}

/** Opens the system of `--as`, or every one that finds skills; whoever opens them closes them. */
export async function openServed(
  context: Context,
  hosts: HostInventory,
): Promise<readonly Library[]> {
  const isAsked = context.options.text("as") !== undefined;
  const opened: Library[] = [];
  try {
    for (const dialect of askedDialects(context)) {
      const library = await openOne(dialect, context, hosts);
      if (isAsked || library.snapshot().considered().length > 0) opened.push(library);
      else await library.close();
    }
    return opened;
  } catch (error) {
    for (const library of opened) await library.close();
    throw error;
  }
}

async function openOne(dialect: Dialect, context: Context, hosts: HostInventory): Promise<Library> {
  const settings = findSettings(dialect, context);
  const tell = (problem: Diagnostic): void => {
    context.err(renderProblem(problem, context.paintError));
  };
  const refusal = settings.diagnostics.find(({ severity }) => severity === "error");
  if (refusal !== undefined && settings.config === undefined) throw new SkillError(refusal);
  for (const problem of settings.diagnostics) tell(problem);
  const roots = context.options.texts("root");
  const agent = context.options.text("agent");
  return openLibrary({
    dialect: dialect.id,
    folder: context.folder,
    home: homeOf(context),
    hosts,
    ...(roots.length === 0 ? {} : { roots }),
    ...(settings.config === undefined ? {} : { config: settings.config }),
    ...(agent === undefined ? {} : { agent }),
    onProblem: tell,
  });
}

function renderProblem({ message, hint, file }: Diagnostic, paint: Painter): string {
  const where = file === undefined ? "" : `${file}: `;
  return `skillwright: ${withoutControls(where + message)}${hint === undefined ? "" : ` ${paint("dim", hint)}`}\n`;
}
