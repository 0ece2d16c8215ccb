export { quotaCodes } from "./diagnostics.ts";
export {
  DEFAULT_QUOTAS,
  NO_QUOTAS,
  type QuotaPorts,
  type Quotas,
  type QuotaRequest,
  reserve,
} from "./quotas.ts";
