import { oneLine } from "../../platform/index.ts";
import { type Published, publishSkill } from "../../registry/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { pathOf } from "../registry/places.ts";
import { publishOptionsOf } from "../registry/publish-options.ts";
import { registryClientOf } from "../registry/share.ts";
import { judgementLines } from "../registry/show-changes.ts";
import { showRefusal } from "../registry/show-applied.ts";
import { count } from "../render.ts";
import { textOptions } from "../text-options.ts";

/** Hands a skill to a registry. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const client = registryClientOf(context);
    const tags = context.options.texts("tag");
    try {
      const published = await publishSkill(pathOf(context), client, {
        ...publishOptionsOf(context),
        ...textOptions(context.options, { version: "version" }),
        isDraft: context.options.flag("draft"),
        ...(tags.length === 0 ? {} : { tags }),
      });
      const isDryRun = context.options.flag("dry-run");
      if (context.options.flag("json")) printJson(context, { ...published, isDryRun });
      else context.out(page(published, client.address, isDryRun));
      return FINE;
    } catch (error) {
      showRefusal(error, context);
      throw error;
    }
  });
}

const STATES: { readonly [state: string]: string } = {
  listed: "all users who may see the skill can install it now",
  "in-review": "a moderator looks at it before it is listed",
  draft: "only you see it until you submit it",
  quarantined: "the audit found a problem; the skill cannot be installed",
};

function page(
  { fullName, version, state, tier, packed, warnings, semver }: Published,
  address: string,
  isDryRun: boolean,
): string {
  const verb = isDryRun ? "Would publish" : "Published";
  const lines = [
    `${verb} \`${fullName}\` ${version} (${count(packed.files.length, "file")}${packed.isSigned ? ", signed" : ""}) at ${address}`,
    `  ${state}: ${STATES[state] ?? state}`,
    `  counts as ${tier} there`,
    `  integrity ${packed.tree}`,
    ...judgementLines(semver),
    ...packed.withheld.map((path) => `  ! left out: \`${path}\`, where secrets are kept`),
    ...warnings.map((warning) => `  ! ${warning}`),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}
