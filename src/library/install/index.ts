export type { DownloadAction, InstallAction, InstallContext, RunAction } from "./action.ts";
export { type Choice, judgeInstallers } from "./choice.ts";
export { installCodes, installProblem } from "./diagnostics.ts";
export { perform, type PerformOptions } from "./perform.ts";
export { planInstall } from "./plan.ts";
