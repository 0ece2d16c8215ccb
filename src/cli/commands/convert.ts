import {
  errorCode,
  failure,
  type FoundFile,
  joinShown,
  readBytes,
  readInput,
  reasonOf,
  showPath,
  withoutInterruption,
  writeFileAtomically,
} from "../../platform/index.ts";
import { decodeText, readDocument } from "../../skill/index.ts";
import { convert, diagnoseAt } from "../../skill/convert/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { type NamedConversion, renderJson, renderMarkdown } from "../convert/report.ts";
import {
  findClash,
  findExisting,
  type OutputPlan,
  placeOf,
  planOutput,
  writeOutput,
} from "../convert/write.ts";
import { dialectOption } from "../dialect-option.ts";
import { inputFile, resolveInputs } from "../../app/machine/inputs.ts";
import { renderFailure } from "../render.ts";

interface Converted extends NamedConversion {
  readonly file: FoundFile;
}

/** Says skills in another dialect, with an account of what was lost on the way. */
export async function run(context: Context): Promise<number> {
  const { options } = context;
  let converted = convertAll(context);
  const [first] = converted;
  const out = options.text("out");
  if (out !== undefined) {
    const plans = converted.map(({ file, conversion }) => planOutput(file, conversion, out));
    // The new folder, not the old one, is what the target sees.
    converted = converted.map((item, index) => {
      const plan = plans[index];
      if (plan === undefined) return item;
      const { text, to } = item.conversion;
      const diagnostics = diagnoseAt(text, to, placeOf(plan));
      return { ...item, conversion: { ...item.conversion, diagnostics } };
    });
    if (!(await withoutInterruption(() => write(plans, context)))) return FINDINGS;
  } else if (first !== undefined && converted.length === 1) context.out(first.conversion.text);
  else
    throw failure(
      "cli/usage",
      `Converting ${converted.length} skills needs a folder for the results: add \`--out DIR\`.`,
      { hint: "Without `--out`, one skill is converted and printed." },
    );
  tellReport(converted, context);
  const isRight = converted.every(
    ({ conversion }) =>
      conversion.report.missing.length === 0 &&
      conversion.diagnostics.every(({ severity }) => severity !== "error"),
  );
  return isRight ? FINE : FINDINGS;
}

function convertAll(context: Context): readonly Converted[] {
  const to = dialectOption(context, "to");
  if (to === undefined)
    throw failure("cli/usage", "Missing option `--to`: name the format to convert to.", {
      hint: "`skillwright help convert` lists the formats.",
    });
  const from = dialectOption(context, "from");
  const [word = "."] = context.arguments;
  const files =
    word === "-" ? [inputFile(context.options.text("stdin-path"))] : resolveInputs([word]).files;
  return files.map((file): Converted => {
    const { text, problems } = decodeText(word === "-" ? readInput() : readFile(file));
    const conversion = convert(readDocument(text, problems), {
      to,
      ...(from === undefined ? {} : { from }),
      path: file.shown,
    });
    return { file, path: file.shown, conversion };
  });
}

function readFile(file: FoundFile): Uint8Array {
  try {
    return readBytes(file.path);
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file: file.shown,
      cause: error,
    });
  }
}

/** False when there is something already where the files would go. */
function write(plans: readonly OutputPlan[], context: Context): boolean {
  const { options, err, out } = context;
  const clash = findClash(plans);
  if (clash !== undefined)
    throw failure(
      "cli/usage",
      `Two skills would be written to the folder \`${showPath(clash)}\`.`,
      { hint: "Convert them one at a time, each with its own `--out`." },
    );
  const isDryRun = options.flag("dry-run");
  const existing = findExisting(plans);
  if (existing.length > 0 && !options.flag("force") && !isDryRun) {
    const [file = ""] = existing;
    const message = `${existing.length} files already exist where the result would be written.`;
    const hint = "Nothing was written. `--force` replaces them.";
    const diagnostic = { code: "cli/exists", severity: "error", message, hint, file } as const;
    err(renderFailure(diagnostic, context.paintError));
    return false;
  }
  for (const plan of plans) {
    if (!isDryRun) writePlan(plan);
    for (const path of [...plan.texts.keys(), ...plan.copies])
      out(`${isDryRun ? "would write " : ""}${joinShown(showPath(plan.folder), path)}\n`);
    for (const { path, reason } of plan.left) err(`Not copied: ${path}: ${reason}.\n`);
  }
  return true;
}

function writePlan(plan: OutputPlan): void {
  try {
    writeOutput(plan);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    throw failure("cli/unwritable", `The skill cannot be written: ${reasonOf(error)}.`, {
      file: showPath(plan.folder),
      hint: "Files that were written before this one are complete.",
      cause: error,
    });
  }
}

function tellReport(converted: readonly Converted[], { options, err }: Context): void {
  const isJson = options.text("report") === "json";
  const text = isJson ? renderJson(converted) : renderMarkdown(converted);
  const file = options.text("report-file");
  if (file === undefined) err(text);
  else writeFileAtomically(file, text);
}
