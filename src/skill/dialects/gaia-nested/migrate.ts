import {
  getKey,
  getPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../model/index.ts";
import { type Document, parseRelaxedJson, type ProblemKind } from "../../text/index.ts";
import type { Migration } from "../dialect.ts";
import { namesIn, refuseMigration, unique, unreadable } from "../shared/migration.ts";
import { slug } from "../shared/names.ts";
import { coerceVersion } from "../shared/semver.ts";
import { characterCount } from "../shared/shape.ts";
import { type Demands, findBlock, readDemands, sources } from "./foreign.ts";
import { policedBinaries } from "./trust.ts";

/** Takes over a skill of OpenClaw or Hermes; it starts anew as experimental. */
export function migrate(
  document: Document,
  from: string,
  tolerates: readonly ProblemKind[],
): Migration {
  if (!sources.includes(from))
    return refuseMigration(
      `Unknown source \`${from}\`: use ${sources.map((name) => `\`${name}\``).join(", ")}.`,
      "Leave the source out to have it found.",
    );
  const refused = unreadable(document, tolerates);
  if (refused !== undefined) return refused;
  const frontmatter = withMetadataMap(document.frontmatter);
  const block = findBlock(frontmatter, from);
  if (block === undefined && from === "auto")
    return refuseMigration(
      "The skill has no data of OpenClaw or Hermes to migrate.",
      "It is a plain skill already; GAIA loads it as it is.",
    );
  const demands = readDemands(block?.value ?? {});
  return (
    refuseIdentity(frontmatter) ??
    refuseDemands(demands) ??
    assemble(frontmatter, block?.path, demands)
  );
}

/** OpenClaw also takes `metadata` as text that holds JSON. */
function withMetadataMap(frontmatter: JsonObject): JsonObject {
  const metadata = getKey(frontmatter, "metadata");
  if (typeof metadata !== "string") return frontmatter;
  const parsed = parseRelaxedJson(metadata, "json5");
  return isObject(parsed) ? { ...frontmatter, metadata: parsed } : frontmatter;
}

function scalarText(frontmatter: JsonObject, key: string): string {
  const value = getKey(frontmatter, key);
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

function refuseIdentity(frontmatter: JsonObject): Migration | undefined {
  if (slug(scalarText(frontmatter, "name")) === "")
    return refuseMigration(
      "The skill has no usable `name`, with letters or digits of the Latin script.",
      "Write a `name` such as `web-research`.",
    );
  const description = scalarText(frontmatter, "description");
  if (description === "")
    return refuseMigration(
      "Missing required field `description`.",
      "Say what the skill does and when to use it.",
    );
  if (characterCount(description) <= 1024) return undefined;
  return refuseMigration(
    `\`description\` has ${characterCount(description)} characters; at most 1024 are allowed.`,
    "Shorten the description; the rest belongs into the instructions.",
  );
}

/** What would need a right that GAIA gives to no skill. */
function refuseDemands(demands: Demands): Migration | undefined {
  const unpoliced = demands.bins.filter((name) => !policedBinaries.includes(name));
  const problems = [
    ...unpoliced.map((name) => ({
      message: `The program \`${name}\` has no read-only policy.`,
      hint: `GAIA runs ${policedBinaries.map((item) => `\`${item}\``).join(" and ")} for skills.`,
    })),
    ...demands.config.map((path) => ({
      message: `The skill asks for the configuration path \`${path}\`, but may not access files.`,
      hint: "GAIA lets no skill read files. Ask for an environment variable instead.",
    })),
  ];
  return problems.length === 0 ? undefined : { ok: false, problems };
}

function assemble(frontmatter: JsonObject, path: Path | undefined, demands: Demands): Migration {
  const review: string[] = [];
  const left = path === undefined ? frontmatter : replaceBlock(frontmatter, path, demands.rest);
  const metadata = getKey(left, "metadata") ?? {};
  const { gaia: existing, ...others } = isObject(metadata) ? metadata : {};
  const gaia = mergeGaia(isObject(existing) ? existing : {}, demands);
  const described: JsonObject = {
    ...(Object.keys(gaia).length === 0 ? {} : { gaia }),
    ...others,
  };
  const { name, description, license, version, metadata: _, ...extras } = left;
  const identity = readIdentity({ name, description, license, version }, review);
  noteReview(path, demands, existing, isObject(metadata) ? undefined : metadata, review);
  return {
    ok: true,
    frontmatter: {
      ...identity,
      ...(Object.keys(described).length === 0 ? {} : { metadata: described }),
      ...extras,
    },
    review,
  };
}

/** The frontmatter with what is left of the block; an emptied one goes. */
function replaceBlock(frontmatter: JsonObject, path: Path, rest: JsonObject): JsonObject {
  const [head, ...tail] = path;
  if (head === undefined) return rest;
  const child = getPath(frontmatter, [head]);
  const next = tail.length === 0 ? rest : replaceBlock(isObject(child) ? child : {}, tail, rest);
  return Object.fromEntries(
    Object.entries(frontmatter).flatMap(([key, value]): [string, Json][] => {
      if (key !== head) return [[key, value]];
      return Object.keys(next).length === 0 ? [] : [[key, next]];
    }),
  );
}

function readIdentity(
  given: { readonly [key: string]: Json | undefined },
  review: string[],
): JsonObject {
  const fields = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
  const name = scalarText(fields, "name");
  const version = scalarText(fields, "version");
  const license = scalarText(fields, "license");
  const coerced = coerceVersion(version);
  if (slug(name) !== name)
    review.push(`The name \`${name}\` became \`${slug(name)}\`; rename the folder to match.`);
  if (version !== "" && coerced === undefined)
    review.push(`The version \`${version}\` is none and was dropped.`);
  else if (version !== "" && coerced !== version)
    review.push(`The version \`${version}\` became \`${coerced}\`.`);
  return {
    name: slug(name),
    description: scalarText(fields, "description"),
    ...(license === "" ? {} : { license }),
    ...(coerced === undefined ? {} : { version: coerced }),
  };
}

function addNames(target: Record<string, Json>, key: string, names: readonly string[]): void {
  if (names.length > 0) target[key] = unique([...namesIn(getKey(target, key)), ...names]);
}

/** Trust is not taken over: whatever tier was claimed, the default applies. */
function mergeGaia(existing: JsonObject, demands: Demands): JsonObject {
  const { security_tier: _, ...kept } = existing;
  const old = getKey(existing, "requirements");
  const requirements: Record<string, Json> = isObject(old) ? { ...old } : {};
  addNames(requirements, "env_vars", demands.env);
  addNames(requirements, "dependencies", demands.pythonPackages);
  addNames(requirements, "node_dependencies", demands.nodePackages);
  const gaia: Record<string, Json> = { ...kept };
  const grants = demands.bins.map((name) => `shell:execute:${name}`);
  addNames(gaia, "permissions", grants);
  if (Object.keys(requirements).length > 0) gaia["requirements"] = requirements;
  addNames(gaia, "tools_required", demands.tools);
  return gaia;
}

function noteReview(
  path: Path | undefined,
  demands: Demands,
  existing: Json | undefined,
  strayMetadata: Json | undefined,
  review: string[],
): void {
  const kept = path === undefined || path.length === 0 ? [] : Object.keys(demands.rest);
  const where = (path ?? []).join(".");
  if (kept.length > 0)
    review.push(
      `GAIA does not read ${kept.map((key) => `\`${where}.${key}\``).join(", ")}; it was kept as written.`,
    );
  for (const name of demands.bins)
    review.push(`The grant \`shell:execute:${name}\` needs a tier above experimental to install.`);
  if (demands.nodePackages.length + demands.pythonPackages.length > 0)
    review.push("Packages were copied from the installers; pin their versions.");
  if (isObject(existing) && Object.hasOwn(existing, "security_tier"))
    review.push("The claimed `security_tier` was dropped: trust is established anew.");
  else if (existing !== undefined && existing !== null && !isObject(existing))
    review.push("`metadata.gaia` held no map and was left out.");
  if (strayMetadata !== undefined && strayMetadata !== null)
    review.push("`metadata` held no map and was left out.");
}
