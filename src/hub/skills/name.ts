import { hostedDialect } from "./reading/hosted-dialect.ts";
import { refusal, shelfCodes } from "./reading/diagnostics.ts";

/** Sentences in the order in which a name is looked at; the first that fits is told. */
const FAULTS: readonly (readonly [(name: string) => boolean, string])[] = [
  [(name) => name === "", "Skill name is required"],
  [(name) => name.length > 64, "Skill name must be 64 characters or less"],
  [(name) => name !== name.toLowerCase(), "Skill name must be lowercase"],
  [
    (name) => !/^[a-z0-9-]+$/u.test(name),
    "Skill name can only contain lowercase letters, numbers, and hyphens",
  ],
  [
    (name) => name.startsWith("-") || name.endsWith("-"),
    "Skill name cannot start or end with a hyphen",
  ],
  [(name) => name.includes("--"), "Skill name cannot contain consecutive hyphens"],
];

/** Refuses what is no name; such a name also leads nowhere but into the folder of skills. */
export function checkSkillName(name: string): void {
  const { checkName } = hostedDialect();
  if (checkName(name).isValid) return;
  const found = FAULTS.find(([isAtFault]) => isAtFault(name));
  const { expected = "a name" } = checkName(name);
  throw refusal(
    shelfCodes.invalid,
    "name",
    found?.[1] ?? `The name \`${name}\` is not valid: use ${expected}.`,
  );
}
