export { boundRequests } from "./bound-requests.ts";
export {
  createTrustedProxies,
  findClientAddress,
  isNetwork,
  toClientKey,
  type TrustedProxies,
} from "./client-address.ts";
export { bodyOf } from "./body-of.ts";
export { createBoundedFetch } from "./bounded-fetch.ts";
export type { Connector, SocketRequest } from "./connect.ts";
export { connectSocket } from "./connect.ts";
export { download } from "./download.ts";
export { type BytesAnswer, fetchBytes } from "./fetch-bytes.ts";
export type { GuardOptions, HttpAnswer, HttpRequest } from "./guarded-request.ts";
export { isReachable, requestGuarded } from "./guarded-request.ts";
export { createGuardedFetch } from "./guarded-fetch.ts";
export type { Listener, ListenOptions, UpgradeAnswer, UpgradeRequest } from "./listen.ts";
export { listenHttp, tryAddress } from "./listen.ts";
export { findExcess, JSON_BOUNDS } from "./json-values.ts";
export { mayBeJson } from "./media-type.ts";
export { type FormPart, readFormParts } from "./multipart.ts";
export {
  createNameResolver,
  isNameServer,
  type NameResolver,
  type ResolveName,
  resolveConfigured,
  sharedNameResolver,
} from "./name-resolver.ts";
export { isOwnPort } from "./own-ports.ts";
export { isAddress, isPublicAddress } from "./public-address.ts";
export { readBodyBytes } from "./read-body.ts";
export type { Requester, TextAnswer, TextRequest } from "./request.ts";
export { requestText } from "./request.ts";
export type { Socket, SocketEnd, SocketListeners } from "./socket.ts";
