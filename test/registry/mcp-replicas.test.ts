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

describeOnDatabases("an MCP client beside another process", ({ newAddress }) => {
  it(
    `[BX-06] reads each of ${ROUNDS} versions right after the other published it`,
    { timeout: 600_000 },
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
      const token = await one.join("ada@example.org");
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
      for (let round = 0; round < ROUNDS; round += 1) {
        const version = `1.0.${round}`;
        const files = asJson(skillFiles({ name: "letters", version }));
        const published = await one.send("POST", `${BASE}/skills`, { token, body: { files } });
        expect(published.status).toBe(201);
        if (!(await load("letters")).includes(`"version":"${version}"`)) stale.push(version);
      }
      expect(stale).toEqual([]);
    },
  );
});
