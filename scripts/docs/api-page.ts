/** The reference page of the API, made from the table of routes. */
import type { z } from "zod";
import { type ApiRoute, loadApiRoutes, toJsonSchema } from "../../src/serve/api/index.ts";

const apiRoutes = await loadApiRoutes();

export function apiPage(): string {
  const tags = [...new Set(apiRoutes.map(({ tag }) => tag))];
  const lines = [
    "---",
    "kind: reference",
    "---",
    "",
    "# API of the server",
    "",
    "<!-- Made by scripts/gen-docs.ts from src/app/hub and src/serve/api/routes; edit the tables there. -->",
    "",
    "`skillwright serve` answers these requests. `GET /openapi.json` gives the same as an OpenAPI 3.1 document, and",
    "`skillwright/client` is a typed client for all of them.",
    "",
    ...common,
    ...tags.flatMap((tag) => section(tag)),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

const common = [
  "- Send a token as `Authorization: Bearer …`: the access token of a log-in (15 minutes, and no longer than its session), or a personal token with the scope.",
  "- A personal token makes no token with scopes or a lifetime that it does not have. `registry:moderate` is for moderators, `registry:keys` for keys and members of publishers (keys of the registry need both), `users` for accounts of others and for what tools of skills may touch.",
  '- A refusal is `{"detail": {"field": "…", "message": "…"}}` where a field is at fault, else `{"detail": "…"}`.',
  "- Every answer carries `X-Request-Id`; the log of the server knows the request by it.",
  "- Skills, their files and workflows have a version in `ETag`; a change with `If-Match` is refused with 412 where it is not there any more. The client takes `ifMatch`, and tells the version by `onAnswer`.",
  "- Streams are server-sent events. Runs and chats send `thought`, `token`, `citation`, `error` and, as the last, `done`. An `error` of a model carries a `reason`: `no-model`, `unknown-model`, `missing-key`, `refused-key`, `rate-limit`, `refused-request`, `provider-failed`, `unreachable` or `cut-short`.",
  "",
];

function section(tag: string): readonly string[] {
  const routes = apiRoutes.filter((route) => route.tag === tag);
  return [
    `## ${tag[0]?.toUpperCase() ?? ""}${tag.slice(1)}`,
    "",
    "| request | what it does | for | takes | answers |",
    "|---|---|---|---|---|",
    ...routes.map(row),
    "",
  ];
}

function row(route: ApiRoute): string {
  const cells = [
    `\`${route.method} ${route.path}\``,
    route.limit === undefined
      ? route.doc
      : `${route.doc} Counts against the limit \`${route.limit}\`.`,
    accessOf(route),
    takes(route),
    Object.keys(route.answers).join(", "),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function accessOf(route: ApiRoute): string {
  if (route.access === "everyone") return "everyone";
  return route.access === "admin" ? `administrators, \`${route.scope}\`` : `\`${route.scope}\``;
}

function takes({ query, body, form }: ApiRoute): string {
  const parts = [
    ...namesOf(query).map((name) => `?${name}`),
    ...namesOf(body),
    ...(form ?? []).map((name) => `file ${name}`),
  ];
  return parts.map((part) => `\`${part}\``).join(", ");
}

function namesOf(schema: z.ZodType | undefined): readonly string[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input");
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
}
