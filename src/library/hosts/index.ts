export { binsToProbe, type BinFinder, createBinFinder, toBinName, toBinNames } from "./bins.ts";
export { hostCodes, type HostCode, hostProblem } from "./diagnostics.ts";
export {
  canProbe,
  type CapabilityId,
  capabilityIds,
  executionBaseline,
  foundBins,
  type HostFacts,
  type HostRole,
  hostRoles,
  hostsByRole,
  isCapabilityId,
  isHostId,
  isSameSystem,
  pickExecutionHost,
  toHostId,
  toHostOs,
  toPlatform,
} from "./facts.ts";
export { isLoopback, toGatewayAddress, toGatewayBase } from "./gateway-address.ts";
export { readHostFile } from "./host-file.ts";
export {
  type Asked,
  type HostConnection,
  type HostEvent,
  HostInventory,
  type HostLink,
  type InventoryOptions,
  type ProbeAnswer,
  type Refreshed,
  type RefreshOptions,
} from "./inventory.ts";
export {
  connectLocalHost,
  createLocalHost,
  type LocalHost,
  type LocalHostOptions,
} from "./local.ts";
export {
  type ErrorMessage,
  type GatewayMessage,
  type Hello,
  type HostMessage,
  HOSTS_PATH,
  MAX_MESSAGE_BYTES,
  PROTOCOL_NAME,
  PROTOCOL_VERSION,
  readHostMessage,
  type RuntimeMessage,
  TOKEN_PREFIX,
  writeMessage,
} from "./messages.ts";
export { type NodeOptions, type NodePorts, runNode } from "./node.ts";
export { type Probe, probeMaxAge, probeTimeout } from "./probes.ts";
export {
  factsOf,
  type HostReport,
  type HostRuntime,
  readRuntime,
  type RuntimeReport,
} from "./runtime.ts";
export { simulateHost } from "./simulate.ts";
export { readToken, requireToken, type TokenOptions } from "./token.ts";
