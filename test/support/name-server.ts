/** A name server on this machine, of the kind that a stranger has for the names of a domain. */
import { createSocket, type RemoteInfo } from "node:dgram";
import { onTestFinished } from "vitest";

export interface NameServer {
  /** For the option of whoever asks it. */
  readonly address: string;
  /** Names that were asked for, in the order of the questions, with their types. */
  readonly asked: readonly string[];
}

/** What is said of a name: its addresses, that there is none, or nothing at all. */
export type NameRecord = readonly string[] | "unknown" | "silent";

const TYPES: Readonly<Record<number, string>> = { 1: "A", 28: "AAAA" };

export async function startNameServer(find: (name: string) => NameRecord): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, peer: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    asked.push(`${name} ${TYPES[type] ?? type}`);
    const record = find(name);
    if (record === "silent") return;
    const addresses = record === "unknown" || type !== 1 ? [] : record;
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(record === "unknown" ? 0x81_83 : 0x81_80, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    socket.send(
      Buffer.concat([head, query.subarray(12, end), ...addresses.map(toRecord)]),
      peer.port,
      peer.address,
    );
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  onTestFinished(() => {
    socket.close();
  });
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An A record of the name in the question. */
function toRecord(address: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split(".").map(Number))]);
}
