/** How many connections are open at one time: each takes a file of the process, and without files nothing works. */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { plainAddress, toClientKey } from "./client-address.ts";

export interface ConnectionBounds {
  readonly total: number;
  readonly perAddress: number;
  /** Whether connections of an address are those of many: it is a proxy. */
  readonly isShared: (address: string) => boolean;
}

export interface ConnectionCounter {
  /** Counts a connection until it ends; false where there is no room for it. */
  readonly take: (socket: Socket) => boolean;
  /** Says of a connection that it was ended for what came over it. */
  readonly blame: (connection: Duplex) => void;
}

/** What a connection takes beside its file is memory, so there is a bound where there are files enough. */
const MOST = 10_000;
const MOST_OF_ONE = 1000;
/** Where the system does not tell how many files there may be, as few as systems usually allow. */
const USUAL_FILES = 1024;
/** So many connections of an address are ended for what came over them, before it gets none for a while. */
const MOST_BLAMED = 4;
const BLAME_MS = 10_000;

interface Client {
  open: number;
  blamed: number;
  /** When the last connection was ended. */
  blamedAt: number;
}

export function countConnections({
  total = Math.min(MOST, Math.floor(filesOfProcess() / 2)),
  perAddress = Math.min(MOST_OF_ONE, Math.floor(total / 2)),
  isShared = () => false,
}: Partial<ConnectionBounds> = {}): ConnectionCounter {
  const clients = new Map<string, Client>();
  const owners = new WeakMap<Duplex, Client>();
  let all = 0;
  const forget = (key: string, { open, blamedAt }: Client): void => {
    if (open === 0 && performance.now() - blamedAt > BLAME_MS) clients.delete(key);
  };
  return {
    take: (socket) => {
      const address = plainAddress(socket.remoteAddress ?? "");
      const key = toClientKey(address);
      const client = clients.get(key) ?? { open: 0, blamed: 0, blamedAt: -Infinity };
      if (performance.now() - client.blamedAt > BLAME_MS) client.blamed = 0;
      const isOver = client.open >= perAddress || client.blamed >= MOST_BLAMED;
      if (all >= total || (isOver && !isShared(address))) return false;
      clients.set(key, client);
      owners.set(socket, client);
      client.open += 1;
      all += 1;
      socket.once("close", () => {
        client.open -= 1;
        all -= 1;
        forget(key, client);
      });
      return true;
    },
    blame: (connection) => {
      for (const [key, client] of clients) forget(key, client);
      const client = owners.get(connection);
      if (client === undefined) return;
      client.blamed += 1;
      client.blamedAt = performance.now();
    },
  };
}

/** Node takes all that the system allows. */
function filesOfProcess(): number {
  try {
    const [, files] =
      /^Max open files\s+\d+\s+(\d+)/mu.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return files === undefined ? MOST * 2 : Number(files);
  } catch {
    return USUAL_FILES;
  }
}
