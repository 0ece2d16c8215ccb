export {
  type AuditLine,
  readActions,
  closeActions,
  sweepActions,
  withAuditLine,
} from "./audit-log.ts";
