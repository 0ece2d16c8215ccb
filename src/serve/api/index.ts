export { createApi } from "./app.ts";
export { createMetrics, figuresOf } from "./metrics.ts";
export { toJsonSchema } from "./json-schema.ts";
export { describeServer } from "./routes/operations.ts";
export type { ApiPorts, RequestEntry } from "./ports.ts";
export type { ApiRoute } from "./route.ts";
export { loadApiRoutes } from "./routes/index.ts";
