import { expect, it, onTestFinished } from "vitest";
import { createAccounts } from "../../../test/support/accounts.ts";
import { createFakeClock } from "../../platform/machine/index.ts";
import { openDatabase } from "../data/index.ts";
import { forgetTokens } from "./api-tokens.ts";
import { callerOf } from "./caller.ts";
import { makeProgramTokens, spendRefreshToken } from "./program-tokens.ts";
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
    const first = await makeProgramTokens(database.query, clock, user, wanted);
    const stolen = first?.refreshToken ?? "";
    const second = await spendRefreshToken(accounts, stolen, "c");
    const third = await spendRefreshToken(accounts, second?.refreshToken ?? "", "c");
    // At the same moment that may be another process of the same program.
    expect(await spendRefreshToken(accounts, stolen, "c")).toBeUndefined();
    expect((await callerOf(accounts, third?.accessToken ?? "")).user.id).toBe(user.id);
    clock.advance(90_000);
    if (forgets) await forgetTokens(accounts);
    expect(await spendRefreshToken(accounts, stolen, "other")).toBeUndefined();
    expect((await callerOf(accounts, third?.accessToken ?? "")).user.id).toBe(user.id);
    expect(await spendRefreshToken(accounts, stolen, "c")).toBeUndefined();
    await expect(callerOf(accounts, third?.accessToken ?? "")).rejects.toThrow(
      "Invalid or expired token",
    );
    expect(await spendRefreshToken(accounts, third?.refreshToken ?? "", "c")).toBeUndefined();
  },
);
