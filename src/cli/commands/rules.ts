import { nearestWord } from "../../skill/model/index.ts";
import type { CodeEntry } from "../../check/index.ts";
import { scanCodes } from "../../check/scan/index.ts";
import { programCodes } from "../diagnostics.ts";
import { failure } from "../../platform/index.ts";
import { type Context, FINE } from "../context.ts";
import { readPage } from "../pages.ts";
import { paintSeverity } from "../render.ts";

/** Lists the codes, or shows the page of one. */
export function run(context: Context): number {
  const [code] = context.arguments;
  if (code === undefined) list(context);
  else show(code, context);
  return FINE;
}

function list({ options, out, paint }: Context): void {
  const codes = allCodes();
  if (options.flag("json")) {
    out(`${JSON.stringify(codes, undefined, 2)}\n`);
    return;
  }
  const width = Math.max(...codes.map(({ code }) => code.length));
  for (const { code, severity, title } of codes)
    out(
      `${paint("bold", code.padEnd(width))}  ${paintSeverity(paint, severity, severity.padEnd(7))}  ${title}\n`,
    );
}

function show(word: string, { options, out }: Context): void {
  const codes = allCodes();
  const entry = codes.find(({ code }) => code === word || code.endsWith(`/${word}`));
  const page = entry === undefined ? undefined : readPage(entry.code);
  if (entry === undefined || page === undefined) {
    const near = nearestWord(
      word,
      codes.map(({ code }) => code),
    );
    throw failure("cli/usage", `No diagnostic code \`${word}\`.`, {
      hint:
        near === undefined
          ? "`skillwright rules` lists them."
          : `Did you mean \`${near}\`? \`skillwright rules\` lists all codes.`,
    });
  }
  if (options.flag("json")) out(`${JSON.stringify({ ...entry, text: page }, undefined, 2)}\n`);
  else out(page);
}

/** The scanner's codes too; other commands do without them, and without the time that loading it takes. */
function allCodes(): readonly CodeEntry[] {
  return [...programCodes(), ...scanCodes()];
}
