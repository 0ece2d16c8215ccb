/** What was revoked has no effect, also of a request that was let in before. */
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import {
  type AccountPorts,
  type Caller,
  identifyCaller,
  changePassword,
  changeUser,
  checkLogin,
  closeSession,
  closeAllSessions,
  listApiTokens,
  mintApiToken,
  openSession,
  register,
  revokeApiToken,
  revokeAllApiTokens,
} from "./index.ts";

const ada = { email: "ada@example.org", password: "correct horse" };
const wanted = { name: "t", scopes: ["account"] };

describeOnDatabases("revocation", ({ open }) => {
  async function begin(): Promise<{
    readonly ports: AccountPorts;
    readonly session: string;
    readonly caller: Caller;
  }> {
    const ports = createAccounts(await open());
    const session = (await openSession(ports, await register(ports, ada))).accessToken;
    return { ports, session, caller: await identifyCaller(ports, session) };
  }

  it("[BX-14] mints nothing for a session that has ended since", async () => {
    const { ports, session, caller } = await begin();
    await closeSession(ports, session);
    await expect(mintApiToken(ports, caller, wanted)).rejects.toThrow("Invalid or expired token");
    expect(await listApiTokens(ports, caller.user)).toEqual([]);
  });

  it("[BX-14] mints nothing for a token that was revoked since, or for an account that was shut", async () => {
    const { ports, caller } = await begin();
    const parent = await mintApiToken(ports, caller, wanted);
    const holder = await identifyCaller(ports, parent.token);
    await revokeApiToken(ports, caller.user, parent.id);
    await expect(mintApiToken(ports, holder, wanted)).rejects.toThrow("Invalid or expired token");

    const bob = await register(ports, { ...ada, email: "bob@example.org" });
    const hers = await identifyCaller(ports, (await openSession(ports, bob)).accessToken);
    const token = await mintApiToken(ports, hers, wanted);
    const by = await identifyCaller(ports, token.token);
    await changeUser(ports, bob.id, { isActive: false });
    await expect(mintApiToken(ports, by, wanted)).rejects.toThrow("Invalid or expired token");
  });

  it("[BX-14] leaves no token alive that was minted while its line was revoked", async () => {
    const { ports, caller } = await begin();
    const parent = await mintApiToken(ports, caller, wanted);
    const holder = await identifyCaller(ports, parent.token);
    const child = await mintApiToken(ports, holder, wanted);
    const below = await identifyCaller(ports, child.token);
    const works = [holder, below, holder, below, holder, below].map((by) =>
      mintApiToken(ports, by, wanted),
    );
    await Promise.allSettled([...works, revokeApiToken(ports, caller.user, parent.id), ...works]);
    expect(await listApiTokens(ports, caller.user)).toEqual([]);
  });

  it("[BX-14] reaches all of a line of many tokens", async () => {
    const { ports, caller } = await begin();
    const parent = await mintApiToken(ports, caller, wanted);
    let by = await identifyCaller(ports, parent.token);
    for (let depth = 0; depth < 20; depth += 1) {
      const made = await mintApiToken(ports, by, wanted);
      by = await identifyCaller(ports, made.token);
    }
    await revokeApiToken(ports, caller.user, parent.id);
    expect(await listApiTokens(ports, caller.user)).toEqual([]);
  });

  it("[BX-14] takes back every token of a user while one is minted", async () => {
    const { ports, caller } = await begin();
    const parent = await mintApiToken(ports, caller, wanted);
    const holder = await identifyCaller(ports, parent.token);
    await Promise.allSettled([
      mintApiToken(ports, holder, wanted),
      revokeAllApiTokens(ports, caller.user.id),
      mintApiToken(ports, holder, wanted),
    ]);
    expect(await listApiTokens(ports, caller.user)).toEqual([]);
  });

  it("[BX-14] opens no session for a password that was changed since", async () => {
    const { ports, caller } = await begin();
    const proven = await checkLogin(ports, ada);
    await changePassword(ports, caller.user, { current: ada.password, password: "another horse" });
    await closeAllSessions(ports, caller.user.id);
    await expect(openSession(ports, proven)).rejects.toThrow("Invalid or expired token");
  });

  it("[BX-14] opens no session for a password of one's own that an administrator has replaced since", async () => {
    const { ports, caller } = await begin();
    const proven = await changePassword(ports, caller.user, {
      current: ada.password,
      password: "another horse",
    });
    await changeUser(ports, caller.user.id, { password: "that of an operator" });
    await closeAllSessions(ports, caller.user.id);
    await expect(openSession(ports, proven)).rejects.toThrow("Invalid or expired token");
  });

  it("[BX-14] lets one of two change a password who know the old one", async () => {
    const { ports, caller } = await begin();
    const change = (password: string): Promise<unknown> =>
      changePassword(ports, caller.user, { current: ada.password, password });
    const both = await Promise.allSettled([change("first long horse"), change("other long horse")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
