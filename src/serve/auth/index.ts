export { type AccessOptions, type HttpAccess, httpAccess } from "./access.ts";
export { oauthCodes } from "./diagnostics.ts";
export {
  createResourceServer,
  DEFAULT_SCOPE,
  type ResourceServer,
  type ResourceServerOptions,
} from "./resource-server.ts";
