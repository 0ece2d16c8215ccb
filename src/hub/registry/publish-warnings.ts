import { marketCodes } from "../../registry/contract/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { PackageFacts } from "../jobs/index.ts";

/** What the publisher should know of a version, which is published nevertheless. */
export function warningsOf(
  { slug }: { readonly slug: string },
  { name, version: stated }: PackageFacts,
  version: string,
): readonly Diagnostic[] {
  return [...nameDiffers(slug, name), ...versionDiffers(version, stated)];
}

function versionDiffers(version: string, stated = version): readonly Diagnostic[] {
  if (stated === version) return [];
  return [
    {
      code: marketCodes.invalid,
      severity: "warning",
      message: `SKILL.md says version \`${stated}\`, but it is published as \`${version}\`, which is what counts.`,
      hint: `Write \`version: ${version}\` into SKILL.md, or leave it out.`,
    },
  ];
}

function nameDiffers(slug: string, name = slug): readonly Diagnostic[] {
  if (name === slug) return [];
  return [
    {
      code: marketCodes.invalid,
      severity: "warning",
      message: `The name \`${name}\` in SKILL.md differs from \`${slug}\`, under which the skill is published.`,
      hint: "Some systems want the folder and the name to be equal.",
    },
  ];
}
