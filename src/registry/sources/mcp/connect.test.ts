import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { startFake } from "../../../../test/support/hostile-skills.ts";
import { readMcpAddress } from "./address.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { connectMcp } from "./connect.ts";
import { surveyServer } from "./survey.ts";

/** Something that answers every request in the same way. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return `http://127.0.0.1:${address.port}/mcp`;
}

describe("a connection", () => {
  it("is not sent on to another server", async () => {
    const { url, asked } = await startFake({ entries: [], files: {} });
    const door = await listen((_request, response) => {
      response.writeHead(307, { location: url }).end();
    });
    await expect(connectMcp(readMcpAddress([door]), { version: "1" })).rejects.toMatchObject({
      diagnostic: { code: "registry/connection-failed" },
    });
    expect(asked).toEqual([]);
  });

  it("[BX-14] to a server whose list has no end is refused, and is no fault of this program", async () => {
    const { url } = await startFake({ entries: [], files: {}, hasEndlessTools: true });
    const connection = await connectMcp(readMcpAddress([url]), { version: "1" });
    onTestFinished(connection.close);
    await expect(surveyServer(connection)).rejects.toMatchObject({
      diagnostic: { code: "registry/list-failed", message: expect.stringContaining("tools/list") },
    });
  });

  it("ends where an answer does not", async () => {
    const endless = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const answer = await boundedFetch(() => undefined, 1_000_000)(endless);
    await expect(answer.text()).rejects.toThrow("the answer has more than 1000000 bytes");
  });
});

describe("an address", () => {
  it.each([
    ["ftp://example.org/x", "registry/invalid-address"],
    ["http://user:secret@example.org/", "registry/invalid-address"],
  ])("%s is refused", (text, code) => {
    expect(() => readMcpAddress([text])).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code }) }),
    );
  });

  it("of a program keeps no secret of its arguments", async () => {
    const words = ["no-such-program", "--api-key", "s1", "--token=s2", "--port", "80", "-v"];
    await expect(connectMcp(readMcpAddress(words), { version: "1" })).rejects.toMatchObject({
      diagnostic: {
        message: expect.stringContaining("`no-such-program --api-key … --token=… --port 80 -v`"),
      },
    });
  });

  it("that nobody answers at is told with the reason", async () => {
    const address = readMcpAddress(["http://127.0.0.1:9/mcp"]);
    await expect(connectMcp(address, { version: "1" })).rejects.toMatchObject({
      diagnostic: { code: "registry/connection-failed" },
    });
  });

  it("of another machine gets no token over an open wire", async () => {
    const address = readMcpAddress(["http://example.invalid/mcp"]);
    await expect(connectMcp(address, { version: "1", token: "t" })).rejects.toMatchObject({
      diagnostic: { message: expect.stringContaining("a token must not travel readable") },
    });
  });
});
