import { describe, expect, it } from "vitest";
import type { Fetch } from "./bounded-fetch.ts";
import { createLoginFetch } from "./login.ts";

/** Sends nothing: what would have been asked. */
function recorder(): { readonly asked: string[]; readonly send: Fetch } {
  const asked: string[] = [];
  return {
    asked,
    send: async (url) => {
      asked.push(new URL(url).href);
      return new Response("{}");
    },
  };
}

const METADATA = "/.well-known/oauth-authorization-server";

describe("the login to a server of MCP", () => {
  it.each([
    ["https://93.184.216.34/mcp", "https://10.0.0.1", "not on the open network"],
    ["https://93.184.216.34/mcp", "https://169.254.169.254", "not on the open network"],
    ["https://93.184.216.34/mcp", "http://127.0.0.1:8080", "not safe"],
    ["https://93.184.216.34/mcp", "http://93.184.216.35", "not safe"],
  ])("[BX-14] at %s asks no issuer at %s", async (server, issuer, why) => {
    const { asked, send } = recorder();
    const login = createLoginFetch(new URL(server), send);
    await expect(login(new URL(METADATA, issuer))).rejects.toThrow(why);
    expect(asked).toEqual([]);
  });

  it.each([
    ["https://10.0.0.2/mcp", "https://10.0.0.1"],
    ["https://93.184.216.34/mcp", "https://93.184.216.34"],
    ["http://127.0.0.1:3000/mcp", "http://127.0.0.1:3001"],
  ])("at %s asks an issuer at %s", async (server, issuer) => {
    const { asked, send } = recorder();
    await createLoginFetch(new URL(server), send)(new URL(METADATA, issuer));
    expect(asked).toEqual([`${issuer}${METADATA}`]);
  });
});
