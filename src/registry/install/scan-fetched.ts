import type { PublicScan, ScanPorts } from "../../check/scan/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { registryCodes, registryProblem } from "../errors.ts";
import { treeIntegrity } from "../package/digests.ts";
import type { FetchedSkill } from "../sources/fetched.ts";

const MOST_RELATED = 10;

/** What the scanner wants a person to look at may be installed after somebody has. */
export interface ReviewOptions {
  /** Somebody has looked at it, or answers for not having done so. */
  readonly acceptsReview?: boolean;
  /** Shows what was found and asks; default: nobody can be asked, and the answer is no. */
  readonly agreeToReview?: (name: string, found: PublicScan) => Promise<boolean>;
}

/** Throws where a person should look at the skill and nobody has said yes to it. */
export async function checkReview(
  name: string,
  found: PublicScan,
  { acceptsReview = false, agreeToReview }: ReviewOptions,
): Promise<void> {
  if (found.verdict !== "review" || acceptsReview) return;
  if (agreeToReview !== undefined && (await agreeToReview(name, found))) return;
  throw new RiskySkillError(name, found);
}

/** The refusal of a skill that the scanner blocks or wants a person to look at, with all that it found. */
export class RiskySkillError extends SkillError {
  readonly scan: PublicScan;

  constructor(name: string, found: PublicScan) {
    const isReview = found.verdict === "review";
    super(
      {
        ...registryProblem(
          isReview ? registryCodes.needsReview : registryCodes.riskySkill,
          isReview
            ? `A person has to look at \`${name}\` before it is installed: ${found.reason}`
            : `The scanner blocks \`${name}\`: ${found.reason}`,
          {
            hint: `Nothing was written. Read what was found; \`${isReview ? "--accept-review" : "--allow-risky"}\` installs it nevertheless.`,
          },
        ),
        related: found.findings
          .filter(({ severity }) => severity === "critical" || severity === "high")
          .slice(0, MOST_RELATED)
          .map(({ code, message, file, range }) => ({
            message: `${message} (${code})`,
            file,
            ...(range === undefined ? {} : { range }),
          })),
      },
      { exit: 1, more: { name: found.name, scan: found } },
    );
    this.scan = found;
  }
}

/** What the scanner said of the very same files before; whoever keeps it answers for the same scanner. */
export interface ScanMemory {
  readonly find: (name: string, tree: string) => PublicScan | undefined;
  readonly keep: (name: string, tree: string, found: PublicScan) => void;
}

export interface ScanFetchedOptions {
  readonly mayBeRisky: boolean;
  readonly ports?: ScanPorts;
  readonly memory?: ScanMemory;
}

/** Scans a skill before anything of it is written; throws where the verdict is to block and nobody allowed it. */
export async function scanFetched(
  skill: FetchedSkill,
  { mayBeRisky, ports, memory }: ScanFetchedOptions,
): Promise<PublicScan> {
  const { name } = skill;
  const tree = treeIntegrity(skill.files);
  const before = memory?.find(name, tree);
  const found = before ?? (await scanAnew(skill, ports));
  if (before === undefined) memory?.keep(name, tree, found);
  if (found.verdict === "block" && !mayBeRisky) throw new RiskySkillError(name, found);
  return found;
}

async function scanAnew(
  { name, files }: FetchedSkill,
  ports: ScanPorts = openScanEngines(),
): Promise<PublicScan> {
  // The scanner is most of the program, and not needed where all files were scanned before.
  const { publicScan, scan } = await import("../../check/scan/index.ts");
  const given = files.map(({ path, bytes }) => ({ path, content: bytes }));
  const report = await scan({ files: given, directory: name, ports });
  return publicScan({ path: name, report });
}
