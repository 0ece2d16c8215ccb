import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { rootCertificates } from "node:tls";
import type { NameResolver } from "../network/index.ts";
import { type Bridge, type BridgeTools, openBridge } from "./bridge.ts";
import { createAuthority } from "./certificate.ts";
import type { Confinement, StartOptions } from "./contract.ts";
import { isAlive } from "./groups.ts";
import type { Person } from "./mounts.ts";
import { createMeter } from "./throttle.ts";

const PREFIX = "skillwright-run-";
const SOCKET = "proxy.sock";

/** Files that exist for one run, and the proxy that belongs to it. */
export interface RunFolder {
  readonly id: string;
  readonly path: string;
  /** Lays the way from the network of a process to the proxy; undefined where there is none. */
  readonly connect: ((pid: number) => Promise<void>) | undefined;
  /** Settles when more went over the network than may. */
  readonly overNetwork: Promise<void>;
  readonly close: () => void;
}

export interface RunFolderOptions extends Pick<StartOptions, "onRefusal" | "door"> {
  readonly now: () => number;
  readonly trusted?: readonly string[];
  readonly names?: NameResolver;
  readonly confinement: Confinement;
  readonly person: Person | undefined;
  /** Undefined: no host is granted, and there is neither proxy nor door. */
  readonly bridge: BridgeTools | undefined;
}

/** Writes what stands in for the files of the system, and opens the proxy where hosts are granted. */
export async function openRunFolder(options: RunFolderOptions): Promise<RunFolder> {
  sweep();
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const { promise: overNetwork, resolve: onOver } = Promise.withResolvers<void>();
  const id = randomUUID().slice(0, 8);
  const { uid, gid } = options.person ?? { uid: 65534, gid: 65534 };
  writeFileSync(join(path, "passwd"), `sandbox:x:${uid}:${gid}::/tmp:/bin/false\n`);
  writeFileSync(join(path, "group"), `sandbox:x:${gid}:\n`);
  writeFileSync(join(path, "hosts"), "127.0.0.1 localhost sandbox\n::1 localhost\n");
  for (const name of ["passwd", "group", "hosts"]) chmodSync(join(path, name), 0o444);
  const { bridge: tools, person, door } = options;
  const closeProxy =
    tools === undefined
      ? undefined
      : door === undefined
        ? await openProxy(options, id, path, onOver)
        : await allowEntry(door, path);
  if (tools !== undefined) allowTraversal(path, person);
  let bridge: Bridge | undefined;
  let isClosed = false;
  return {
    id,
    path,
    connect:
      tools === undefined
        ? undefined
        : async (pid) => {
            bridge = await openBridge({ tools, pid, person, socket: join(path, SOCKET) });
            // Whoever waited for it may have given up meanwhile.
            if (isClosed) bridge.close();
          },
    overNetwork,
    close: () => {
      isClosed = true;
      bridge?.close();
      closeProxy?.();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Takes away what programs of this user left that were ended by force. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : 0;
    if (owner > 0 && !isAlive(owner)) removeIfOwn(join(tmpdir(), name));
  }
}

/** Everybody on the machine can make a folder of such a name: that of another user stays, and stops nothing. */
function removeIfOwn(path: string): void {
  try {
    if (lstatSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true });
  } catch {
    // Gone already, or not to be removed.
  }
}

async function openProxy(
  { confinement, now, trusted, names, onRefusal }: RunFolderOptions,
  id: string,
  path: string,
  onOver: () => void,
): Promise<() => void> {
  const { hosts, closedHosts = [], limits } = confinement;
  const authority = createAuthority(now());
  // Many commands say what a sandbox would allow; few start one.
  const [{ createProxy }, { sharedNameResolver }] = await Promise.all([
    import("./proxy.ts"),
    import("../network/index.ts"),
  ]);
  const proxy = createProxy({
    rules: hosts,
    closed: closedHosts,
    meter: createMeter(limits.networkBytes, limits.networkBytesPerSecond, onOver),
    authority,
    onRefusal: onRefusal ?? (() => undefined),
    resolve: (names ?? sharedNameResolver()).forOwner(`run ${id}`),
    ...(trusted === undefined ? {} : { trusted }),
  });
  const bundle = [...rootCertificates, ...(trusted ?? []), authority.certificate].join("\n");
  writeFileSync(join(path, "certificates.pem"), bundle, { mode: 0o444 });
  // Node has the usual ones built in, and would read each of a long list again at every start.
  const own = [...(trusted ?? []), authority.certificate].join("\n");
  writeFileSync(join(path, "authority.pem"), own, { mode: 0o444 });
  await proxy.listen(join(path, SOCKET));
  return proxy.close;
}

/** Hands every connection to one port of this machine. */
async function allowEntry(port: number, path: string): Promise<() => void> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  const server = createServer((inside) => {
    const outside = connect({ host: "127.0.0.1", port });
    for (const socket of [inside, outside]) keep(socket);
    pipeline(inside, outside, inside, () => undefined);
  });
  await new Promise<void>((settle, reject) => {
    server.once("error", reject);
    server.listen(join(path, SOCKET), settle);
  });
  return () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
}

/** Whoever carries connections to the socket may be no longer root, and has to find the way; the rest is no secret. */
function allowTraversal(path: string, person: Person | undefined): void {
  const socket = join(path, SOCKET);
  chmodSync(socket, 0o600);
  if (person === undefined) return;
  chownSync(socket, person.uid, person.gid);
  chmodSync(path, 0o711);
}
