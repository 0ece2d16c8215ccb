import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../../test/contract/databases.ts";
import { openVerifier } from "../../../../test/support/log-verifier.ts";
import { createRegistry, skillFiles } from "../../../../test/support/market.ts";
import { systemClock } from "../../../platform/machine/index.ts";

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const received: Message[] = [];
let status = 204;
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => {
    body += text;
  });
  request.on("end", () => {
    received.push({ headers: request.headers as Message["headers"], body });
    response.writeHead(status).end();
  });
});
let url = "";

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});

afterAll(() => server.close());

/** As a library for Standard Webhooks does it. */
function isSigned({ headers, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  return headers["webhook-signature"] === expected;
}

function statesIn(messages: readonly Message[]): readonly unknown[] {
  return messages.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: { name: string; state: string } };
    return [data.name, data.state];
  });
}

describeOnDatabases("webhooks of the registry", ({ open }) => {
  it("[BX-11] tell subscribers what became of skills, signed, in order, and again after a failure", async () => {
    received.length = 0;
    let waited = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + waited };
    const registry = await createRegistry({
      database: await open(),
      clock,
      market: { webhookHosts: ["127.0.0.1"] },
    });
    const { publish, ask, ada, bob, market } = registry;
    await publish(ada, skillFiles({ name: "before" }));
    const made = await ask("POST", "/webhooks", bob, { url, skills: ["@ada/letters"] });
    expect(made.status).toBe(201);
    const { secret, id } = made.json as { readonly secret: string; readonly id: string };
    await publish(ada, skillFiles({ name: "letters" }));
    await publish(ada, skillFiles({ name: "others", description: "Plays a game of chess." }));
    await market.deliverWebhooks();
    expect(statesIn(received)).toEqual([["@ada/letters", "listed"]]);
    const [first] = received;
    expect(first && isSigned(first, secret)).toBe(true);
    const { note } = (JSON.parse(first?.body ?? "") as { data: { note: string } }).data;
    const key = await market.transparency.key({ isModerator: false });
    expect(JSON.parse(openVerifier(key).check(note))).toMatchObject({ name: "@ada/letters" });

    status = 500;
    await ask("POST", "/skills/letters/1.0.0/yank", ada, { reason: "Wrong." });
    await market.deliverWebhooks();
    expect((await ask("GET", "/webhooks", bob)).json).toMatchObject({
      webhooks: [{ id, failures: 1, problem: "it answered 500" }],
    });
    status = 204;
    // Before its time nothing is sent.
    await market.deliverWebhooks();
    expect(received).toHaveLength(2);
    waited += 11_000;
    await market.deliverWebhooks();
    expect(statesIn(received)).toEqual([
      ["@ada/letters", "listed"],
      ["@ada/letters", "yanked"],
      ["@ada/letters", "yanked"],
    ]);
    // The same message has the same id, so that it counts once.
    expect(received[1]?.headers["webhook-id"]).toBe(received[2]?.headers["webhook-id"]);
    expect((await ask("GET", "/webhooks", bob)).json).toMatchObject({
      webhooks: [{ failures: 0, problem: null }],
    });
    expect((await ask("DELETE", `/webhooks/${id}`, ada)).status).toBe(404);
    status = 410;
    await ask("POST", "/skills/letters/1.0.0/unyank", ada, {});
    await market.deliverWebhooks();
    expect((await ask("GET", "/webhooks", bob)).json).toEqual({ webhooks: [] });
    status = 204;
  });

  it("[BX-14] end with the account and with the token that made them", async () => {
    received.length = 0;
    const market = { webhookHosts: ["127.0.0.1"] };
    const registry = await createRegistry({ database: await open(), market });
    const { publish, ask, send, ada, bob, eve, ports } = registry;
    const made = await send("POST", "/api/v1/auth/tokens", {
      token: eve,
      body: { name: "hooks", scopes: ["registry:read", "registry:write"] },
    });
    const { id, token } = made.json as { readonly id: string; readonly token: string };
    for (const one of [bob, token])
      expect((await ask("POST", "/webhooks", one, { url, skills: [] })).status).toBe(201);
    await publish(ada, skillFiles({ name: "letters" }));
    await registry.market.deliverWebhooks();
    expect(received).toHaveLength(2);
    expect((await send("DELETE", `/api/v1/auth/tokens/${id}`, { token: eve })).status).toBe(204);
    await publish(ada, skillFiles({ name: "letters", version: "1.0.1" }));
    await registry.market.deliverWebhooks();
    expect(received).toHaveLength(3);
    await ports.database.query
      .updateTable("users")
      .set({ is_active: 0 })
      .where("email", "=", "bob@example.org")
      .execute();
    await publish(ada, skillFiles({ name: "letters", version: "1.0.2" }));
    await registry.market.deliverWebhooks();
    expect(received).toHaveLength(3);
    // An account that is shut may be opened again; of one that is deleted nothing is kept, nor of a token that is over.
    const left = ports.database.query.selectFrom("market_webhooks").select("token_id");
    await registry.market.sweep();
    expect(await left.execute()).toEqual([{ token_id: null }]);
    await ports.database.query
      .updateTable("users")
      .set({ deleted_at: new Date().toISOString() })
      .where("email", "=", "bob@example.org")
      .execute();
    await registry.market.sweep();
    expect(await left.execute()).toEqual([]);
  });

  it("[BX-14] take turns: many addresses of one account keep nobody waiting", async () => {
    received.length = 0;
    const market = { webhookHosts: ["127.0.0.1"] };
    const { publish, ask, ada, bob, eve, ...registry } = await createRegistry({
      database: await open(),
      market,
    });
    for (let count = 0; count < 8; count += 1)
      await ask("POST", "/webhooks", bob, { url, skills: [] });
    await ask("POST", "/webhooks", eve, { url, skills: [] });
    await publish(ada, skillFiles({ name: "letters" }));
    await registry.market.deliverWebhooks();
    expect(received).toHaveLength(6);
    await registry.market.deliverWebhooks();
    expect(received).toHaveLength(9);
  });

  it("[BX-14] reach nothing of the own network that is not named, and no words that are no skills", async () => {
    received.length = 0;
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, bob, market } = registry;
    expect((await ask("POST", "/webhooks", bob, { url, skills: ["letters"] })).status).toBe(400);
    expect((await ask("POST", "/webhooks", bob, { url: "file:///etc" })).status).toBe(400);
    await ask("POST", "/webhooks", bob, { url });
    await publish(ada, skillFiles());
    await market.deliverWebhooks();
    expect(received).toEqual([]);
    expect((await ask("GET", "/webhooks", bob)).json).toMatchObject({
      webhooks: [{ problem: "the address is not on the open network, which is not allowed" }],
    });
    for (let count = 1; count < 20; count += 1)
      expect((await ask("POST", "/webhooks", bob, { url })).status).toBe(201);
    expect((await ask("POST", "/webhooks", bob, { url })).status).toBe(507);
  });
});
