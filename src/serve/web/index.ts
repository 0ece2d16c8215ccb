export { loadWebFiles, type WebFiles } from "./files.ts";
export { createWorkbench } from "./workbench.ts";
