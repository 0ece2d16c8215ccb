/** A command that asks a server which is none of ours: the answer is refused, and no fault of the program. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";

const { run } = useProgram();
const TOKEN = "planted-token-of-a-server";
let answer = "";
const heard: string[] = [];
const server = createServer((request, response) => {
  heard.push(request.headers.authorization ?? "none");
  response.setHeader("content-type", "application/json").end(answer);
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", () => listening());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

it.each([
  "null",
  "[]",
  "{}",
  '{"tokens":"x","keys":{},"items":7}',
  '{"tokens":[{}],"keys":[{}]}',
  "<html>",
])("[BX-14] says of an answer `%s` that it is none of a server of ours", async (text) => {
  answer = text;
  const { folder } = playground({});
  for (const words of [
    ["token", "list"],
    ["key", "list"],
    ["kb", "list"],
    ["team", "list"],
  ]) {
    const where = words[0] === "kb" ? "--server" : "--registry";
    const { code, output } = await run([...words, where, url], {
      folder,
      environment: { SKILLWRIGHT_TOKEN: TOKEN },
    });
    expect([words, output]).toEqual([words, expect.not.stringContaining("bug of its own")]);
    if (code !== 0) expect(output).toMatch(/does not answer as|did not answer with JSON|refused/u);
  }
});

it.each([
  ["token", "list"],
  ["key", "list"],
])(
  "[BX-14] `%s %s` sends the token of the environment to no server that nobody named",
  async (...words) => {
    // Anybody on the machine may listen on the usual port; that nobody does makes no difference to what is said.
    const { folder } = playground({});
    const { code, output } = await run(words, {
      folder,
      environment: { SKILLWRIGHT_TOKEN: TOKEN },
    });
    expect([code, output]).toEqual([2, expect.stringMatching(/^error: Not logged in/u)]);
  },
);

it("[BX-14] the token of the environment goes to the server that the command names", async () => {
  answer = '{"tokens":[]}';
  heard.length = 0;
  const { folder } = playground({});
  const environment = { SKILLWRIGHT_TOKEN: TOKEN };
  await run(["token", "list", "--registry", url], { folder, environment });
  expect(heard).toEqual([`Bearer ${TOKEN}`]);
});
