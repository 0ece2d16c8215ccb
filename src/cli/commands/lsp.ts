import { serveEditor } from "../../serve/lsp/index.ts";
import type { Context } from "../context.ts";
import { dialectOption } from "../dialect-option.ts";

/** Serves an editor over standard input and output until it goes. */
export async function run(context: Context): Promise<number> {
  const { version, environment, now, beginSweep, err, options } = context;
  const dialect = dialectOption(context, "dialect");
  return await serveEditor({
    input: process.stdin,
    output: process.stdout,
    version,
    environment,
    now,
    beginSweep,
    err,
    isScanning: options.isOn("scan"),
    ...(dialect === undefined ? {} : { dialect: dialect.id }),
  });
}
