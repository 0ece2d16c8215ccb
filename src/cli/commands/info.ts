import { oneLine } from "../../platform/index.ts";
import { semverIn } from "../../registry/sources/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { readExact, registryClientOf } from "../registry/share.ts";
import { judgementLines } from "../registry/show-changes.ts";

/** Shows what a registry says of a skill, or of one of its versions. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const { name, version } = readExact(context.arguments[0] ?? "");
    const found = await registryClientOf(context).describe(name, version);
    if (context.options.flag("json")) printJson(context, found);
    else context.out(page(found));
    return FINE;
  });
}

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

function page(found: JsonObject): string {
  const title = sayValue(found["full_name"] ?? null);
  const lines = LINES.flatMap(([key, word]) => {
    const text = sayValue(found[key] ?? null);
    return text === "" ? [] : [`  ${word.padEnd(11)} ${text}`];
  });
  const versions = isObject(found["versions"]) ? Object.keys(found["versions"]) : [];
  const list = versions.length === 0 ? [] : [`  ${"versions".padEnd(11)} ${versions.join(", ")}`];
  return [title, ...lines, ...statedLine(found), ...judgementLines(semverIn(found)), ...list]
    .map((line) => `${oneLine(line)}\n`)
    .join("");
}

/** The registry's version counts; whoever reads the file should know that it says another. */
function statedLine({ version, stated_version: stated }: JsonObject): readonly string[] {
  if (typeof version !== "string" || typeof stated !== "string" || stated === version) return [];
  return [`  ${"version in".padEnd(11)} SKILL.md says ${stated === "" ? "none" : stated}`];
}

function sayValue(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.map(sayItem).join(", ");
  return "";
}

function sayItem(item: Json): string {
  if (!isObject(item)) return sayValue(item);
  return [item["name"], item["version"]]
    .map((part) => sayValue(part ?? null))
    .join(" ")
    .trim();
}
