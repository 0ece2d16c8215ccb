/**
 * node bench/hostile.ts [--seconds N] [--only NAME,NAME]
 *
 * How soon `/healthz` answers while two users send one hostile request after the other, and how long a read of a skill
 * takes that was read before. The server, each user and whoever measures are processes of their own, and each case has a
 * fresh server. Fails where the 95th percentile is above the target, or where an answer shows that a request never reached
 * what it attacks. Needs a built dist/ and /proc.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cases } from "./hostile/cases.ts";
import type { ClientReport, Order } from "./hostile/client.ts";
import { memoryOf, PASSWORD, type Program, startServer } from "./serve/programs.ts";

const TARGET_MS = 250;
const USERS = ["mallory", "trudy"];
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "10" }, only: { type: "string" } },
});
const seconds = Number(values.seconds);
const only = values.only?.split(",");

for (const name of Object.keys(cases))
  if (only === undefined || only.includes(name))
    await withServer(async (server) => {
      await measure(server, name);
    });
if (only === undefined) await withServer(readAgain);

async function withServer(work: (server: Program) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const server = await startServer({ folder, providerPort: "9", runsAMinute: 1_000_000 });
  try {
    await work(server);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(server: Program, name: string): Promise<void> {
  const { word: url } = server;
  const orders: Order[] = [{ kind: "probe", url, seconds }];
  for (const user of cases[name] === undefined ? [] : USERS) {
    const token = await tokenOf(url, user);
    orders.push({ kind: "send", url, seconds, name, user, token });
  }
  const [probe, ...senders] = await runAll(orders);
  const times = probe?.times ?? [];
  const isMet = at(times, 0.95) <= TARGET_MS;
  const wrong = senders.find((sender) => sender.wrong !== undefined)?.wrong ?? probe?.wrong;
  if (!isMet || wrong !== undefined) process.exitCode = 1;
  const load = loadavg()[0]?.toFixed(1);
  const memory = Math.round(memoryOf(server) / 1024 ** 2);
  console.log(
    [
      `${name}: ${percentiles(times)}${isMet ? "" : " MISSED"}`,
      ...(senders.length === 0 ? [] : [`answers ${answersOf(senders)}`]),
      ...(wrong === undefined ? [] : [`WRONG ${wrong}`]),
      `server ${memory} MB, load ${load}`,
    ].join("; "),
  );
}

/** Starts a process for each order; they begin when all are ready. */
async function runAll(orders: readonly Order[]): Promise<readonly ClientReport[]> {
  const children = orders.map((order) => {
    const child = fork(join(import.meta.dirname, "hostile/client.ts"));
    child.send(order);
    return child;
  });
  const first = await Promise.all(children.map(messageOf));
  const broken = first.filter((message) => message !== "ready");
  if (broken.length > 0) {
    for (const child of children) child.kill();
    throw new Error(JSON.stringify(broken));
  }
  const reports = Promise.all(children.map(messageOf));
  for (const child of children) child.send("go");
  // A client sends nothing else.
  return (await reports) as readonly ClientReport[];
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, "message")) as readonly unknown[];
  return message;
}

function answersOf(reports: readonly ClientReport[]): string {
  const total = new Map<string, number>();
  for (const { statuses } of reports)
    for (const [status, count] of Object.entries(statuses))
      total.set(status, (total.get(status) ?? 0) + count);
  return [...total].map(([status, count]) => `${count} × ${status}`).join(", ");
}

/** The read path of what was read before, which must not become slower by what guards the others. */
async function readAgain({ word: url }: Program): Promise<void> {
  const token = await tokenOf(url, "alice");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const content = "---\nname: notes\ndescription: Notes of a meeting.\n---\n\nGo.\n";
  const body = JSON.stringify({ name: "notes", content });
  await (await fetch(`${url}/api/v1/skills`, { method: "POST", headers, body })).arrayBuffer();
  const times: number[] = [];
  for (let round = 0; round < 500; round += 1) {
    const began = performance.now();
    await (await fetch(`${url}/api/v1/skills/notes`, { headers })).arrayBuffer();
    times.push(performance.now() - began);
  }
  console.log(`a skill that was read before: ${percentiles(times)}`);
}

async function tokenOf(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.org`, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { readonly token: string }).token;
}

function at(times: readonly number[], share: number): number {
  return (
    times.toSorted((a, b) => a - b)[Math.min(Math.floor(times.length * share), times.length - 1)] ??
    Number.NaN
  );
}

function percentiles(times: readonly number[]): string {
  const ms = (share: number): string => `${at(times, share).toFixed(1)} ms`;
  return `median ${ms(0.5)}, 95th percentile ${ms(0.95)}, longest ${ms(1)}, of ${times.length}`;
}
