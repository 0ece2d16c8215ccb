import { expect, it, onTestFinished } from "vitest";
import { createAccounts } from "../../../test/support/accounts.ts";
import { createFakeClock } from "../../platform/machine/index.ts";
import { openDatabase } from "../data/index.ts";
import { deleteExpiredTokens } from "./api-tokens.ts";
import { identifyCaller } from "./caller.ts";
import { createProgramTokens, spendRefreshToken } from "./program-tokens.ts";
import { register } from "./users.ts";

it.each([
  ["at once", false],
  ["after ended tokens were removed", true],
])(
  "[BX-14] ends all that came of a token for renewal that is used again %s",
  async (_, forgets) => {
    const database = await openDatabase({ address: ":memory:" });
    onTestFinished(() => database.close());
    const clock = createFakeClock();
    const accounts = createAccounts(database, clock);
    const user = await register(accounts, { email: "ada@example.org", password: "correct horse" });
    const wanted = { name: "Tester", scopes: ["registry:read"], clientHash: "c" };
    const first = await createProgramTokens(database.query, clock, user, wanted);
    const stolen = first?.refreshToken ?? "";
    const second = await spendRefreshToken(accounts, stolen, "c");
    // At the same moment that may be another process of the same program, which gets the same.
    const again = await spendRefreshToken(accounts, stolen, "c");
    expect(again?.refreshToken).toBe(second?.refreshToken);
    const third = await spendRefreshToken(accounts, again?.refreshToken ?? "", "c");
    expect((await identifyCaller(accounts, third?.accessToken ?? "")).user.id).toBe(user.id);
    clock.advance(90_000);
    if (forgets) await deleteExpiredTokens(accounts);
    expect(await spendRefreshToken(accounts, stolen, "other")).toBeUndefined();
    expect((await identifyCaller(accounts, third?.accessToken ?? "")).user.id).toBe(user.id);
    expect(await spendRefreshToken(accounts, stolen, "c")).toBeUndefined();
    await expect(identifyCaller(accounts, third?.accessToken ?? "")).rejects.toThrow(
      "Invalid or expired token",
    );
    expect(await spendRefreshToken(accounts, third?.refreshToken ?? "", "c")).toBeUndefined();
  },
);

it("[BX-14] knows that a token for renewal was used again, however often the next ones are renewed", async () => {
  const database = await openDatabase({ address: ":memory:" });
  onTestFinished(() => database.close());
  const clock = createFakeClock();
  const accounts = createAccounts(database, clock);
  const user = await register(accounts, { email: "ada@example.org", password: "correct horse" });
  const wanted = { name: "Tester", scopes: ["registry:read"], clientHash: "c" };
  const first = await createProgramTokens(database.query, clock, user, wanted);
  const stolen = first?.refreshToken ?? "";
  let thief = await spendRefreshToken(accounts, stolen, "c");
  for (let seconds = 0; seconds < 12; seconds += 4) {
    thief = await spendRefreshToken(accounts, thief?.refreshToken ?? "", "c");
    clock.advance(4000);
  }
  expect((await identifyCaller(accounts, thief?.accessToken ?? "")).user.id).toBe(user.id);
  expect(await spendRefreshToken(accounts, stolen, "c")).toBeUndefined();
  await expect(identifyCaller(accounts, thief?.accessToken ?? "")).rejects.toThrow(
    "Invalid or expired",
  );
  expect(await spendRefreshToken(accounts, thief?.refreshToken ?? "", "c")).toBeUndefined();
});
