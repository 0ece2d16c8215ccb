export type { Connector, SocketRequest } from "./connect.ts";
export { connectSocket } from "./connect.ts";
export { download } from "./download.ts";
export type { Listener, ListenOptions, UpgradeAnswer, UpgradeRequest } from "./listen.ts";
export { listenHttp } from "./listen.ts";
export type { Requester, TextAnswer, TextRequest } from "./request.ts";
export { requestText } from "./request.ts";
export type { Socket, SocketEnd, SocketListeners } from "./socket.ts";
