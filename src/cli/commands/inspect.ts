import { type Context, FINE } from "../context.ts";
import { dialectOption } from "../dialect-option.ts";
import { readOne } from "../inputs.ts";
import { inspect } from "../inspect/inspect.ts";
import { renderInspection } from "../inspect/render.ts";

/** Shows what one skill says, as the dialect means it, and where each value stands. */
export function run(context: Context): number {
  const [word = "."] = context.arguments;
  const { file, bytes } = readOne(word, context.options.text("stdin-path"));
  const inspection = inspect(file, bytes, dialectOption(context));
  const isJson = context.options.flag("json");
  context.out(
    isJson
      ? `${JSON.stringify(inspection, undefined, 2)}\n`
      : renderInspection(inspection, context),
  );
  return FINE;
}
