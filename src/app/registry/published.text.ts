import { matchWords } from "../../registry/contract/index.ts";
import { semverIn } from "../../registry/sources/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { clip, count, type TextView, toLines } from "../text.ts";
import { explainRefusal } from "./applied.text.ts";
import { judgementLines } from "./changes.text.ts";
import type {
  DeprecateAnswer,
  PublishAnswer,
  SearchAnswer,
  SyncAnswer,
  YankAnswer,
} from "./published.ts";

export const searchText: TextView<SearchAnswer> = {
  render: ({ skills }, { columns }) => {
    const width = Math.max(...skills.map(({ name }) => name.length));
    return toLines(
      skills.map(({ name, version = "", tier = "", description, deprecation, why = [] }) => {
        const facts = [version, tier].filter((word) => word !== "").join(", ");
        const head = `${name.padEnd(width)}  ${facts === "" ? "" : `${facts}  `}`;
        const about = deprecation === undefined ? description : `deprecated: ${deprecation}`;
        const reason = matchWords(why);
        const text = reason === "" ? about : `(${reason}) ${about}`;
        return head + clip(text, Math.max(20, columns - head.length));
      }),
    );
  },
  notes: ({ skills }) => (skills.length === 0 ? "No skills found.\n" : ""),
};

export const infoText: TextView<JsonObject> = {
  render: (found) => {
    const lines = LINES.flatMap(([key, word]) => {
      const text = formatValue(found[key] ?? null);
      return text === "" ? [] : [`  ${word.padEnd(11)} ${text}`];
    });
    const versions = isObject(found["versions"]) ? Object.keys(found["versions"]) : [];
    return toLines([
      formatValue(found["full_name"] ?? null),
      ...lines,
      ...statedLine(isObject(found["latest"]) ? found["latest"] : found),
      ...builtLine(found),
      ...judgementLines(semverIn(found)),
      ...(versions.length === 0 ? [] : [`  ${"versions".padEnd(11)} ${versions.join(", ")}`]),
    ]);
  },
};

/** What people look for first, in the order in which they do; the rest is in the JSON. */
const LINES: readonly (readonly [string, string])[] = [
  ["description", "description"],
  ["latest_version", "latest"],
  ["version", "version"],
  ["state", "state"],
  ["security_tier", "tier"],
  ["author", "author"],
  ["license", "license"],
  ["permissions", "permissions"],
  ["works_on", "works on"],
  ["dependencies", "needs"],
  ["downloads", "downloads"],
  ["deprecated", "deprecated"],
  ["tree", "integrity"],
  ["published_at", "published"],
];

/** The registry's version counts; whoever reads the file should know that it says another. */
function statedLine({ version, stated_version: stated }: JsonObject): readonly string[] {
  if (typeof version !== "string" || typeof stated !== "string" || stated === version) return [];
  return [`  ${"version in".padEnd(11)} SKILL.md says ${stated === "" ? "none" : stated}`];
}

/** Where a version was built, where its issuer has said so to the registry. */
function builtLine({ provenance }: JsonObject): readonly string[] {
  if (!isObject(provenance)) return [];
  const say = (key: string): string => formatValue(provenance[key] ?? null);
  const commit = say("commit");
  return [
    `  ${"built".padEnd(11)} by ${say("workflow")} of ${say("repository")}${commit === "" ? "" : ` at ${commit.slice(0, 12)}`}, says ${say("issuer")}`,
  ];
}

function formatValue(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.map(formatItem).join(", ");
  return "";
}

function formatItem(item: Json): string {
  if (!isObject(item)) return formatValue(item);
  return [item["name"], item["version"]]
    .map((part) => formatValue(part ?? null))
    .join(" ")
    .trim();
}

export const yankText: TextView<YankAnswer> = {
  render: ({ name, version, state }) => toLines([`\`${name}\` ${version} is ${state}`]),
};

export const deprecateText: TextView<DeprecateAnswer> = {
  render: ({ name, version, message }) => {
    const word = version === null ? name : `${name}@${version}`;
    return toLines([
      message === null
        ? `\`${word}\` is not deprecated any more`
        : `\`${word}\` is deprecated: ${message}`,
    ]);
  },
};

const STATES: { readonly [state: string]: string } = {
  listed: "all users who may see the skill can install it now",
  "in-review": "a moderator looks at it before it is listed",
  draft: "only you see it until you submit it",
  quarantined: "the audit found a problem; the skill cannot be installed",
};

export const publishText: TextView<PublishAnswer> = {
  render: ({ published, address, isDryRun }) => {
    const { fullName, version, state, tier, packed, warnings, semver } = published;
    const verb = isDryRun ? "Would publish" : "Published";
    return toLines([
      `${verb} \`${fullName}\` ${version} (${count(packed.files.length, "file")}${packed.isSigned ? ", signed" : ""}) at ${address}`,
      `  ${state}: ${STATES[state] ?? state}`,
      `  counts as ${tier} there`,
      `  integrity ${packed.tree}`,
      ...judgementLines(semver),
      ...packed.withheld.map((path) => `  ! left out: \`${path}\`, where secrets are kept`),
      ...warnings.map((warning) => `  ! ${warning}`),
    ]);
  },
  failed: explainRefusal,
};

export const syncText: TextView<SyncAnswer, { readonly root: readonly string[] }> = {
  render: ({ skills, isDryRun }, _screen, { root }) =>
    skills.length === 0
      ? `There is no skill in ${(root.length === 0 ? ["skills"] : root).join(", ")}.\n`
      : toLines(
          skills.map(({ name, version = "", done, reason = "" }) => {
            if (done === "failed") return `failed     ${name}: ${reason}`;
            const published = isDryRun ? "would publish" : "published";
            const word = done === "published" ? published : "unchanged";
            return `${word.padEnd(10)} ${name} ${version}`.trimEnd();
          }),
        ),
};
