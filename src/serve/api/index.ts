export { createApi } from "./app.ts";
export { apiCodes } from "./diagnostics.ts";
export { createLimiter, DEFAULT_LIMITS, type Limit } from "./limits.ts";
export { createMetrics, figuresOf } from "./metrics.ts";
export { jsonSchemaOf } from "./json-schema.ts";
export { describeServer } from "./routes/operations.ts";
export type { ApiPorts, RequestEntry } from "./ports.ts";
export type { ApiRoute } from "./route.ts";
export { loadApiRoutes } from "./routes/index.ts";
