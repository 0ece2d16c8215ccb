export * from "./model/index.ts";
export * from "./text/index.ts";
export * from "./dialects/index.ts";
