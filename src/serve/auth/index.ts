/** Who may ask a server over HTTP: the part of OAuth that takes tokens and makes none. */
export { type HttpAccess, httpAccess } from "./access.ts";
export { openKeys } from "./keys.ts";
export { createVerifier } from "./verifier.ts";
