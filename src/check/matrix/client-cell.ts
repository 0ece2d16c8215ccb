import {
  type Document,
  foldName,
  formatPath,
  getKey,
  isObject,
  type Json,
  type JsonObject,
  type Problem,
  type Skill,
} from "../../skill/index.ts";
import type { CellReason, MatrixCell } from "./cell.ts";
import type { Client, ClientName } from "./client.ts";
import { listLosses } from "./meaning.ts";

type Judgement = Pick<MatrixCell, "verdict" | "reasons">;

const UNREADABLE: ReadonlySet<Problem["kind"]> = new Set([
  "no-frontmatter",
  "missing-fence",
  "fenced-in-code",
  "link-text",
  "empty-file",
  "text-before-fence",
  "unclosed-frontmatter",
  "empty-frontmatter",
  "not-a-mapping",
  "too-large",
  "invalid-yaml",
  "duplicate-key",
  "tab-indent",
]);

/** What a client of the field table makes of a file. */
export function judgeClient(
  client: Client,
  document: Document,
  skill: Skill,
  directory: string | undefined,
): Judgement {
  const writing = judgeWriting(client, document);
  if (writing?.verdict === "refused" || writing?.verdict === "partial") return writing;
  const refusals = [
    ...judgeRequired(client, document.frontmatter),
    ...judgeOptional(client, document.frontmatter),
    ...judgeName(client, document.frontmatter, directory),
    ...judgeKeys(client, document.frontmatter),
  ];
  if (refusals.length > 0) return { verdict: "refused", reasons: refusals };
  const reasons = [
    ...(writing?.reasons ?? []),
    ...judgeHidden(client, document.frontmatter),
    ...judgeListing(client, document.frontmatter),
    ...judgeUnknown(client, document.frontmatter),
    ...lostOn(client, skill),
  ];
  return { verdict: reasons.length === 0 ? "works" : "partial", reasons };
}

function judgeWriting(client: Client, document: Document): Judgement | undefined {
  const broken = document.problems.find(
    ({ kind, severity }) =>
      UNREADABLE.has(kind) || (kind === "json-comment" && severity === "error"),
  );
  const prose = document.problems.find((problem) => problem.kind === "unquoted-text");
  if (broken !== undefined) {
    const isLost = client.whenUnreadable === "fields-lost";
    const effect = isLost ? "the instructions load without any field" : "the skill is not loaded";
    return {
      verdict: isLost ? "partial" : "refused",
      reasons: [reason(`${broken.message.replace(/\.$/, "")}; ${effect}.`, broken.hint)],
    };
  }
  if (prose === undefined) return undefined;
  const hint = "Put the value in quotes; `skillwright lint --fix` does it.";
  const effects = {
    refused: ["refused", "the skill is not loaded"],
    "fields-lost": ["partial", "the instructions load without any field"],
    unknown: ["partial", "it is not documented whether the skill loads"],
    repaired: ["works", ""],
  } as const;
  const [verdict, effect] = effects[client.unquotedColon];
  if (verdict === "works") return undefined;
  return { verdict, reasons: [reason(`${prose.message.replace(/\.$/, "")}; ${effect}.`, hint)] };
}

function judgeRequired(client: Client, frontmatter: JsonObject): readonly CellReason[] {
  return client.required.flatMap((key) => {
    const value = getKey(frontmatter, key);
    if (typeof value === "string" && value.trim() !== "")
      return key === "description" ? judgeDescription(client, value) : [];
    if (client.takes !== undefined && isAccepted(client.takes, value)) return [];
    const message =
      value === undefined || value === null || value === ""
        ? `Missing required field \`${key}\`.`
        : `\`${key}\` must be text.`;
    return [{ path: [key], message, hint: `Add \`${key}\`.` }];
  });
}

function judgeOptional(client: Client, frontmatter: JsonObject): readonly CellReason[] {
  return (client.optionalTexts ?? []).flatMap((key) => {
    const value = getKey(frontmatter, key);
    if (value === undefined) return [];
    if (typeof value === "string")
      return key === "description" ? judgeDescription(client, value) : [];
    if (client.takes !== undefined && (value === null || isAccepted(client.takes, value)))
      return [];
    return [{ path: [key], message: `\`${key}\` must be text.`, hint: "Put the value in quotes." }];
  });
}

function isAccepted(takes: NonNullable<Client["takes"]>, value: Json | undefined): boolean {
  if (takes === "any") return value !== undefined;
  return typeof value === "number" || typeof value === "boolean";
}

const TAG = /<\/?[A-Za-z!?][^<>]*>/;

function judgeDescription(client: Client, value: string): readonly CellReason[] {
  const path = ["description"];
  const length = [...value.trim()].length;
  const { maxDescription: max } = client;
  const tag = client.refusesTags === true ? TAG.exec(value)?.[0] : undefined;
  if (max !== undefined && length > max)
    return [
      {
        path,
        message: `\`description\` has ${length} characters; at most ${max} are allowed.`,
        hint: "Shorten it; the rest belongs into the instructions.",
      },
    ];
  if (tag === undefined) return [];
  return [
    {
      path,
      message: `\`description\` contains the tag \`${tag.slice(0, 60)}\`, but must be text without XML tags.`,
      hint: "Leave the angle brackets away.",
    },
  ];
}

function judgeName(
  client: Client,
  frontmatter: JsonObject,
  directory: string | undefined,
): readonly CellReason[] {
  const name = getKey(frontmatter, "name");
  const rule = client.name;
  if (rule === undefined || typeof name !== "string" || name.trim() === "") return [];
  const path = ["name"];
  if (!rule.pattern.test(name.trim()) || name.trim().length > rule.max)
    return [
      { path, message: `\`${name.trim().slice(0, 60)}\` is not a valid name: use ${rule.says}.` },
    ];
  if (directory !== undefined && !isNamed(rule, directory, name.trim()))
    return [
      {
        path,
        message: `The name \`${name.trim()}\` differs from the folder \`${directory}\`.`,
        hint: `Rename the folder to \`${name.trim()}\`.`,
      },
    ];
  return [];
}

function isNamed(rule: ClientName, directory: string, name: string): boolean {
  if (rule.equalsDirectory === false || directory === name) return true;
  return rule.equalsDirectory === "folded" && foldName(directory) === foldName(name);
}

/** Keys are words of whoever wrote the skill, also such as `constructor`. */
function describeUse({ uses, otherKeys }: Client, key: string): Client["otherKeys"] {
  return (Object.hasOwn(uses, key) ? uses[key] : undefined) ?? otherKeys;
}

function judgeKeys(client: Client, frontmatter: JsonObject): readonly CellReason[] {
  const refused = Object.keys(frontmatter).filter((key) => describeUse(client, key) === "refused");
  const reasons: CellReason[] = refused.map((key) => ({
    path: [key],
    message: `The field \`${key}\` is not in the open specification.`,
    hint: "Move it under `metadata`; `skillwright convert` does it and keeps the meaning.",
  }));
  const nested = client.nestedMetadata === "refused" ? findNested(frontmatter) : undefined;
  const metadata = getKey(frontmatter, "metadata");
  if (client.nestedMetadata === "map-only" && metadata !== undefined && !isObject(metadata))
    reasons.push({
      path: ["metadata"],
      message: "`metadata` is not a map.",
      hint: "Write `metadata` as indented lines of `key: value`.",
    });
  if (nested !== undefined)
    reasons.push({
      path: nested,
      message: `The value of \`${formatPath(nested)}\` is not text, as values under \`metadata\` must be.`,
      hint: TO_TEXT,
    });
  return reasons;
}

const TO_TEXT = "Converting to the open specification turns them into text.";

/** The first value under `metadata` that is no text, or `metadata` itself where it is no map. */
function findNested(frontmatter: JsonObject): readonly string[] | undefined {
  const metadata = getKey(frontmatter, "metadata");
  if (metadata === undefined) return undefined;
  if (!isObject(metadata)) return ["metadata"];
  const key = Object.keys(metadata).find((name) => typeof metadata[name] !== "string");
  return key === undefined ? undefined : ["metadata", key];
}

/** What the client's makers say nothing about. */
function judgeUnknown(client: Client, frontmatter: JsonObject): readonly CellReason[] {
  const path = client.nestedMetadata === "unknown" ? findNested(frontmatter) : undefined;
  if (path === undefined) return [];
  const message = `\`${formatPath(path)}\` is no text; it is not documented whether the skill loads.`;
  return [{ path, message, hint: TO_TEXT }];
}

function judgeHidden(client: Client, frontmatter: JsonObject): readonly CellReason[] {
  return (client.hiddenWithout ?? [])
    .filter((key) => getKey(frontmatter, key) === undefined)
    .map((key) => ({
      message: `Without \`${key}\` the model is not told of the skill.`,
      hint: `Add \`${key}\`.`,
    }));
}

/** The model chooses a skill by what it is shown; the end of a long description is not. */
function judgeListing(client: Client, frontmatter: JsonObject): readonly CellReason[] {
  const max = client.listedDescription ?? Infinity;
  const texts = ["description", "when_to_use"].map((key) => getKey(frontmatter, key));
  const shown = texts.filter((value) => typeof value === "string").map((value) => value.trim());
  const length = [...shown.filter((value) => value !== "").join(" ")].length;
  if (length <= max) return [];
  const fields = shown.length > 1 ? "`description` and `when_to_use` have" : "`description` has";
  return [
    {
      path: ["description"],
      message: `${fields} ${length} characters; the model is shown the first ${max}.`,
      hint: "Shorten it; the rest belongs into the instructions.",
    },
  ];
}

function lostOn(client: Client, skill: Skill): readonly CellReason[] {
  const seen = new Set<string>();
  return listLosses(skill).flatMap(({ facet, words }) => {
    const path = skill.sources[facet];
    const key = path === undefined ? "" : String(path[0]);
    const use = describeUse(client, key);
    // What stands deeper belongs to another system: its own keys under `metadata`, or settings in a
    // map where the client expects text.
    if (use === "acts" && path?.length === 1) return [];
    const field = path === undefined ? facet : formatPath(path);
    const message = `\`${field}\` is not read: ${words}.`;
    if (seen.has(words)) return [];
    seen.add(words);
    return [{ message, ...(path === undefined ? {} : { path }) }];
  });
}

function reason(message: string, hint: string | undefined): CellReason {
  return { message, ...(hint === undefined ? {} : { hint }) };
}
