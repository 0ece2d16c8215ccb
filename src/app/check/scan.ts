import { type Operation, operation } from "../operation.ts";
import { skillsField } from "./skills-field.ts";

/** From the worst to the most harmless. */
const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;

export const scan: Operation = operation({
  title: "Scan skills",
  details:
    "Reads every file of each skill: instructions, references, scripts, archives. Encoded and hidden text is decoded " +
    "first. Nothing is executed or fetched. Exits with 1 when a verdict blocks, when a part was not read, or when " +
    "there is a finding as grave as `--fail-on`.",
  examples: [
    "skillwright scan skills/weather",
    "skillwright scan . --tier verified",
    "skillwright scan . --format sarif --output scan.sarif",
  ],
  input: {
    skills: { ...skillsField.skills, isWhole: true },
    tier: {
      kind: "choice",
      choices: ["experimental", "community", "verified"],
      placeholder: "T",
      doc: "Tier to check for: experimental, community or verified (default: community).",
    },
    failOn: {
      kind: "choice",
      choices: [...SEVERITIES, "never"],
      placeholder: "SEVERITY",
      only: "local",
      doc: "The mildest finding that makes the exit code 1 (default: `high`).",
    },
    least: {
      kind: "choice",
      choices: SEVERITIES,
      placeholder: "SEVERITY",
      only: "local",
      doc: "The mildest finding that is shown (default: `low`; all in JSON and SARIF).",
    },
    baseline: {
      kind: "file",
      short: "b",
      doc: "File of accepted findings, with reason, author and expiry.",
    },
    accept: {
      kind: "text",
      placeholder: "REASON",
      only: "local",
      doc: "Add what is found to the baseline with this reason.",
    },
    author: {
      kind: "text",
      placeholder: "NAME",
      only: "local",
      doc: "Author who accepts the findings.",
    },
    expires: {
      kind: "text",
      placeholder: "DAY",
      only: "local",
      doc: "Day until which the findings are accepted, such as 2027-01-31 (default: in 90 days).",
    },
    feed: {
      kind: "file",
      many: true,
      doc: "List of what is known to be bad, beside those that `feed update` has kept.",
    },
    opinion: {
      kind: "text",
      placeholder: "MODEL",
      only: "local",
      doc: "Ask this language model too, as `provider:model`; the files go to it, and it can only add findings.",
    },
    settings: {
      kind: "file",
      doc: "With `--opinion`: settings with the models, the same as those of `serve`.",
    },
    jobs: {
      kind: "number",
      short: "j",
      only: "local",
      doc: "Threads to use (default: more than one for many skills).",
    },
  },
  output: async () => (await import("./scan-shape.ts")).scanShape,
  effects: "writes",
  limit: "scan",
  needs: [],
  expose: {
    http: "POST /skills/scan",
    mcp: "scan_skill",
    not: { browser: "The scanner parses code with engines that a server loads once for all." },
  },
  formats: ["pretty", "json", "sarif", "html"],
  run: async (context, input) => {
    const { scanSkills } = await import("./scanning.ts");
    return await scanSkills(context, input);
  },
  exitCode: ({ skills, skipped }, { failOn = "high" }) => {
    if (skills.length === 0) return 2;
    if (skipped.some(({ isFailure }) => isFailure)) return 1;
    if (failOn === "never") return 0;
    const isGrave = skills.some(
      ({ verdict, unread, findings }) =>
        verdict === "block" ||
        // Nobody knows what stands in the part that was not read.
        unread.length > 0 ||
        findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn)),
    );
    return isGrave ? 1 : 0;
  },
  text: async () => (await import("./scanning.text.ts")).scanText,
});
