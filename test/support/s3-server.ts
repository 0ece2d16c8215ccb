/** A real S3 server on the loopback address: the gateway of Ceph over an object store that lives in memory. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const START_MS = 15_000;

/** Ends the program when the pipe to it is closed, so that it never outlives a test run that was killed. */
const GUARD = '"$@" </dev/null & cat >/dev/null; kill -9 $!; wait $!';

export interface S3Server {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}

interface Cluster {
  readonly folder: string;
  readonly id: string;
  readonly ports: readonly [messages: number, legacy: number, http: number];
  readonly children: ChildProcess[];
}

/** Starts a monitor, one object store and the gateway, and makes a user. */
export async function startS3Server(): Promise<S3Server> {
  try {
    return await tryStart();
  } catch {
    // Somebody else may have taken a port between the choice and the use of it.
    return tryStart();
  }
}

async function tryStart(): Promise<S3Server> {
  const cluster: Cluster = {
    folder: mkdtempSync(join(tmpdir(), "skillwright-s3-")),
    id: randomUUID(),
    ports: [await freePort(), await freePort(), await freePort()],
    children: [],
  };
  try {
    const credentials = await startCluster(cluster);
    const endpoint = `http://127.0.0.1:${cluster.ports[2]}`;
    return { endpoint, credentials, stop: () => stop(cluster) };
  } catch (error) {
    const logs = readLogs(cluster);
    await stop(cluster);
    throw new Error(`The S3 server did not start.\n${logs}`, { cause: error });
  }
}

async function startCluster(cluster: Cluster): Promise<S3Server["credentials"]> {
  const { folder, id, ports } = cluster;
  for (const name of ["mon", "osd", "run"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "ceph.conf"), configuration(cluster));
  await call(
    cluster,
    "ceph-authtool",
    "keyring",
    "-C",
    "-g",
    "-n",
    "mon.",
    "--cap",
    "mon",
    "allow *",
  );
  const all = ["--cap", "mon", "allow *", "--cap", "osd", "allow *", "--cap", "mgr", "allow *"];
  await call(cluster, "ceph-authtool", "keyring", "-g", "-n", "client.admin", ...all);
  const own = ["--cap", "mon", "allow profile osd", "--cap", "osd", "allow *"];
  await call(cluster, "ceph-authtool", "keyring", "-g", "-n", "osd.0", ...own);
  const address = `[v2:127.0.0.1:${ports[0]},v1:127.0.0.1:${ports[1]}]`;
  await call(cluster, "monmaptool", "--create", "--fsid", id, "--addv", "a", address, "monmap");
  await call(
    cluster,
    "ceph-mon",
    "--mkfs",
    "-i",
    "a",
    "--monmap",
    "monmap",
    "--keyring",
    "keyring",
  );
  begin(cluster, "ceph-mon", "-i", "a", "-f");
  const disk = randomUUID();
  await call(cluster, "ceph", "osd", "new", disk);
  await call(cluster, "ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", disk);
  begin(cluster, "ceph-osd", "-i", "0", "-f");
  begin(cluster, "radosgw", "-n", "client.admin", "-f");
  const accessKeyId = `AK${randomBytes(8).toString("hex").toUpperCase()}`;
  const secretAccessKey = randomBytes(20).toString("hex");
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
  await call(
    cluster,
    "radosgw-admin",
    "user",
    "create",
    "--uid=test",
    "--display-name=test",
    ...keys,
  );
  await untilAnswered(ports[2]);
  return { accessKeyId, secretAccessKey };
}

/**
 * The last lines are about speed: a cluster of one has nobody to wait for, and with its usual tick of five
 * seconds the gateway would be that late to notice that the object store is there. Without `tcp_nodelay`, each
 * answer would wait 40 ms for more to send.
 */
function configuration({ folder, id, ports }: Cluster): string {
  return `[global]
fsid = ${id}
mon initial members = a
mon host = [v2:127.0.0.1:${ports[0]}/0,v1:127.0.0.1:${ports[1]}/0]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
log file = ${folder}/$name.log
osd objectstore = memstore
memstore device bytes = 536870912
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
paxos propose interval = 0.02
paxos min wait = 0.01
objecter tick interval = 0.1
[client.admin]
rgw frontends = beast endpoint=127.0.0.1:${ports[2]} tcp_nodelay=1
`;
}

async function call({ folder }: Cluster, command: string, ...parameters: string[]): Promise<void> {
  await run(command, parameters, { cwd: folder, env: environment(folder), timeout: START_MS });
}

function begin({ folder, children }: Cluster, command: string, ...parameters: string[]): void {
  const output = openSync(join(folder, `${command}.out`), "w");
  const guarded = ["-c", GUARD, "sh", command, ...parameters];
  const options = { cwd: folder, env: environment(folder) };
  children.push(spawn("sh", guarded, { ...options, stdio: ["pipe", output, output] }));
  closeSync(output);
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], CEPH_CONF: join(folder, "ceph.conf"), LANG: "C.UTF-8" };
}

async function untilAnswered(port: number): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(20);
    }
  }
}

/** Nothing of it is to be kept, so that the processes need not be asked to leave in order. */
async function stop({ children, folder }: Cluster): Promise<void> {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    running.map(async (child) => {
      const exit = once(child, "exit");
      child.stdin?.end();
      await exit;
    }),
  );
  rmSync(folder, { recursive: true, force: true });
}

function readLogs({ folder }: Cluster): string {
  return readdirSync(folder)
    .filter((name) => /\.(?:log|out)$/u.test(name))
    .map((name) => `${name}:\n${readFileSync(join(folder, name), "utf8").slice(-1500)}`)
    .join("\n");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}
