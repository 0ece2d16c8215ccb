import { quoteForShell } from "../../skill/index.ts";
import { oneLine } from "../../platform/index.ts";
import type { PolicyItem, SandboxPolicy } from "../../run/authority/index.ts";
import type { KeptConsent } from "../../run/grants/index.ts";
import type { SkillTools } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";

type Paint = Context["paint"];

/** What a skill may touch, in words, and what its user will be asked. */
export function renderPolicy(
  skill: SkillTools,
  found: SandboxPolicy,
  consent: KeptConsent,
  paint: Paint,
): string {
  const claimed = oneLine(skill.skill.authority.tier ?? "none");
  const tier =
    claimed === found.tier
      ? `Tier \`${found.tier}\`.`
      : `Tier \`${found.tier}\`: it claims \`${claimed}\`, and no signature stands for that.`;
  const lines = [
    paint("bold", oneLine(skill.name)),
    `  ${tier}`,
    ...found.items.map((item) => renderItem(item, paint)),
    ...always(found),
    ...changeLines(consent),
    ...next(skill, found, consent),
  ];
  return `${lines.join("\n")}\n`;
}

const MARKS: { readonly [State in PolicyItem["state"]]: readonly [string, Parameters<Paint>[0]] } =
  {
    granted: ["may", "green"],
    asks: ["asks", "yellow"],
    refused: ["refused", "red"],
    denied: ["never", "dim"],
    unavailable: ["cannot", "red"],
  };

function renderItem(item: PolicyItem, paint: Paint): string {
  const [word, style] = MARKS[item.state];
  const mark = paint(style, word.padEnd(8));
  const note = item.note === undefined ? "" : `\n           ${paint("dim", oneLine(item.note))}`;
  return `  ${mark} ${oneLine(item.sentence)} ${paint("dim", oneLine(item.permission))}${note}`;
}

/** To be copied into a shell: names and permissions are the words of strangers. */
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
export function changeLines({ change }: KeptConsent): readonly string[] {
  if (change === undefined) return [];
  return [
    "  Its files are others than those that you agreed to.",
    ...change.added.map((permission) => `  + ${oneLine(permission)}`),
    ...change.dropped.map((permission) => `  - ${oneLine(permission)}`),
  ];
}

function next(
  skill: SkillTools,
  { items, isExperimental }: SandboxPolicy,
  { allowsExperimental }: KeptConsent,
): readonly string[] {
  const asked = items.filter(({ state }) => state === "asks");
  const options = [
    ...(isExperimental && !allowsExperimental ? ["--allow-experimental"] : []),
    ...(isExperimental ? [] : asked.map(toOption)),
    // Nobody will ask for these; only their name helps.
    ...items
      .filter(({ state, note }) => state === "refused" && note?.includes("--allow") === true)
      .map(toOption),
  ];
  return options.length === 0
    ? []
    : [
        `  You will be asked. To agree now: skillwright permissions ${quoteForShell(oneLine(skill.shown))} ${options.join(" ")}`,
      ];
}
