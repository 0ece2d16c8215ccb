export {
  HOSTS_ROUTE,
  hostsAnswer,
  type HostsAnswer,
  probeRequest,
  type ProbeRequest,
  PROBES_ROUTE,
  probesAnswer,
  type ProbesAnswer,
} from "./api.ts";
export { createGatewayClient, type GatewayClient, type GatewayOptions } from "./client.ts";
export { type Joined, joinGateway, type JoinOptions } from "./join.ts";
