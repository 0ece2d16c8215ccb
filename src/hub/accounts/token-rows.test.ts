/** Tokens leave nothing behind for ever: those that ended are swept, and each account has a bounded number of rows. */
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { createFakeClock } from "../../platform/machine/index.ts";
import {
  identifyCaller,
  closeSession,
  forgetTokens,
  mintApiToken,
  openSession,
  refreshSession,
  register,
  revokeApiToken,
  type TokenPair,
} from "./index.ts";

const DAY_MS = 24 * 3_600_000;
const MOST_SESSIONS = 100;
const MANY = 210;

describeOnDatabases("tokens", ({ open }) => {
  async function begin() {
    const clock = createFakeClock(Date.parse("2026-11-15T10:00:00Z"));
    const ports = createAccounts(await open(), clock);
    const user = await register(ports, { email: "ada@example.org", password: "correct horse" });
    const count = async (table: "api_tokens" | "sessions"): Promise<number> => {
      const { total } = await ports.database.query
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("total"))
        .executeTakeFirstOrThrow();
      return Number(total);
    };
    return { clock, ports, user, count };
  }

  it("[BX-14] that ended are swept after a while, and others stay", async () => {
    const { clock, ports, user, count } = await begin();
    const over = await openSession(ports, user);
    const caller = await identifyCaller(ports, over.accessToken);
    const wanted = { name: "t", scopes: ["account"] };
    await revokeApiToken(ports, user, (await mintApiToken(ports, caller, wanted)).id);
    await mintApiToken(ports, caller, { ...wanted, days: 1 });
    const kept = await mintApiToken(ports, caller, wanted);
    await closeSession(ports, over.accessToken);
    clock.advance(20 * DAY_MS);
    const live = await openSession(ports, user);
    clock.advance(11 * DAY_MS);
    await forgetTokens(ports);
    expect([await count("sessions"), await count("api_tokens")]).toEqual([1, 1]);
    expect((await refreshSession(ports, live.refreshToken)).user.id).toBe(user.id);
    expect((await identifyCaller(ports, kept.token)).user.id).toBe(user.id);
  });

  it("[BX-14] of sessions have a bounded number of rows, however often one logs in or renews", async () => {
    const { clock, ports, user, count } = await begin();
    const first = await openSession(ports, user);
    let last: TokenPair = first;
    for (let number = 0; number < MOST_SESSIONS; number += 1) {
      clock.advance(1000);
      last = await openSession(ports, user);
    }
    expect(await count("sessions")).toBe(MOST_SESSIONS);
    // The one that was not used for longest made room.
    await expect(identifyCaller(ports, first.accessToken)).rejects.toThrow(
      "Invalid or expired token",
    );
    await expect(refreshSession(ports, first.refreshToken)).rejects.toThrow("Invalid or expired");
    const stays = await openSession(ports, user);
    const stolen = last.refreshToken;
    for (let number = 0; number < MANY; number += 1) {
      clock.advance(1000);
      last = await refreshSession(ports, last.refreshToken);
    }
    expect(await count("sessions")).toBe(MOST_SESSIONS);
    expect((await refreshSession(ports, stays.refreshToken)).user.id).toBe(user.id);
    // However often that was, the first one is known to be used again.
    await expect(refreshSession(ports, stolen)).rejects.toThrow("Invalid or expired");
    await expect(identifyCaller(ports, last.accessToken)).rejects.toThrow("Invalid or expired");
    await expect(refreshSession(ports, last.refreshToken)).rejects.toThrow("Invalid or expired");
  });

  it("[BX-14] of a person have a bounded number of rows, however many were revoked", async () => {
    const { clock, ports, user, count } = await begin();
    const caller = await identifyCaller(ports, (await openSession(ports, user)).accessToken);
    for (let number = 0; number < 510; number += 1) {
      clock.advance(1000);
      const { id } = await mintApiToken(ports, caller, { name: "t", scopes: [] });
      await revokeApiToken(ports, user, id);
    }
    expect(await count("api_tokens")).toBeLessThanOrEqual(500);
  });
});
