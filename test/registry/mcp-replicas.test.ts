/** An MCP client of one process sees what another process has just published. */
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import { createMarketMcp } from "../../src/serve/registry/mcp.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { asJson, BASE, skillFiles } from "../support/market.ts";
import { createPlatform } from "../support/platform.ts";

/** `STALE_ROUNDS=500` for a long run. */
const ROUNDS = Number(process.env["STALE_ROUNDS"] ?? 20);
/** A user may publish so many times a minute, and a few more. */
const ROUNDS_OF_A_USER = 50;

describeOnDatabases("an MCP client beside another process", ({ newAddress }) => {
  it(
    `[BX-06] reads each of ${ROUNDS} versions right after the other published it`,
    { timeout: 60_000 + ROUNDS * 3000 },
    async () => {
      const address = await newAddress();
      const packages = await openMemoryStore();
      const databases = [await openDatabase({ address }), await openDatabase({ address })];
      onTestFinished(async () => {
        await Promise.all(databases.map((database) => database.close()));
      });
      const [one, other] = await Promise.all(
        databases.map((database) => createPlatform({ database, packages })),
      );
      if (one === undefined || other === undefined) throw new Error("There are two of them.");
      const mcp = createMarketMcp({
        market: other.ports.market,
        version: "0.0.0",
        clock: systemClock,
        chargeSearch: () => Promise.resolve(),
        onError: (error) => {
          throw error;
        },
      });
      onTestFinished(() => mcp.close());
      const load = async (name: string): Promise<string> => {
        const answer = await mcp.fetch(
          new Request("http://localhost/registry/mcp", {
            method: "POST",
            headers: {
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
            },
            body: JSON.stringify({
              jsonrpc: "2.0",
              id: 1,
              method: "tools/call",
              params: { name: "load_skill", arguments: { name } },
            }),
          }),
          {},
        );
        return await answer.text();
      };
      const stale: string[] = [];
      let token = "";
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = `letters-${Math.floor(round / ROUNDS_OF_A_USER)}`;
        if (round % ROUNDS_OF_A_USER === 0) token = await one.join(`${name}@example.org`);
        const version = `1.0.${round}`;
        const files = asJson(skillFiles({ name, version }));
        const published = await one.send("POST", `${BASE}/skills`, { token, body: { files } });
        expect(published.status).toBe(201);
        if (!(await load(name)).includes(`"version":"${version}"`)) stale.push(version);
      }
      expect(stale).toEqual([]);
    },
  );
});
