export type { FileRule, PermissionState, PolicyItem, SandboxPolicy } from "./policy-value.ts";
