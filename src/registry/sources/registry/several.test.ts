import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { readSeveral } from "./several.ts";

it("asks for fewer skills at once where the answer would be too large", async () => {
  const asked: (readonly string[])[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://registry.example");
    const names = (searchParams.get("names") ?? "").split(",");
    asked.push(names);
    const skills = Object.fromEntries(names.map((name) => [name, { name }]));
    // Of one skill alone there is too much to tell.
    const isLarge = names.length > 2 || names.includes("c");
    const latest = isLarge ? { junk: Array.from({ length: 300_000 }, () => 0) } : {};
    response.end(JSON.stringify({ skills, latest }));
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address with one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = await readSeveral(url, ["a", "b", "c", "d"], {});
  expect(told.map(({ name }) => name)).toEqual(["a", "b", "d"]);
  expect(asked).toEqual([["a", "b", "c", "d"], ["a", "b"], ["c", "d"], ["c"], ["d"]]);
});
