/** Requests that nobody means well: the protocols refuse them, and the server stays what it is. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAdapters, type ProtocolRow } from "../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../support/protocols.ts";
import { askAs, openRegistry, type RegistryServer } from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";
const { publish } = askAs(() => [registry, token]);

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
  await publish("good-skill");
});

afterAll(() => registry.close());

const words = [
  "good-skill",
  "..",
  "%2e%2e%2fetc%2fpasswd",
  "%00",
  "-",
  "@",
  "@/",
  "__proto__",
  "constructor",
  "%F0%9F%92%A9",
  "a".repeat(3000),
  "1.0.0'--",
  "%5C%5Cserver",
  "good-skill@1.0.0",
];

const queries = [
  "",
  "?q=%00",
  "?version=..%2F..&path=..%2F..%2Fetc&hash=0",
  "?limit=1e9&cursor=x",
  "?service=git-upload-pack",
];

const bodies: readonly (string | Uint8Array)[] = [
  "",
  "{",
  "[]",
  "null",
  '{"slug":"a\\u0000b","version":"1.0.0"}',
  '{"items":[{"slug":"good-skill","version":"__proto__"}]}',
  `{"slug":"good-skill","version":"1.0.0","files":[{"path":"../x","storageId":"x"}]}`,
  "0009done\n0000",
  "ffff",
  Uint8Array.of(0, 255, 254, 128),
];

function addresses({ path }: ProtocolRow): readonly string[] {
  return words.flatMap((word) => {
    const address = path.replaceAll(/\{\w+(?:\.\.\.)?\}/gu, word);
    return queries.map((query) => address + query);
  });
}

it("[BX-06] answers no request with a fault, whoever sends it", async () => {
  const rows = createAdapters(FACE_OPTIONS).flatMap((adapter) => adapter.rows);
  const faults: string[] = [];
  for (const [index, row] of rows.entries())
    for (const [number, address] of addresses(row).entries()) {
      const body = row.method === "GET" ? undefined : bodies[(index + number) % bodies.length];
      const answer = await fetch(registry.url + address, {
        method: row.method,
        headers: {
          ...(number % 2 === 0 ? { authorization: `Bearer ${token}` } : {}),
          ...(number % 3 === 0 ? { "git-protocol": "version=2" } : {}),
          ...(number % 5 === 0 ? { "content-type": "multipart/form-data; boundary=x" } : {}),
          ...(number % 7 === 0 ? { "content-encoding": "gzip" } : {}),
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : Buffer.from(body) }),
      });
      await answer.arrayBuffer();
      if (answer.status >= 500 && answer.status !== 501)
        faults.push(`${row.method} ${address.slice(0, 200)} ${answer.status}`);
    }
  expect(faults).toEqual([]);
});
