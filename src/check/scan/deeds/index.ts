export * from "./acts.ts";
export * from "./claims.ts";
export { graveDeed, worstDeed } from "./grave.ts";
export { maskedOf, saidAmong, says, type Family } from "./says.ts";
export { COVERTLY, HIDES, HUSHES } from "./secrecy.ts";
export { isStrange, strangeAddress } from "./strange.ts";
