// @starts a server
/** Programs that log people in, as somebody uses them against everybody else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientDocuments } from "../../src/serve/registry/client-document.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";

const redirect = "https://app.example/back";
const clientId = `swc_${Buffer.from(JSON.stringify(["App", redirect])).toString("base64url")}`;
const asked = {
  client_id: clientId,
  redirect_uri: redirect,
  response_type: "code",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
};

let registry: RegistryServer;
beforeAll(async () => {
  registry = await openRegistry({ limits: { approve: { count: 3, seconds: 900 } } });
});
afterAll(async () => {
  await registry.close();
});

async function approve(token: string): Promise<number> {
  const answer = await registry.send("POST", "/oauth/approve", { token, json: asked });
  await answer.text();
  return answer.status;
}

describe("programs that are let in", () => {
  it("[BX-14] are counted, of each user", async () => {
    const ann = await registry.login("ann@example.org");
    const ben = await registry.login("ben@example.org");
    for (let count = 0; count < 3; count += 1) expect(await approve(ann)).toBe(200);
    expect(await approve(ann)).toBe(429);
    expect(await approve(ben)).toBe(200);
  });

  it("[BX-14] get nothing for a code without the secret that it was asked for with", async () => {
    const zoe = await registry.login("zoe@example.org");
    const page = await registry.send("POST", "/oauth/approve", { token: zoe, json: asked });
    const { redirect_uri: back } = (await page.json()) as { readonly redirect_uri: string };
    const code = new URL(back).searchParams.get("code");
    // What the registry keeps of it is made of this text, all of which but the code stands in the address of the page.
    const text = JSON.stringify([code, clientId, redirect, asked.code_challenge]);
    for (const path of ["/registry/api/v1/device/token", "/api/cli/device/token"])
      for (const device of [text, `code ${text}`]) {
        const answer = await registry.send("POST", path, {
          json: { device_code: device, deviceCode: device },
        });
        expect(await answer.text()).not.toMatch(/"(?:access_)?token":"/u);
      }
  });

  it("[BX-14] have their addresses looked up on the account of whoever asks", async () => {
    const owners: string[] = [];
    const fetchClient = clientDocuments({
      forOwner: (owner) => () => {
        owners.push(owner);
        return Promise.reject(new Error("nobody answers"));
      },
    });
    const address = new URL("https://app.example/client.json");
    for (const owner of ["ann", "192.0.2.1"])
      expect(await fetchClient(address, owner)).toBe(undefined);
    expect(owners).toEqual(["login of ann", "login of 192.0.2.1"]);
  });
});
