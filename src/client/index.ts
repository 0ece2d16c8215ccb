/** A typed client of the HTTP API, one function for each operation. It uses `fetch` alone and runs in a browser. */
export { ApiError, type Client, type ClientOptions, createClient } from "./client.ts";
export type { Operations } from "./operations.ts";
export type { AnswerInfo, CallOptions, Json, StreamEvent } from "./wire.ts";
