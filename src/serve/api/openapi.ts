import type { z } from "zod";
import { toJsonSchema } from "./json-schema.ts";
import { problemSchema } from "./schemas.ts";
import type { AnswerSpec, ApiRoute, DryRunSpec } from "./route.ts";

type Schema = { readonly [key: string]: unknown };

/** Schemas that refer to themselves, by their text; OpenAPI finds such only among its components. */
type SharedSchemas = Map<string, { readonly name: string; readonly schema: Schema }>;

/** The API as OpenAPI 3.1 describes it; made from the table of routes, so it cannot say anything else. */
export function openApiDocument(table: readonly ApiRoute[], version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const shared: SharedSchemas = new Map();
  for (const route of table)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, shared);
  const problems = toSchema(problemSchema, "output", shared);
  const tags = [...new Set(table.map(({ tag }) => tag))].map((name) => ({ name }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Skillwright",
      version,
      description: "Skills, runs, knowledge bases, chats and workflows.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: {
      schemas: {
        Problem: problems,
        ...Object.fromEntries([...shared.values()].map(({ name, schema }) => [name, schema])),
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(route: ApiRoute, shared: SharedSchemas): Schema {
  const isOpen = route.access === "everyone";
  const parameters = [
    ...describeParameters("path", route.params, shared),
    ...describeParameters("query", route.query, shared),
    ...(route.headers ?? []).map(({ name, doc }) => ({
      name,
      in: "header",
      description: doc,
      required: false,
      schema: { type: "string" },
    })),
  ];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.doc,
    security: isOpen ? [] : [{ bearer: [] }],
    ...(isOpen ? {} : { "x-scope": route.scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route.body, shared) }),
    ...(route.form === undefined ? {} : { requestBody: describeForm(route.form) }),
    responses: buildResponses(route, shared),
  };
}

function buildResponses(route: ApiRoute, shared: SharedSchemas): Schema {
  const answers: Record<string, Schema> = {};
  for (const [status, answer] of Object.entries(route.answers))
    answers[status] = describeAnswer(
      answer,
      shared,
      Number(status) < 300 ? route.dryRun : undefined,
    );
  if (route.access !== "everyone") {
    answers["401"] ??= problem("There is no token, or it is not good.");
    answers["403"] ??= problem("The account or the scope of the token does not allow it.");
  }
  if (route.limit !== undefined)
    answers["429"] ??= problem("Too many requests; `Retry-After` says when to try again.");
  if (route.body !== undefined || route.params !== undefined || route.query !== undefined)
    answers["400"] ??= problem("A field is invalid.");
  if (route.body !== undefined) answers["413"] ??= problem("The body is too large.");
  return answers;
}

function problem(description: string): Schema {
  return {
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

function describeAnswer(
  { doc, schema, media = "application/json" }: AnswerSpec,
  shared: SharedSchemas,
  dryRun: DryRunSpec | undefined,
): Schema {
  if (schema === undefined) return { description: doc };
  const content = { [media]: { schema: toSchema(schema, "output", shared) } };
  if (dryRun === undefined) return { description: doc, content };
  const shown = { schema: toSchema(dryRun.schema, "output", shared) };
  return { description: doc, content: { ...content, "application/json": shown } };
}

/** A body of which nothing is needed can be left out. */
function describeBody(schema: z.ZodType, shared: SharedSchemas): Schema {
  const found = toSchema(schema, "input", shared);
  const { required = [] } = found as { readonly required?: readonly string[] };
  return {
    required: required.length > 0 || !schema.safeParse({}).success,
    content: { "application/json": { schema: found } },
  };
}

function describeForm(fields: readonly string[]): Schema {
  const properties = Object.fromEntries(
    fields.map((field) => [
      field,
      { type: "string", contentMediaType: "application/octet-stream" },
    ]),
  );
  return {
    required: true,
    content: {
      "multipart/form-data": { schema: { type: "object", properties, required: [...fields] } },
    },
  };
}

function describeParameters(
  where: "path" | "query",
  schema: z.ZodType | undefined,
  shared: SharedSchemas,
): readonly Schema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input", shared) as {
    readonly properties?: { readonly [name: string]: Schema };
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: value,
  }));
}

function toSchema(schema: z.ZodType, io: "input" | "output", shared: SharedSchemas): Schema {
  const { $schema: _dialect, $defs, ...rest } = toJsonSchema(schema, io);
  if ($defs === undefined) return rest;
  const names = new Map(
    // Where it is there, zod put schemas into it.
    Object.entries($defs as { readonly [name: string]: Schema }).map(
      ([name, found]) => [name, nameOf(found, shared)] as const,
    ),
  );
  return withNames(rest, names);
}

/** Two that read alike but for the name that they give themselves are one. */
function nameOf(schema: Schema, shared: SharedSchemas): string {
  const text = textOf(schema);
  const known = shared.get(text);
  if (known !== undefined) return known.name;
  const name = `Value${shared.size + 1}`;
  shared.set(text, {
    name,
    schema: JSON.parse(
      JSON.stringify(schema).replaceAll(REFERENCE, `"#/components/schemas/${name}"`),
    ) as Schema,
  });
  return name;
}

const REFERENCE = /"#\/(?:\$defs|components\/schemas)\/\w+"/gu;

function textOf(schema: Schema): string {
  return JSON.stringify(schema).replaceAll(REFERENCE, '"#"');
}

function withNames(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/(\w+)"/gu,
    (_whole, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`,
  );
  return JSON.parse(text) as Schema;
}
