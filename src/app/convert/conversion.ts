/** Skills in another format, with what was lost on the way. */
import type { SkippedEntry } from "../../platform/index.ts";
import { convert, countOutcomes, diagnoseAt } from "../../skill/convert/index.ts";
import { chooseDialect, decodeText, type Dialect, readDocument } from "../../skill/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import type { Context, SkillSource } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { forEachSkill } from "../sources.ts";
import type { ConvertedSkill } from "./converted-skill.ts";
import type { LocalConverter, OutputPlan } from "./output-plan.ts";

export interface ConversionRequest {
  readonly skill: SkillRef;
  readonly to: string;
  readonly from?: string;
  readonly out?: string;
  readonly force: boolean;
  readonly dryRun: boolean;
}

export interface Conversions {
  readonly conversions: readonly ConvertedSkill[];
  readonly written?: readonly string[];
  /** Files of the skills that were not copied. */
  readonly left?: OutputPlan["left"];
  readonly skipped: readonly SkippedEntry[];
}

interface ConvertedFile {
  readonly skill: ConvertedSkill;
  readonly directory: string | undefined;
}

export async function convertSkills(
  context: Context,
  { skill, to, from, out, force, dryRun }: ConversionRequest,
): Promise<Conversions> {
  const target = chooseDialect(to);
  const origin = from === undefined ? undefined : chooseDialect(from);
  const { results, skipped } = forEachSkill(
    context,
    [skill],
    (source): ConvertedFile => convertSource(source, target, origin),
    ({ path, reason }) => {
      throw fail("cli/unreadable", { reason }, { file: path });
    },
  );
  const here = out === undefined ? undefined : await context.files?.converting();
  if (out === undefined || here === undefined) {
    if (results.length !== 1) throw fail("app/needs-folder", { count: results.length });
    return { conversions: results.map((result) => result.skill), skipped };
  }
  // Standard input has no folder unless the caller names one.
  if (typeof skill !== "string" && skill.path === "") throw fail("app/no-folder", undefined);
  const { conversions, plans } = planAll(results, target, here, out);
  checkSize(plans, target);
  const written = await here.write(plans, { isForced: force, isDryRun: dryRun });
  return { conversions, written, left: plans.flatMap(({ left }) => left), skipped };
}

function convertSource(
  { path, directory, content }: SkillSource,
  to: Dialect,
  from: Dialect | undefined,
): ConvertedFile {
  const { text, problems } =
    typeof content === "string" ? { text: content, problems: [] } : decodeText(content);
  const done = convert(readDocument(text, problems), {
    to,
    ...(from === undefined ? {} : { from }),
    path,
  });
  const skill: ConvertedSkill = {
    path,
    from: done.from.id,
    to: done.to.id,
    ...(done.name === undefined ? {} : { name: done.name }),
    text: done.text,
    files: done.files ?? {},
    report: done.report,
    counts: countOutcomes(done.report),
    diagnostics: done.diagnostics.map(withoutCause),
  };
  return { skill, directory };
}

function planAll(
  results: readonly ConvertedFile[],
  to: Dialect,
  here: LocalConverter,
  out: string,
): { readonly conversions: readonly ConvertedSkill[]; readonly plans: readonly OutputPlan[] } {
  const plans = results.map(({ skill, directory }) => here.plan(skill, directory, out));
  // The new folder, not the old one, is what the target sees.
  const conversions = results.map(({ skill }, index) => {
    const diagnostics = diagnoseAt(skill.text, to, plans[index]?.place ?? skill.path);
    return { ...skill, diagnostics: diagnostics.map(withoutCause) };
  });
  return { conversions, plans };
}

/** What the target would refuse for its size is not written. */
function checkSize(plans: readonly OutputPlan[], { title, packageBytesBelow }: Dialect): void {
  const limit = packageBytesBelow ?? Infinity;
  const large = plans.find(({ bytes }) => bytes >= limit);
  if (large === undefined) return;
  throw fail(
    "app/package-too-large",
    { title, bytes: large.bytes, limit },
    { file: large.sourceFolder },
  );
}
