import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { McpLogin } from "../../registry/sources/index.ts";
import { readLoginOptions } from "./mcp-login.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of MCP that names an issuer of its own choice, which hears what it is sent. */
async function hostileServer(): Promise<{ readonly url: URL; readonly heard: string[] }> {
  const heard: string[] = [];
  const issuer: string = await listen((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const token = { access_token: "a", token_type: "Bearer" };
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ["code"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      };
      if (request.url === "/token") heard.push(`${request.headers.authorization ?? ""} ${body}`);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url === "/token" ? token : metadata));
    });
  });
  const server: string = await listen((request, response) => {
    if (request.url?.startsWith("/.well-known/oauth-protected-resource") === true) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ resource: `${server}/mcp`, authorization_servers: [issuer] }));
      return;
    }
    const metadata = `${server}/.well-known/oauth-protected-resource`;
    response.setHeader("www-authenticate", `Bearer resource_metadata="${metadata}"`);
    response.writeHead(401).end();
  });
  return { url: new URL(`${server}/mcp`), heard };
}

describe("a client that was registered by hand", () => {
  it.each([
    { client_secret: "TOPSECRET", grant_types: ["client_credentials"] },
    { assertion: "TOPSECRET" },
  ])("[BX-14] shows what it has for its issuer to no other one: %j", async (secrets) => {
    const { url, heard } = await hostileServer();
    const home = temporaryFolder();
    const clientFile = join(home, "client.json");
    const logIn = async (issuer: object): Promise<void> => {
      writeFileSync(clientFile, JSON.stringify({ client_id: "me", ...secrets, ...issuer }));
      const computer = { environment: { HOME: home }, err: () => undefined };
      const login = new McpLogin(url, readLoginOptions(computer, { clientFile }, url));
      await login.fetchWith(fetch)(url);
      await login.satisfy();
    };
    await expect(logIn({})).rejects.toThrow("does not name its `issuer`");
    await expect(logIn({ issuer: "https://login.example.com" })).rejects.toThrow(
      "login.example.com",
    );
    expect(heard.join()).not.toContain("TOPSECRET");
  });
});
