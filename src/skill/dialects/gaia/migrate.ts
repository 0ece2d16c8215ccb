import { getKey, isList, isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Document, ProblemKind } from "../../text/index.ts";
import type { Migration } from "../dialect.ts";
import { namesIn, refuseMigration, unique, unreadable } from "../shared/migration.ts";
import { permissionLevels } from "../shared/permissions.ts";
import { coerceVersion } from "../shared/semver.ts";
import { characterCount } from "../shared/shape.ts";
import { readActions } from "./actions.ts";
import { usableName } from "./policy.ts";
import { readPermission } from "./trust.ts";
import { programOf, renderWrapper } from "./wrapper.ts";

const SOURCES = ["auto", "openclaw", "claw-legacy"];

/** What only the older picture of OpenClaw has. */
const MARKS = ["claw_version", "actions", "pip_requires", "network"];

/** Keys whose content has another place in the result, or none. */
const MOVED = new Set([
  ...MARKS,
  "name",
  "version",
  "description",
  "author",
  "license",
  "permissions",
  "requirements",
  "tools",
  "security_tier",
]);

/**
 * Takes over a skill in the picture of OpenClaw that section 8 draws: `claw_version`, `actions`
 * with handlers, `pip_requires`, coarse permissions. Trust is not taken over.
 */
export function migrate(
  document: Document,
  from: string,
  tolerates: readonly ProblemKind[],
): Migration {
  if (!SOURCES.includes(from))
    return refuseMigration(
      `Unknown source \`${from}\`: use ${SOURCES.map((name) => `\`${name}\``).join(", ")}.`,
      "Leave the source out to have it found.",
    );
  const refused = unreadable(document, tolerates);
  if (refused !== undefined) return refused;
  const { frontmatter } = document;
  const hasMark =
    MARKS.some((key) => Object.hasOwn(frontmatter, key)) ||
    isObject(getKey(frontmatter, "permissions"));
  if (!hasMark)
    return refuseMigration(
      "The skill has neither `claw_version` nor `actions`, so it is not an older OpenClaw skill.",
      "Convert it instead; nothing in it needs migration.",
    );
  const name = usableName(textOf(frontmatter, "name"));
  const description = textOf(frontmatter, "description");
  if (name === "" || description === "")
    return refuseMigration(
      "The skill needs a usable `name` and `description`.",
      "Write them first; they cannot be made up.",
    );
  return assemble(frontmatter, name, description);
}

function assemble(frontmatter: JsonObject, name: string, description: string): Migration {
  const review: string[] = [];
  const actions = readActions(getKey(frontmatter, "actions"));
  const declared = getKey(frontmatter, "tools");
  const tools = [...actions.tools, ...(isList(declared) ? declared : [])];
  const requirements = readRequirements(frontmatter, review);
  const rest = Object.entries(frontmatter).filter(
    ([key, value]) => !MOVED.has(key) && !isSwitch(key, value),
  );
  const programs = unique(
    actions.delegated
      .flatMap((tool) => programOf(tool) ?? [])
      .map((program) => `shell:execute:${program}`),
  );
  for (const permission of programs)
    review.push(`Handlers need \`${permission}\`; write them in Python to do without.`);
  noteIdentity(frontmatter, name, description, review);
  const result: JsonObject = {
    name,
    version: readVersion(frontmatter, review),
    description,
    author: stated(frontmatter, "author", "unknown", review),
    license: stated(frontmatter, "license", "LicenseRef-unknown", review),
    permissions: withPrograms(readPermissions(frontmatter, review), programs),
    ...(Object.keys(requirements).length === 0 ? {} : { requirements }),
    ...(tools.length === 0 ? {} : { tools }),
    security_tier: "experimental",
    ...Object.fromEntries(rest),
  };
  if (tools.length === 0)
    review.push("There is no action to make a tool of, and GAIA wants at least one tool.");
  if (Object.hasOwn(frontmatter, "security_tier"))
    review.push("The claimed `security_tier` was dropped: trust is established anew.");
  const files =
    actions.delegated.length === 0
      ? {}
      : { files: { "tools.py": renderWrapper(name, actions.delegated) } };
  const handlers = actions.delegated.map(({ name: tool, handler }) => ({
    tool,
    ...(handler === undefined ? {} : { file: handler }),
  }));
  return {
    ok: true,
    frontmatter: result,
    review: [...review, ...actions.review],
    handlers,
    ...files,
  };
}

/** Where all of the shell was asked for, or none, one more program says nothing. */
function withPrograms(
  permissions: readonly string[],
  programs: readonly string[],
): readonly string[] {
  const hasWord = permissions.some((permission) => /^shell:[a-z]+$/.test(permission));
  return hasWord ? permissions : unique([...permissions, ...programs]);
}

/** A coarse permission at top level, such as `network: true`. */
function isSwitch(key: string, value: Json): boolean {
  return Object.hasOwn(permissionLevels, key) && typeof value === "boolean";
}

function textOf(frontmatter: JsonObject, key: string): string {
  const value = getKey(frontmatter, key);
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

function noteIdentity(
  frontmatter: JsonObject,
  name: string,
  description: string,
  review: string[],
): void {
  const given = textOf(frontmatter, "name");
  if (name !== given)
    review.push(`The name \`${given}\` became \`${name}\`; rename the folder to match.`);
  if (characterCount(description) > 200)
    review.push("Shorten `description` to one line of at most 200 characters.");
}

function readVersion(frontmatter: JsonObject, review: string[]): string {
  const own = coerceVersion(textOf(frontmatter, "version"));
  if (own !== undefined) return own;
  const claw = coerceVersion(textOf(frontmatter, "claw_version"));
  review.push(
    claw === undefined
      ? "No usable version was found; `0.1.0` was written."
      : `The version was taken from \`claw_version\`; check that \`${claw}\` is the skill's own.`,
  );
  return claw ?? "0.1.0";
}

function stated(frontmatter: JsonObject, key: string, fallback: string, review: string[]): string {
  const value = textOf(frontmatter, key);
  if (value !== "") return value;
  review.push(`No \`${key}\` was found; replace \`${fallback}\`.`);
  return fallback;
}

/** Coarse switches, at top level or under `permissions`, as the grants they stand for. */
function readPermissions(frontmatter: JsonObject, review: string[]): readonly string[] {
  const block = getKey(frontmatter, "permissions");
  const switches: Record<string, Json> = { ...(isObject(block) ? block : {}) };
  for (const [key, value] of Object.entries(frontmatter))
    if (isSwitch(key, value) || key === "network") switches[key] = value;
  const grants = namesIn(isObject(block) ? undefined : block).filter((grant) => {
    const isKnown = readPermission(grant) !== undefined;
    if (!isKnown) review.push(`The permission \`${grant}\` is not known and was left out.`);
    return isKnown;
  });
  const expanded = Object.entries(switches).flatMap(([domain, value]) => {
    const levels = Object.hasOwn(permissionLevels, domain) ? permissionLevels[domain] : undefined;
    if (levels === undefined || typeof value !== "boolean") {
      review.push(`The permission \`${domain}\` says nothing GAIA knows and was left out.`);
      return [];
    }
    if (!value) return [`${domain}:none`];
    review.push(`\`${domain}: true\` grants all of \`${domain}\`; narrow it with a scope.`);
    return levels.filter((level) => level !== "none").map((level) => `${domain}:${level}`);
  });
  if (grants.length + expanded.length === 0)
    review.push("No permissions were declared; add what the handlers need.");
  return unique([...grants, ...expanded]);
}

/** A name with versions, and no address. */
const PACKAGE = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9._,\s-]*\])?\s*(?:[<>=!~^].*)?$/;

function readRequirements(frontmatter: JsonObject, review: string[]): JsonObject {
  const given = getKey(frontmatter, "requirements");
  const base = isObject(given) ? given : {};
  const packages = getKey(frontmatter, "pip_requires");
  const listed = typeof packages === "string" ? packages.split(/[\s,]+/) : packages;
  const dependencies = unique([...namesIn(getKey(base, "dependencies")), ...namesIn(listed)]);
  for (const name of dependencies)
    if (!PACKAGE.test(name) || name.includes("://"))
      review.push(`The package \`${name}\` is an address, which loading refuses; name a package.`);
  return dependencies.length === 0 ? base : { ...base, dependencies };
}
