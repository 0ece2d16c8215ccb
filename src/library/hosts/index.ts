export { binsToProbe, createBinFinder } from "./bins.ts";
export { hostCodes, type HostCode, hostProblem } from "./diagnostics.ts";
export {
  type CapabilityId,
  capabilityIds,
  executionBaseline,
  type HostFacts,
  hostRoles,
  isCapabilityId,
  isHostId,
} from "./facts.ts";
export { isLoopback, protectsSecrets, toGatewayBase } from "./gateway-address.ts";
export { readHostFile } from "./host-file.ts";
export { type HostConnection, type HostEvent, HostInventory } from "./inventory.ts";
export { createLocalHost, type LocalHost } from "./local.ts";
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
export { type NodeOptions, runNode } from "./node.ts";
export { type Probe, probeTimeout } from "./probes.ts";
export { factsOf, readRuntime } from "./runtime.ts";
export { simulateHost } from "./simulate.ts";
export { readToken, requireToken, type TokenOptions } from "./token.ts";
