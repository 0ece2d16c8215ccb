export { type AuditLine, readActions, recordAction, sweepActions } from "./audit-log.ts";
