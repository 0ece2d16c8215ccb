/** Skills that a site tells of under an address that everybody knows. */
export { openWellKnown } from "./open-well-known.ts";
