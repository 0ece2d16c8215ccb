import { chooseDialect } from "../../app/machine/lint/drafts.ts";
import { serveEditor } from "../../serve/lsp/index.ts";
import type { Context } from "../context.ts";

/** Serves an editor over standard input and output until it goes. */
export async function run(context: Context): Promise<number> {
  const { version, environment, now, tuneGc, err, options } = context;
  const dialect = options.text("dialect");
  return await serveEditor({
    input: process.stdin,
    output: process.stdout,
    version,
    environment,
    now,
    tuneGc,
    err,
    isScanning: options.isOn("scan"),
    ...(dialect === undefined ? {} : { dialect: chooseDialect(dialect).id }),
  });
}
