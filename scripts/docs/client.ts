/** The typed client, made from the table of routes. */
import { z } from "zod";
import { type ApiRoute, apiRoutes } from "../../src/serve/api/index.ts";
import { typeOf } from "./types.ts";

export function clientOperations(): string {
  const lines = [
    "/** Made by scripts/gen-docs.ts from src/serve/api/routes; edit the table there. */",
    'import type { CallOptions, Json, OperationSpec, StreamEvent } from "./wire.ts";',
    "",
    "export interface Operations {",
    ...apiRoutes.flatMap(operationType),
    "}",
    "",
    "export const operations: { readonly [Name in keyof Operations]: OperationSpec } = {",
    ...apiRoutes.map(operationSpec),
    "};",
    "",
  ];
  return lines.join("\n");
}

function operationType(route: ApiRoute): readonly string[] {
  const parts = [
    partType("params", route.params),
    partType("query", route.query),
    partType("body", route.body),
    formType(route),
  ].filter((part) => part !== "");
  const isOptional = parts.every((part) => /^ *readonly \w+\?: /u.test(part));
  const request = parts.length === 0 ? "CallOptions" : `CallOptions & {\n${parts.join("\n")}\n  }`;
  return [
    `  /** ${route.doc} */`,
    `  readonly ${route.id}: (request${isOptional ? "?" : ""}: ${request}) => ${answerType(route)};`,
  ];
}

function partType(name: string, schema: z.ZodType | undefined): string {
  if (schema === undefined) return "";
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const isOptional = json.type === "object" && (json.required ?? []).length === 0;
  return `    readonly ${name}${isOptional ? "?" : ""}: ${typeOf(json, "    ")};`;
}

function formType({ form }: ApiRoute): string {
  if (form === undefined) return "";
  const fields = form.map((field) => `readonly ${field}: Blob`).join("; ");
  return `    readonly form: { ${fields} };`;
}

function answerType(route: ApiRoute): string {
  const kind = answerKind(route);
  if (kind === "stream") return "AsyncGenerator<StreamEvent, void>";
  if (kind === "bytes") return "Promise<Uint8Array>";
  if (kind === "text") return "Promise<string>";
  if (kind === "nothing") return "Promise<void>";
  const schema = success(route)?.schema;
  if (schema === undefined) return "Promise<void>";
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  return `Promise<${typeOf(json, "  ")}>`;
}

/** The answer of the lowest status, which is the one that is meant. */
function success({ answers }: ApiRoute): ApiRoute["answers"][number] | undefined {
  const status = Object.keys(answers)
    .map(Number)
    .find((code) => code < 300);
  return status === undefined ? undefined : answers[status];
}

function answerKind(route: ApiRoute): string {
  const answer = success(route);
  if (answer?.schema === undefined) return "nothing";
  const { media = "application/json" } = answer;
  if (media === "text/event-stream") return "stream";
  if (media === "application/octet-stream") return "bytes";
  return media.startsWith("text/") ? "text" : "json";
}

/** Paths stand between backticks: one that ends in `import` reads like a statement to simple tools otherwise. */
function operationSpec(route: ApiRoute): string {
  const form = route.form === undefined ? "" : ", sendsForm: true";
  return `  ${route.id}: { method: "${route.method}", path: \`${route.path}\`, answer: "${answerKind(route)}"${form} },`;
}
