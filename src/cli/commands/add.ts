import { isAtLeast } from "../../check/scan/index.ts";
import { expectLargePatterns, failure, resolvePath, oneLine } from "../../platform/index.ts";
import { type Installed, installSkill, RiskySkillError } from "../../registry/install/index.ts";
import {
  type FetchedSkill,
  fetchSkill,
  type McpAddress,
  readMcpAddress,
} from "../../registry/sources/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { reviewsOf } from "../registry/reviews.ts";
import { signersOf } from "../registry/signers.ts";
import { shortPath } from "../library/show-path.ts";
import { withConnection } from "../mcp/connection.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { trustedKeys } from "../registry/places.ts";
import { count } from "../render.ts";

const SCHEME = "mcp:";
/** Stands for the command after `--`, since a command does not fit into one word. */
const STDIO = "stdio";

/** Installs one skill from elsewhere, verified. */
export async function run(context: Context): Promise<number> {
  const { address, name } = readSource(context.arguments);
  return refusingKnown(context, async () => {
    const skill = await withConnection(context, address, (connection) =>
      fetchSkill(connection, name),
    );
    const isDryRun = context.options.flag("dry-run");
    const isJson = context.options.flag("json");
    expectLargePatterns();
    const installed = await installSkill(skill, {
      folder: resolvePath(context.folder, context.options.text("to") ?? "skills"),
      mayReplace: context.options.flag("force"),
      mayBeRisky: context.options.flag("allow-risky"),
      isDryRun,
      ...signersOf(context),
      ...reviewsOf(context),
      now: context.now(),
      trust: trustedKeys(context),
    }).catch((error: unknown) => {
      if (error instanceof RiskySkillError && !isJson) showRefused(error, context);
      throw error;
    });
    if (isJson) printJson(context, { ...installed, origin: skill.origin, isDryRun });
    else context.out(renderInstalled(skill, installed, isDryRun, context));
    return FINE;
  });
}

interface Source {
  readonly address: McpAddress;
  readonly name: string | undefined;
}

function readSource([source = "", ...command]: readonly string[]): Source {
  if (!source.startsWith(SCHEME))
    throw failure(
      "cli/usage",
      `\`add\` takes a source that begins with \`${SCHEME}\`, not \`${source}\`.`,
      { hint: "See `skillwright help add`." },
    );
  const text = source.slice(SCHEME.length);
  const hash = text.indexOf("#");
  const place = hash === -1 ? text : text.slice(0, hash);
  const name = hash === -1 ? undefined : decode(text.slice(hash + 1));
  if (place === STDIO) return { address: readMcpAddress(command), name };
  if (command.length > 0)
    throw failure(
      "cli/usage",
      `Only \`mcp:${STDIO}#NAME\` can be followed by a command: remove \`${command[0] ?? ""}\`.`,
    );
  const address = readMcpAddress([place]);
  if (address.kind === "stdio")
    throw failure(
      "cli/usage",
      `The source \`${place}\` is neither a web address nor \`${STDIO}\`.`,
      { hint: `A server that is started: \`skillwright add mcp:${STDIO}#NAME -- COMMAND…\`.` },
    );
  return { address, name };
}

function decode(text: string): string | undefined {
  try {
    return text === "" ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

function renderInstalled(
  skill: FetchedSkill,
  installed: Installed,
  isDryRun: boolean,
  context: Context,
): string {
  const { risks, files, hasReplaced } = installed;
  const path = shortPath(installed.path, context);
  const originFile = shortPath(installed.originFile, context);
  const verb = isDryRun ? "Would install" : hasReplaced ? "Replaced" : "Installed";
  const lines = [
    `${verb} \`${installed.name}\` (${count(files.length, "file")}, verified) in ${path}`,
    `  from ${skill.origin.server}`,
    ...(isDryRun ? [] : [`  kept in ${originFile}`]),
    `  counts as ${installed.entry.enforcedTier}, ${signatureWords(installed)}`,
    ...riskLine("Holds files that can be run", risks.executables),
    ...riskLine("Wants to use without asking", risks.allowedTools),
    ...riskLine("Has commands run on", risks.hooks),
    ...riskLine(
      "Holds more skills",
      risks.nested.map((inner) => `${inner.name} (${inner.path})`),
    ),
    ...scanLines(installed),
  ];
  return `${lines.map((line) => oneLine(line)).join("\n")}\n`;
}

function signatureWords({ entry: { signature, attestedTier } }: Installed): string {
  if (signature["signed"] !== true) return "not signed";
  return attestedTier === "experimental"
    ? "unsigned, or signed with a key you do not trust"
    : "signed by a trusted key";
}

function riskLine(title: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`  ! ${title}: ${names.join(", ")}`];
}

/** Silent where nothing stands against the skill. */
function scanLines({ scan }: Installed): readonly string[] {
  if (scan.verdict === "allow") return [];
  return [`  ! The scanner says ${scan.verdict}: ${scan.reason}`, ...graveLines(scan)];
}

function graveLines({ findings }: Installed["scan"]): readonly string[] {
  return findings
    .filter(({ severity }) => isAtLeast(severity, "high"))
    .map(({ file, range, severity, code, message }) => {
      const place = range === undefined ? file : `${file}:${range.start.line}`;
      return `    ${place}: ${severity}: ${message} (${code})`;
    });
}

/** What was found in a skill that is refused; the refusal itself is told by whoever catches it. */
function showRefused({ scan }: RiskySkillError, context: Context): void {
  for (const line of graveLines(scan)) context.err(`${oneLine(line.trim())}\n`);
}
