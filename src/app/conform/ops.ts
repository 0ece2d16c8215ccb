import {
  type Dialect,
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseAs,
  type Reading,
  readAs,
  readDocument,
  renderTemplate,
  resolveMetadata,
  undeclaredPlaceholders,
  findViolations,
} from "../../skill/index.ts";

/** The answer that means: refused with a diagnostic. */
export const REFUSED: JsonObject = { error: true };

/** Answers one kind of case; undefined where the dialect does not know the question. */
export type Operation = (dialect: Dialect, input: JsonObject) => Json | undefined;

export function readText(input: JsonObject, key: string): string {
  const value = getKey(input, key);
  return typeof value === "string" ? value : "";
}

function reading(dialect: Dialect, input: JsonObject): Reading {
  const path = getKey(input, "path");
  const directory = getKey(input, "dir");
  return readAs(dialect, readDocument(readText(input, "text")), {
    ...(typeof path === "string" ? { path } : {}),
    ...(typeof directory === "string" ? { directory } : {}),
  });
}

function parse(dialect: Dialect, input: JsonObject): Json {
  const result = parseAs(dialect, readText(input, "text"));
  if (!result.ok) return REFUSED;
  return { frontmatter: result.parsed.frontmatter, body: result.parsed.body };
}

function metadata(dialect: Dialect, input: JsonObject): Json {
  const seen = reading(dialect, input);
  if (seen.refusals.length > 0) return REFUSED;
  const block = dialect.metadata?.(seen);
  if (block !== undefined) return { namespace: block.namespace, data: block.data };
  const resolved = resolveMetadata(seen.view, dialect);
  return { namespace: resolved.namespace ?? null, data: resolved.data ?? null };
}

function describe(dialect: Dialect, input: JsonObject): Json {
  const seen = reading(dialect, input);
  if (seen.refusals.length > 0) return REFUSED;
  const answer = dialect.describe(seen);
  if (answer.name === undefined || answer.description === undefined) return REFUSED;
  return { name: answer.name, description: answer.description };
}

function validate(dialect: Dialect, input: JsonObject): Json {
  const errors = findViolations(reading(dialect, input)).filter(
    (item) => item.severity === "error",
  );
  const fields = new Set(errors.map((item) => item.field ?? item.path.join(".")));
  return { valid: errors.length === 0, fields: [...fields].sort() };
}

function name(dialect: Dialect, input: JsonObject): Json {
  const verdict = dialect.checkName(readText(input, "value"));
  return { valid: verdict.isValid, normalized: verdict.normalized ?? null };
}

interface CaseInput {
  readonly name: string;
  readonly default?: string | undefined;
  readonly required: boolean;
}

function readInputs(input: JsonObject): readonly CaseInput[] {
  const inputs = getKey(input, "inputs");
  if (!isList(inputs)) return [];
  return inputs.filter(isObject).map((item) => {
    const fallback = getKey(item, "default");
    return {
      name: readText(item, "name"),
      default: typeof fallback === "string" ? fallback : undefined,
      required: getKey(item, "required") === true,
    };
  });
}

function render(_dialect: Dialect, input: JsonObject): Json {
  const given = getKey(input, "values");
  const values = Object.fromEntries(
    Object.entries(isObject(given) ? given : {}).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  return { text: renderTemplate(readText(input, "body"), readInputs(input), values) };
}

function placeholders(_dialect: Dialect, input: JsonObject): Json {
  const declared = new Set(readInputs(input).map((item) => item.name));
  return { undeclared: undeclaredPlaceholders(readText(input, "body"), declared) };
}

function chat(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.chat === undefined) return undefined;
  const call = dialect.chat(readText(input, "message"), readInputs(input));
  return call === undefined ? null : { skill: call.skill, values: call.values };
}

function range(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.trust === undefined) return undefined;
  const spec = getKey(input, "spec");
  const answer = dialect.trust.satisfies(
    readText(input, "version"),
    typeof spec === "string" ? spec : "",
  );
  return answer === undefined ? REFUSED : { satisfies: answer };
}

function permission(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.trust === undefined) return undefined;
  const answer = dialect.trust.readPermission(readText(input, "value"));
  if (answer === undefined) return REFUSED;
  return { domain: answer.domain, level: answer.level, scope: answer.scope ?? null };
}

function tier(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.trust === undefined) return undefined;
  const decision = dialect.trust.decide(readText(input, "tier"), readText(input, "permission"));
  return decision === undefined || decision === "refused" ? REFUSED : { decision };
}

function projection(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.project === undefined) return undefined;
  const seen = reading(dialect, input);
  const isBroken = findViolations(seen).some((item) => item.severity === "error");
  return isBroken ? REFUSED : { frontmatter: dialect.project(seen) };
}

function migrate(dialect: Dialect, input: JsonObject): Json | undefined {
  const result = dialect.migrate?.(readDocument(readText(input, "text")), readText(input, "from"));
  if (result === undefined) return undefined;
  return result.ok ? { frontmatter: result.frontmatter } : REFUSED;
}

function policy(dialect: Dialect, input: JsonObject): Json | undefined {
  if (dialect.policy === undefined) return undefined;
  const entries = getKey(input, "entries");
  const answer = dialect.policy(reading(dialect, input), isObject(entries) ? entries : {});
  return {
    enabled: answer.isEnabled,
    always: answer.isAlways,
    invalid: answer.isInvalid,
    requires: answer.requires,
  };
}

export function readTexts(input: JsonObject, key: string): readonly string[] {
  const value = getKey(input, key);
  return isList(value) ? value.filter((item) => typeof item === "string") : [];
}

function command(dialect: Dialect, input: JsonObject): Json | undefined {
  const commands = dialect.commandNames?.(readTexts(input, "names"), readTexts(input, "reserved"));
  return commands === undefined ? undefined : { commands };
}

function installChoice(dialect: Dialect, input: JsonObject): Json | undefined {
  const install = getKey(input, "install");
  const config = getKey(input, "config");
  const options = dialect.installOptions?.({
    install: isList(install) ? install : [],
    bins: readTexts(input, "bins"),
    platform: readText(input, "platform"),
    config: isObject(config) ? config : {},
  });
  if (options === undefined) return undefined;
  return { options: options.map(({ id, kind }) => ({ id, kind })) };
}

/** What `conform` can be asked, by the name of the operation. */
export const operations: { readonly [name: string]: Operation } = {
  parse,
  metadata,
  describe,
  validate,
  name,
  render,
  placeholders,
  chat,
  range,
  permission,
  tier,
  projection,
  migrate,
  policy,
  command,
  "install-choice": installChoice,
};
