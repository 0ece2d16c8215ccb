import {
  failure,
  isInside,
  makeFolder,
  parentOf,
  resolvePath,
  oneLine,
  writeFileAtomically,
} from "../../platform/index.ts";
import { packSkill } from "../../registry/package/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { pathOf } from "../registry/places.ts";
import { count } from "../render.ts";

/** Writes the skill of a folder as an archive. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const folder = pathOf(context);
    const { bytes, ...packed } = await packSkill(folder);
    const file = resolvePath(context.folder, context.options.text("output") ?? packed.fileName);
    const isGiven = context.options.text("output") !== undefined;
    if (isInside(file, folder) && (isGiven || folder !== context.folder))
      throw failure("cli/usage", "The archive would lie inside the skill.", {
        hint: "The next archive would contain this one. Name another file with `-o`.",
      });
    const target = isInside(file, folder) ? resolvePath(folder, "..", packed.fileName) : file;
    makeFolder(parentOf(target));
    writeFileAtomically(target, bytes);
    if (context.options.flag("json")) {
      printJson(context, { ...packed, file: target, size: bytes.length });
      return FINE;
    }
    const lines = [
      `Packed \`${packed.name}\` ${packed.version ?? "without a version"} (${count(packed.files.length, "file")}, ${count(bytes.length, "byte")}${packed.isSigned ? ", signed" : ""}) in ${shortPath(target, context)}`,
      `  integrity ${packed.integrity}`,
      `  content   ${packed.contentDigest}`,
      ...packed.withheld.map((path) => `  ! left out: \`${path}\`, where secrets are kept`),
      ...(context.isVerbose
        ? packed.files.map(
            ({ path, digest, isExecutable }) => `  ${isExecutable ? "x" : "-"} ${digest} ${path}`,
          )
        : []),
    ];
    context.out(`${lines.map((line) => oneLine(line)).join("\n")}\n`);
    return FINE;
  });
}
