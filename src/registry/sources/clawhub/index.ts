/** Skills of a registry that speaks as ClawHub does. */
export { openClawHub, searchClawHub } from "./open-clawhub.ts";
