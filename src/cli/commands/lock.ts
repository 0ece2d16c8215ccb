import { failure, kindOf, oneLine } from "../../platform/index.ts";
import { registryCodes } from "../../registry/index.ts";
import {
  checkLock,
  type Drift,
  type DriftKind,
  lockPath,
  openLock,
  recordFolder,
} from "../../registry/lock/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { pathOf, trustedKeys } from "../registry/places.ts";
import { askStates } from "../registry/states.ts";
import { count } from "../render.ts";

/** Records the skills of a folder, or compares them with what was recorded. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, () => {
    const folder = pathOf(context, "skills");
    if (kindOf(folder) !== "folder")
      throw failure("cli/unreadable", "The folder of skills does not exist.", {
        file: folder,
      });
    return context.options.flag("check") ? check(folder, context) : record(folder, context);
  });
}

async function check(folder: string, context: Context): Promise<number> {
  await askStates(context, folder);
  const lock = await openLock(folder);
  const drifts = await checkLock(folder, lock, trustedKeys(context));
  if (context.options.flag("json"))
    printJson(context, {
      folder,
      skills: lock.size,
      drifts: drifts.map((drift) => ({ code: registryCodes.lockDrift, ...drift })),
    });
  else if (drifts.length === 0)
    context.out(`${count(lock.size, "skill")} as recorded in ${shown(folder, context)}\n`);
  else context.out(`${drifts.map((drift) => lineOf(drift)).join("\n")}\n`);
  return drifts.length === 0 ? FINE : FINDINGS;
}

async function record(folder: string, context: Context): Promise<number> {
  const recording = { trust: trustedKeys(context), now: context.now() };
  const recorded = await recordFolder(folder, recording, context.options.flag("force"));
  const { added, changed, removed, refused } = recorded;
  if (context.options.flag("json")) printJson(context, { folder, ...recorded });
  else
    context.out(
      `Recorded in ${shown(folder, context)}: ${added.length} new, ${changed.length} changed, ${removed.length} gone\n` +
        refused.map((drift) => `not recorded: ${lineOf(drift)}\n`).join(""),
    );
  if (refused.length > 0 && !context.options.flag("json"))
    context.err("Install these again, or record them as they are now with `--force`.\n");
  return refused.length === 0 ? FINE : FINDINGS;
}

function shown(folder: string, context: Context): string {
  return shortPath(lockPath(folder), context);
}

const WORDS: { readonly [Kind in DriftKind]: (drift: Drift) => string } = {
  version: expectation,
  tier: expectation,
  // A digest says nothing to a person; a reason does.
  content: ({ actual }) =>
    /^sha256[-:]/.test(actual) ? "not the files that were recorded" : actual,
  "taken-down": ({ actual }) => `taken down by the registry: ${actual}`,
  missing: () => "recorded, but not there",
  untracked: () => "there, but not recorded",
  pristine: () =>
    "the copy of the installed files is damaged; `update` still works as long as the skill is unchanged, and repairs the copy",
  unrecorded: () => "recorded without a digest, so changes cannot be detected",
};

function expectation({ actual, expected }: Drift): string {
  return `\`${actual}\`, expected \`${expected}\``;
}

function lineOf(drift: Drift): string {
  const mark = drift.isGrave ? "!" : "-";
  return oneLine(`${mark} ${drift.name}: ${drift.kind}: ${WORDS[drift.kind](drift)}`);
}
