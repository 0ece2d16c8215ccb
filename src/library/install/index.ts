export type { DownloadAction, InstallAction, InstallGround, RunAction } from "./action.ts";
export { type Choice, type ChoiceState, judgeInstallers } from "./choice.ts";
export { type InstallCode, installCodes, installProblem } from "./diagnostics.ts";
export { perform, type PerformOptions } from "./perform.ts";
export { planInstall } from "./plan.ts";
