import type { PolicyItem, SandboxPolicy } from "../../run/authority/index.ts";
import type { StoredConsent } from "../../run/grants/index.ts";
import { oneLine, quoteForShell } from "../../skill/index.ts";
import type { Screen, Style, TextView } from "../text.ts";
import type { PermissionList, SkillPermissions } from "./permission-list.ts";

export const permissionText: TextView<PermissionList> = {
  render: ({ skills }, screen) => skills.map((skill) => describe(skill, screen)).join("\n"),
};

/** What a skill may touch, in words, and what its user will be asked. */
function describe(skill: SkillPermissions, screen: Screen): string {
  const claimed = oneLine(skill.claimedTier ?? "none");
  const tier =
    claimed === skill.tier
      ? `Tier \`${skill.tier}\`.`
      : `Tier \`${skill.tier}\`: it claims \`${claimed}\`, and no signature stands for that.`;
  const lines = [
    screen.style("bold", oneLine(skill.skill)),
    `  ${tier}`,
    ...skill.items.map((item) => describeItem(item, screen)),
    ...always(skill),
    ...(skill.isKept ? [] : changeLines(skill)),
    ...next(skill),
  ];
  return `${lines.join("\n")}\n`;
}

const MARKS: { readonly [State in PolicyItem["state"]]: readonly [string, Style] } = {
  granted: ["may", "green"],
  asks: ["asks", "yellow"],
  refused: ["refused", "red"],
  denied: ["never", "dim"],
  unavailable: ["cannot", "red"],
};

function describeItem(item: PolicyItem, { style }: Screen): string {
  const [word, color] = MARKS[item.state];
  const mark = style(color, word.padEnd(8));
  const note = item.note === undefined ? "" : `\n           ${style("dim", oneLine(item.note))}`;
  return `  ${mark} ${oneLine(item.sentence)} ${style("dim", oneLine(item.permission))}${note}`;
}

/** To be copied into a shell: names and permissions are the untrusted words. */
function toOption({ permission }: PolicyItem): string {
  return `--allow '${oneLine(permission).replaceAll("'", String.raw`'\''`)}'`;
}

const MIB = 1024 * 1024;

function always({ environment, limits }: SandboxPolicy): readonly string[] {
  const names = environment.names.map((name) => `\`${name}\``).join(", ");
  return [
    ...(names === "" ? [] : [`  Sees the variables ${names}, if they are set.`]),
    `  Runs in the sandbox: ${limits.cpuSeconds} s of processor time, ${limits.memoryBytes / MIB} MiB of memory, ` +
      `${limits.processes} processes, ${limits.networkBytes / MIB} MiB over the network.`,
  ];
}

/** How a skill differs from the one that the user agreed to. */
export function changeLines({ change }: Pick<StoredConsent, "change">): readonly string[] {
  if (change === undefined) return [];
  return [
    "  Its files are others than those that you agreed to.",
    ...change.added.map((permission) => `  + ${oneLine(permission)}`),
    ...change.dropped.map((permission) => `  - ${oneLine(permission)}`),
  ];
}

function next({
  file,
  items,
  isExperimental,
  allowsExperimental,
}: SkillPermissions): readonly string[] {
  const asked = items.filter(({ state }) => state === "asks");
  const options = [
    ...(isExperimental && !allowsExperimental ? ["--allow-experimental"] : []),
    // The yes to an experimental skill holds for what is inside of the sandbox.
    ...asked.filter(({ parts }) => !isExperimental || parts.domain === "mcp").map(toOption),
    // Nobody will ask for these; only their name helps.
    ...items
      .filter(({ state, note }) => state === "refused" && note?.includes("--allow") === true)
      .map(toOption),
  ];
  return options.length === 0
    ? []
    : [
        `  You will be asked. To agree now: skillwright permissions ${quoteForShell(oneLine(file))} ${options.join(" ")}`,
      ];
}
