import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createRegistry } from "../../../test/support/market.ts";
import type { Viewer } from "../../registry/contract/index.ts";
import { identifyCaller, closeAllSessions } from "../accounts/index.ts";

const client = {
  clientId: "app",
  label: "App",
  redirectUri: "https://app.example/back",
  challenge: "a".repeat(43),
  scopes: ["registry:read"],
};

describeOnDatabases("a program that a person lets in", ({ open }) => {
  async function begin() {
    const registry = await createRegistry({ database: await open() });
    const { accounts } = registry.ports;
    const userId = (await identifyCaller(accounts, registry.ada)).user.id;
    const end = (): Promise<void> => closeAllSessions(accounts, userId);
    const viewer = (confirm: () => Promise<void>): Viewer => ({
      userId,
      isModerator: false,
      confirm,
    });
    return { market: registry.market, viewer, end };
  }

  it("is let in while the session of the person goes on", async () => {
    const { market, viewer } = await begin();
    const person = viewer(async () => {});
    const { deviceCode, userCode } = await market.devices.begin({ scopes: client.scopes });
    await market.devices.answer(person, userCode, true);
    expect(await market.devices.poll(deviceCode)).toMatchObject({ kind: "approved" });
    const code = await market.codes.grant(person, client);
    expect(await market.codes.redeem({ ...client, code })).toMatchObject({ scopes: client.scopes });
  });

  it.each(["before", "after"])(
    "[BX-14] gets nothing where the session ends at that moment, %s it is looked at",
    async (moment) => {
      const { market, viewer, end } = await begin();
      const person = viewer(
        moment === "after" ? end : () => Promise.reject(new Error("The session is over.")),
      );
      const { deviceCode, userCode } = await market.devices.begin({ scopes: client.scopes });
      await expect(market.devices.answer(person, userCode, true)).rejects.toThrow("session");
      expect(["pending", "expired"]).toContain((await market.devices.poll(deviceCode)).kind);
      await expect(market.codes.grant(person, client)).rejects.toThrow("session");
    },
  );
});
