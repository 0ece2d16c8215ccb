export { loadWebFiles, type WebFile, type WebFiles } from "./files.ts";
export { type AnswerPage, createWorkbench } from "./workbench.ts";
