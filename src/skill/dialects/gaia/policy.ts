import { getKey, isList, type Path } from "../../model/index.ts";
import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { nameVerdict, slug } from "../shared/names.ts";
import { duplicateTools } from "../shared/tool-fields.ts";
import { NAME, NAME_RULE_TEXT } from "./schema.ts";
import { isSpdx, spellLicense } from "./spdx.ts";
import { readPermission } from "./trust.ts";

const RESERVED: { readonly [prefix: string]: string } = {
  "amd-": "skills that AMD publishes",
  "gaia-": "skills of the GAIA framework",
  "mcp-": "skills that wrap an MCP server",
};

export function checkName(value: string): NameVerdict {
  const isValid = NAME.test(value);
  return nameVerdict(isValid, NAME_RULE_TEXT, isValid ? value : usableName(value));
}

/** A name by the rule, as near to the given one as can be; a digit cannot stand first. */
export function usableName(value: string): string {
  const name = slug(value);
  return /^[0-9]/.test(name) ? slug(`skill-${name}`) : name;
}

/** What is worth a warning though nothing refuses it. */
export function rules(reading: Reading): readonly Violation[] {
  return [
    ...reservedPrefix(reading),
    ...oneLine(reading),
    ...license(reading),
    ...addresses(reading),
    ...contradictions(reading),
    ...duplicateTools(reading, ["tools"]),
  ];
}

function warning(
  rule: Violation["rule"],
  path: Path,
  message: string,
  hint: string,
): readonly Violation[] {
  return [{ rule, path, at: "value", severity: "warning", message, hint }];
}

function textAt(reading: Reading, key: string): string {
  const value = getKey(reading.view, key);
  return typeof value === "string" ? value.trim() : "";
}

function reservedPrefix(reading: Reading): readonly Violation[] {
  const name = textAt(reading, "name");
  const prefix = Object.keys(RESERVED).find((item) => name.startsWith(item));
  if (prefix === undefined) return [];
  return warning(
    "field-value",
    ["name"],
    `The prefix \`${prefix}\` in \`name\` is reserved for ${RESERVED[prefix]}.`,
    "Choose another name unless the skill is one of these.",
  );
}

function oneLine(reading: Reading): readonly Violation[] {
  if (!textAt(reading, "description").includes("\n")) return [];
  return warning(
    "field-format",
    ["description"],
    "`description` contains a line break; it must be one line.",
    "Write the description on one line, or fold it with `>`.",
  );
}

function license(reading: Reading): readonly Violation[] {
  const id = textAt(reading, "license");
  if (id === "" || isSpdx(id)) return [];
  const spelled = spellLicense(id.replace(/\s+/g, "-"));
  return warning(
    "field-value",
    ["license"],
    `\`${id}\` in \`license\` is not an SPDX identifier such as \`MIT\`.`,
    spelled === undefined
      ? "Look it up in the SPDX licence list, or write `LicenseRef-` and a name of your own."
      : `Write \`${spelled}\`.`,
  );
}

function addresses(reading: Reading): readonly Violation[] {
  return ["registry", "homepage", "repository"].flatMap((key) => {
    const address = textAt(reading, key);
    if (address === "" || /^https?:\/\/[^\s/]/i.test(address)) return [];
    return warning(
      "field-format",
      [key],
      `\`${address}\` in \`${key}\` is not a web address.`,
      "Begin it with `https://`.",
    );
  });
}

/** A domain that is denied and granted at once. */
function contradictions(reading: Reading): readonly Violation[] {
  const grants = getKey(reading.view, "permissions");
  if (!isList(grants)) return [];
  const read = grants.map((grant) =>
    typeof grant === "string" ? readPermission(grant) : undefined,
  );
  return read.flatMap((grant, index) => {
    if (grant?.level !== "none" || grant.scope !== undefined) return [];
    const other = read.find((item) => item?.domain === grant.domain && item.level !== "none");
    if (other === undefined) return [];
    return warning(
      "field-conflict",
      ["permissions", index],
      `\`${grant.domain}:none\` contradicts \`${other.domain}:${other.level}\`.`,
      "Remove the denial, or the grant.",
    );
  });
}
