import { z } from "zod";
import { problemSchema } from "./schemas.ts";
import type { AnswerSpec, ApiRoute } from "./route.ts";

type Schema = { readonly [key: string]: unknown };

/** The API as OpenAPI 3.1 describes it; made from the table of routes, so it cannot say anything else. */
export function openApiDocument(table: readonly ApiRoute[], version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of table)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
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
      schemas: { Problem: toSchema(problemSchema, "output") },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(route: ApiRoute): Schema {
  const isOpen = route.access === "everyone";
  const parameters = [...parametersOf("path", route.params), ...parametersOf("query", route.query)];
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.doc,
    security: isOpen ? [] : [{ bearer: [] }],
    ...(isOpen ? {} : { "x-scope": route.scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route.body) }),
    ...(route.form === undefined ? {} : { requestBody: formOf(route.form) }),
    responses: responsesOf(route),
  };
}

function responsesOf(route: ApiRoute): Schema {
  const answers: Record<string, Schema> = {};
  for (const [status, answer] of Object.entries(route.answers)) answers[status] = answerOf(answer);
  if (route.access !== "everyone") {
    answers["401"] ??= problem("There is no token, or it is not good.");
    answers["403"] ??= problem("The account or the scope of the token does not allow it.");
  }
  if (route.limit !== undefined)
    answers["429"] ??= problem("Too many requests; `Retry-After` says when to try again.");
  if (route.body !== undefined || route.params !== undefined || route.query !== undefined)
    answers["400"] ??= problem("A field is at fault.");
  if (route.body !== undefined) answers["413"] ??= problem("The body is too large.");
  return answers;
}

function problem(description: string): Schema {
  return {
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

function answerOf({ doc, schema, media = "application/json" }: AnswerSpec): Schema {
  if (schema === undefined) return { description: doc };
  return { description: doc, content: { [media]: { schema: toSchema(schema, "output") } } };
}

function bodyOf(schema: z.ZodType): Schema {
  return { required: true, content: { "application/json": { schema: toSchema(schema, "input") } } };
}

function formOf(fields: readonly string[]): Schema {
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

function parametersOf(where: "path" | "query", schema: z.ZodType | undefined): readonly Schema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input") as {
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

function toSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
