import { z } from "zod";
import { momentOf } from "../../../hub/accounts/index.ts";
import { type ModelUsage, tokenUsageSince } from "../../../hub/runs/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const HOUR_MS = 3_600_000;

const sumSchema = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  requests: z.number(),
});
const sumsSchema = z.record(z.string(), sumSchema);
type Sum = z.output<typeof sumSchema>;

export const tokenUsageRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/observability/token-usage",
    id: "readTokenUsage",
    tag: "administration",
    doc: "Sums up the tokens that the runs of all users took in the last hours.",
    access: "admin",
    scope: "users",
    query: z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) }),
    answers: {
      200: {
        doc: "The sums.",
        schema: z.object({
          total_input_tokens: z.number(),
          total_output_tokens: z.number(),
          total_requests: z.number(),
          by_provider: sumsSchema,
          by_model: sumsSchema,
        }),
      },
      400: { doc: "The range is not valid.", schema: problemSchema },
    },
    handle: async ({ ports, query }) => {
      const since = momentOf(ports.clock, -query.hours * HOUR_MS);
      const usage = await tokenUsageSince(ports.database, since);
      const total = sumUp(usage);
      return {
        total_input_tokens: total.input_tokens,
        total_output_tokens: total.output_tokens,
        total_requests: total.requests,
        by_provider: sumsBy(usage, (model) => model.split(":", 1)[0] ?? model),
        by_model: sumsBy(usage, (model) => model.slice(model.indexOf(":") + 1)),
      };
    },
  }),
];

function sumsBy(usage: readonly ModelUsage[], key: (model: string) => string): object {
  const groups = Map.groupBy(usage, ({ model }) => key(model));
  return Object.fromEntries([...groups].map(([name, same]) => [name, sumUp(same)]));
}

function sumUp(usage: readonly ModelUsage[]): Sum {
  const add = (field: "inputTokens" | "outputTokens" | "runs"): number =>
    usage.reduce((sum, row) => sum + row[field], 0);
  return {
    input_tokens: add("inputTokens"),
    output_tokens: add("outputTokens"),
    requests: add("runs"),
  };
}
