import { fileExists, reasonOf, readText, resolvePath } from "../../platform/index.ts";
import { runError } from "../errors.ts";
import { joinRules, type OrganisationRules, readRules } from "../authority/index.ts";
import { dialects } from "../../skill/index.ts";

/** Where an organisation keeps its rules on every machine; no option leaves them out. */
const SYSTEM_RULES = "/etc/skillwright/policy.json";

export interface RuleFiles {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Files that a user named. */
  readonly named?: readonly string[];
  readonly system?: string;
}

/** The rules that hold here: of the machine, of `SKILLWRIGHT_POLICY`, and of the files that were named. */
export function readOrganisation({
  folder,
  environment,
  named = [],
  system = SYSTEM_RULES,
}: RuleFiles): OrganisationRules | undefined {
  const variable = environment["SKILLWRIGHT_POLICY"] ?? "";
  const given = [...(variable === "" ? [] : [variable]), ...named];
  const files = [
    ...(fileExists(system) ? [system] : []),
    ...given.map((file) => resolvePath(folder, file)),
  ];
  return files.length === 0 ? undefined : joinRules(files.map(readFile));
}

function readFile(file: string): OrganisationRules {
  const trust = dialects.find((dialect) => dialect.trust)?.trust;
  if (trust === undefined) throw new Error("No dialect knows permissions.");
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw runError(
      "authority/bad-rules",
      { problem: `The rules \`${file}\` cannot be read: ${reasonOf(error)}.`, isUnread: true },
      { file, cause: error },
    );
  }
  return readRules(text, trust, file);
}
