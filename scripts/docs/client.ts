/** The typed client, made from the table of routes. */
import type { z } from "zod";
import { type ApiRoute, loadApiRoutes, toJsonSchema } from "../../src/serve/api/index.ts";
import { type SharedTypes, shareTypes } from "./shared-types.ts";
import { inBraces, typeOf } from "./types.ts";

const apiRoutes = await loadApiRoutes();

export function clientOperations(): string {
  const types = shareTypes((share) => apiRoutes.flatMap((route) => operationType(route, share)));
  const lines = [
    "/** Made by scripts/gen-docs.ts from src/app/hub and src/serve/api/routes; edit the tables there. */",
    'import type { CallOptions, Json, OperationSpec, StreamEvent } from "./wire.ts";',
    "",
    ...types.declarations,
    "/** Input and output of every operation, by name. */",
    "export interface Operations {",
    ...types.lines,
    "}",
    "",
    "export const operations: { readonly [Name in keyof Operations]: OperationSpec } = {",
    ...apiRoutes.flatMap(operationSpec),
    "};",
    "",
  ];
  return lines.join("\n");
}

function operationType(route: ApiRoute, share: SharedTypes): readonly string[] {
  const { id, doc, dryRun } = route;
  const parts = [
    partType("params", route.params, route, share),
    partType("query", route.query, route, share),
    partType("body", route.body, route, share),
    formType(route),
  ].filter((part) => part !== "");
  const isOptional = parts.every((part) => /^ *readonly \w+\?: /u.test(part));
  const request = parts.length === 0 ? "CallOptions" : `CallOptions & ${inBraces(parts, "  ")}`;
  const typed = (name: string, about: string, answer: string): readonly string[] => [
    `  /** ${about} */`,
    `  readonly ${name}: (request${isOptional ? "?" : ""}: ${request}) => ${answer};`,
  ];
  return [
    ...typed(id, doc, answerType(route, share)),
    ...(dryRun === undefined
      ? []
      : typed(dryRun.id, dryRun.doc, promised(dryRun.schema, dryRun.id, share))),
  ];
}

/** What an operation takes; a field that another operation stands for is left out. */
function partType(
  name: string,
  schema: z.ZodType | undefined,
  { id, dryRun }: ApiRoute,
  share: SharedTypes,
): string {
  if (schema === undefined) return "";
  const { properties = {}, ...given } = toJsonSchema(schema, "input");
  const { [name === "body" ? (dryRun?.flag ?? "") : ""]: _flag, ...rest } = properties;
  const json = { ...given, ...(Object.keys(rest).length === 0 ? {} : { properties: rest }) };
  const isOptional = json.type === "object" && (json.required ?? []).length === 0;
  return `    readonly ${name}${isOptional ? "?" : ""}: ${typeOf(json, { ...share, indent: "    ", property: name, owner: subjectOf(id), isAnswer: false })};`;
}

/** `readRegistryVersion` is about a `RegistryVersion`. */
function subjectOf(id: string): string {
  return id.replace(/^[a-z]+/u, "") || id;
}

function formType({ form }: ApiRoute): string {
  if (form === undefined) return "";
  const fields = form.map((field) => `readonly ${field}: Blob`).join("; ");
  return `    readonly form: { ${fields} };`;
}

function answerType(route: ApiRoute, share: SharedTypes): string {
  const kind = answerKind(route);
  if (kind === "stream") return "AsyncGenerator<StreamEvent, void>";
  if (kind === "bytes") return "Promise<Uint8Array>";
  if (kind === "text") return "Promise<string>";
  if (kind === "nothing") return "Promise<void>";
  const schema = success(route)?.schema;
  if (schema === undefined) return "Promise<void>";
  return promised(schema, route.id, share);
}

function promised(schema: z.ZodType, id: string, share: SharedTypes): string {
  const owner = subjectOf(id);
  return `Promise<${typeOf(toJsonSchema(schema, "output"), { ...share, indent: "  ", property: owner, owner, isAnswer: true })}>`;
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
  if (media === "application/octet-stream" || media === "application/zip") return "bytes";
  return media.startsWith("text/") ? "text" : "json";
}

/** Paths stand between backticks: one that ends in `import` reads like a statement to simple tools otherwise. */
function operationSpec(route: ApiRoute): readonly string[] {
  const { id, method, path, dryRun } = route;
  const form = route.form === undefined ? "" : ", sendsForm: true";
  const line = (name: string, more: string): string =>
    `  ${name}: { method: "${method}", path: \`${path}\`, ${more} },`;
  return [
    line(id, `answer: "${answerKind(route)}"${form}`),
    ...(dryRun === undefined ? [] : [line(dryRun.id, `answer: "json", sets: "${dryRun.flag}"`)]),
  ];
}
