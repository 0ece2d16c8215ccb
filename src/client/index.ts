export { ApiError, type Client, type ClientOptions, createClient } from "./client.ts";
export type { Operations } from "./operations.ts";
export type { AnswerInfo, CallOptions, Json, StreamEvent } from "./wire.ts";
