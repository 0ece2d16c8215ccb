export { HOSTS_ROUTE, hostsAnswer, probeRequest, PROBES_ROUTE, probesAnswer } from "./api.ts";
export { joinGateway } from "./join.ts";
