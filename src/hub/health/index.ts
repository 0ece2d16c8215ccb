export {
  type HealthPorts,
  readHealth,
  STORAGE_KINDS,
  unreadiness,
  WORK_KINDS,
} from "./read-health.ts";
