export {
  type AuditLine,
  readActions,
  settleActions,
  sweepActions,
  withAuditLine,
} from "./audit-log.ts";
