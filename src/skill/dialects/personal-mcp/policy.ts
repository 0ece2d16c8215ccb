import { getKey, getPath, isList, isObject, type Json, type Path } from "../../model/index.ts";
import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { KEBAB, nameVerdict, slug } from "../shared/names.ts";
import { isSemver } from "../shared/semver.ts";
import { characterCount } from "../shared/shape.ts";
import {
  BLOCK,
  documentUri,
  ID,
  ID_SAYS,
  isName,
  MODEL_VERSION,
  NAME_RULE_TEXT,
} from "./schema.ts";

export function checkName(value: string): NameVerdict {
  const name = value.trim();
  const isValid = isName(name) && name.length <= 64;
  return nameVerdict(
    isValid,
    `${NAME_RULE_TEXT}, at most 64 characters`,
    isValid ? name : nearName(name),
  );
}

function nearName(value: string): string {
  const name = slug(value.replace(/anthropic|claude/gi, ""));
  return /^[0-9]/.test(name) ? slug(`skill-${name}`) : name;
}

/** The relations between fields, and what the page asks for beyond its model. */
export function rules(reading: Reading): readonly Violation[] {
  return [
    ...emptyValues(reading),
    ...idEqualsName(reading),
    ...primaryCapability(reading),
    ...dependencyIds(reading),
    ...referenceIds(reading),
    ...advice(reading),
  ];
}

interface Details extends Pick<Violation, "hint" | "field"> {
  readonly at?: Violation["at"];
  readonly severity?: Violation["severity"];
}

function violation(
  rule: Violation["rule"],
  path: Path,
  message: string,
  details: Details = {},
): Violation {
  return { rule, path, at: "value", severity: "error", message, ...details };
}

function textAt(reading: Reading, path: Path): string | undefined {
  const value = getPath(reading.view, path);
  return typeof value === "string" ? value.trim() : undefined;
}

function listAt(reading: Reading, key: string): readonly Json[] {
  const value = getPath(reading.view, [BLOCK, key]);
  return isList(value) ? value : [];
}

/** Fields with a default may be left out, but what stands there has the type of the model. */
function emptyValues(reading: Reading): readonly Violation[] {
  const lists = ["tags", "depends_on"].map((key) => [key, "a list"] as const);
  const found = [...lists, ["references", "a map"] as const]
    .filter(([key]) => getPath(reading.view, [BLOCK, key]) === null)
    .map(([key, type]) => emptyValue([BLOCK, key], type));
  const references = getPath(reading.view, [BLOCK, "references"]);
  const types = Object.entries(isObject(references) ? references : {})
    .filter(([, entry]) => isObject(entry) && getKey(entry, "mime_type") === null)
    .map(([id]) => emptyValue([BLOCK, "references", id, "mime_type"], "text"));
  return [...found, ...types];
}

function emptyValue(path: Path, type: string): Violation {
  const key = String(path.at(-1));
  return violation("field-type", path, `\`${key}\` is empty; it must be ${type}.`, {
    hint: `Write a value, or leave \`${key}\` out.`,
  });
}

/** Only asked once both stand: what is wrong with either alone is said already. */
function idEqualsName(reading: Reading): readonly Violation[] {
  const id = textAt(reading, [BLOCK, "id"]);
  const name = textAt(reading, ["name"]);
  if (id === undefined || name === undefined || id === name) return [];
  if (!ID.test(id) || !checkName(name).isValid) return [];
  return [
    violation(
      "field-conflict",
      [BLOCK, "id"],
      `\`${id}\` in \`${BLOCK}.id\` differs from the name \`${name}\`.`,
      { hint: `Set \`id: ${name}\`.` },
    ),
  ];
}

function primaryCapability(reading: Reading): readonly Violation[] {
  const id = textAt(reading, [BLOCK, "id"]);
  const listed = listAt(reading, "capabilities");
  if (id === undefined || !ID.test(id) || listed.length === 0) return [];
  const uri = documentUri(id);
  if (listed.some((item) => typeof item === "string" && item.trim() === uri)) return [];
  return [
    violation(
      "field-conflict",
      [BLOCK, "capabilities"],
      `\`capabilities\` does not list \`${uri}\`.`,
      { hint: `Add \`${uri}\`.` },
    ),
  ];
}

/** Reported under the list, as the contract's model does. */
function dependencyIds(reading: Reading): readonly Violation[] {
  return listAt(reading, "depends_on").flatMap((item, index) => {
    if (typeof item !== "string" || ID.test(item.trim())) return [];
    return [
      violation(
        "field-format",
        [BLOCK, "depends_on", index],
        `\`${item.trim()}\` in \`depends_on\` is not valid: use ${ID_SAYS}.`,
        { field: `${BLOCK}.depends_on` },
      ),
    ];
  });
}

function referenceIds(reading: Reading): readonly Violation[] {
  const references = getPath(reading.view, [BLOCK, "references"]);
  if (!isObject(references)) return [];
  return Object.keys(references)
    .filter((id) => !ID.test(id))
    .map((id) =>
      violation(
        "field-format",
        [BLOCK, "references", id],
        `\`${id}\` is not a valid reference id: use ${ID_SAYS}.`,
        { at: "key", field: `${BLOCK}.references` },
      ),
    );
}

const warning = { severity: "warning" } as const;

/** Nothing that stops the start of the server. */
function advice(reading: Reading): readonly Violation[] {
  const found: Violation[] = [];
  const version = textAt(reading, [BLOCK, "version"]);
  if (version !== undefined && MODEL_VERSION.test(version) && !isSemver(version))
    found.push(
      violation(
        "field-format",
        [BLOCK, "version"],
        `\`${version}\` is not a valid \`version\` by SemVer 2.0.0.`,
        { ...warning, hint: "The catalog takes it; registries that compare versions do not." },
      ),
    );
  const compatibility = getKey(reading.view, "compatibility");
  if (typeof compatibility === "string" && characterCount(compatibility) > 500)
    found.push(
      violation(
        "field-length",
        ["compatibility"],
        `\`compatibility\` has ${characterCount(compatibility)} characters; at most 500 are allowed.`,
        { ...warning, hint: "The Agent Skills specification sets the limit." },
      ),
    );
  return [...found, ...tagAdvice(reading), ...capabilityAdvice(reading)];
}

function tagAdvice(reading: Reading): readonly Violation[] {
  return listAt(reading, "tags").flatMap((tag, index) =>
    typeof tag !== "string" || KEBAB.test(tag.trim())
      ? []
      : [
          violation(
            "field-format",
            [BLOCK, "tags", index],
            `The tag \`${tag.trim()}\` is not in kebab-case.`,
            { ...warning, hint: `Write \`${slug(tag)}\`.` },
          ),
        ],
  );
}

function capabilityAdvice(reading: Reading): readonly Violation[] {
  return listAt(reading, "capabilities").flatMap((uri, index) =>
    typeof uri !== "string" || /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(uri.trim())
      ? []
      : [
          violation(
            "field-format",
            [BLOCK, "capabilities", index],
            `\`${uri.trim()}\` in \`capabilities\` is not an MCP address.`,
            { ...warning, hint: "Write an address such as `resource://skills/my-skill/document`." },
          ),
        ],
  );
}
