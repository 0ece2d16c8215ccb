/**
 * A process that either sends one hostile request after the other or asks for `/healthz`, started by `bench/hostile.ts`:
 * whoever measures shares no thread with whoever sends.
 */
import { connect } from "node:net";
import { cases, type HostileRequest } from "./cases.ts";

/** What one process is told to do. */
export type Order =
  | { readonly kind: "probe"; readonly url: string; readonly seconds: number }
  | {
      readonly kind: "send";
      readonly url: string;
      readonly seconds: number;
      readonly name: string;
      readonly user: string;
      readonly token: string;
    };

/** What it reports at the end. */
export interface ClientReport {
  readonly times: readonly number[];
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** An answer that shows that a request was no attack. */
  readonly wrong?: string;
}

const PAUSE_MS = 20;

process.once("message", (order: Order) => {
  run(order).then(
    (report) => process.send?.(report, () => process.disconnect()),
    (error: unknown) => {
      const report: ClientReport = { times: [], statuses: {}, wrong: String(error) };
      process.send?.(report, () => process.disconnect());
    },
  );
});

async function run(order: Order): Promise<ClientReport> {
  if (order.kind === "probe") {
    await begin();
    return await probe(order.url, order.seconds);
  }
  const hostile = cases[order.name];
  if (hostile === undefined) throw new Error(`There is no case ${order.name}.`);
  const { url, token, user } = order;
  const id = await hostile.prepare?.(async (method, path, body) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const request = { method, path, body: bytes, type: "application/json", statuses: [] };
    const response = await fetchAs(url, token, request);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return await response.json();
  }, user);
  const request = hostile.build(user, id);
  await begin();
  return await send(order, request);
}

/** Says that it is ready, and waits until all are. */
async function begin(): Promise<void> {
  const go = new Promise((resolve) => {
    process.once("message", resolve);
  });
  process.send?.("ready");
  await go;
}

async function probe(url: string, seconds: number): Promise<ClientReport> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  while (performance.now() < end) {
    const began = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    times.push(performance.now() - began);
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
  return { times, statuses: {} };
}

async function send(
  { url, token, seconds }: { readonly url: string; readonly token: string; seconds: number },
  request: HostileRequest,
): Promise<ClientReport> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let wrong: string | undefined;
  for (let count = 0; performance.now() < end; count += 1) {
    if (request.counterAt !== undefined)
      Buffer.from(count.toString(36).padStart(4, "0")).copy(
        request.body ?? new Uint8Array(),
        request.counterAt,
      );
    const began = performance.now();
    const status = await statusOf(url, token, request);
    times.push(performance.now() - began);
    statuses[status.name] = (statuses[status.name] ?? 0) + 1;
    wrong ??= status.wrong;
  }
  return { times, statuses, ...(wrong === undefined ? {} : { wrong }) };
}

async function statusOf(
  url: string,
  token: string,
  request: HostileRequest,
): Promise<{ readonly name: string; readonly wrong?: string }> {
  if (request.wire !== undefined) return await write(url, request.wire);
  try {
    const response = await fetchAs(url, token, request);
    const text = await response.text();
    const name = String(response.status);
    if (request.statuses.includes(response.status)) return { name };
    return { name, wrong: `${name}: ${text.slice(0, 200)}` };
  } catch {
    // A body that is refused before it was read ends its connection.
    return request.statuses.includes(413) ? { name: "cut" } : { name: "cut", wrong: "cut" };
  }
}

/** All of it, until the server ends the connection; answered requests are none that had to be refused. */
async function write(url: string, wire: string): Promise<{ readonly name: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.resume().write(wire);
  await new Promise((settle) => socket.once("close", settle));
  return { name: "cut" };
}

async function fetchAs(url: string, token: string, request: HostileRequest): Promise<Response> {
  const { method, path, body, type } = request;
  return await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body }),
  });
}
