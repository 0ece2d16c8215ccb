/** Skills of a registry that speaks as ClawHub does. */
export { type HubEntry, openClawHub, searchClawHub } from "./open-clawhub.ts";
