import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type MailServer, openMailServer } from "../../../test/support/mail-server.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { createFakeClock } from "../../platform/machine/index.ts";
import { createMailer } from "../../platform/mail/index.ts";

const publicUrl = "https://skills.example.org";
const body = { email: "ada@example.org", password: "correct horse battery" };
const LOGIN = "/api/v1/auth/login";

function linkIn({ letters }: MailServer, page: string): string {
  const text = letters.at(-1)?.text ?? "";
  return new RegExp(`${publicUrl}/${page}#([\\w-]+)`, "u").exec(text)?.[1] ?? "";
}

async function confirm(
  { send }: Platform,
  token: string,
  password: string = body.password,
): Promise<number> {
  return (await send("POST", "/api/v1/auth/confirmation", { body: { token, password } })).status;
}

function passkeyOf(user_id: string) {
  return {
    id: "1",
    user_id,
    name: "key",
    site: "skills.example.org",
    public_key: "",
    counter: 0,
    transports: "",
    created_at: "2026-01-01T00:00:00.000Z",
    used_at: null,
  };
}

describeOnDatabases("letters of accounts", ({ open }) => {
  async function begin() {
    const mail = await openMailServer();
    const clock = createFakeClock(Date.parse("2026-01-01T00:00:00Z"));
    const send = createMailer({
      server: `smtp://skills@${mail.address}`,
      password: "of the server",
      from: "Skills <no-reply@example.org>",
    });
    const platform = await createPlatform({
      database: await open(),
      clock,
      mail: { send, publicUrl },
    });
    return { mail, clock, platform };
  }

  it("[OC-19] confirm the address of a stranger before anybody logs in with it", async () => {
    const { mail, platform } = await begin();
    await platform.join("root@example.org");
    const made = await platform.send("POST", "/api/v1/auth/register", { body });
    expect([made.status, made.json]).toEqual([200, { awaits_confirmation: true }]);
    expect(mail.logins).toEqual(["skills:of the server"]);
    expect(mail.letters.map(({ to }) => to)).toEqual([body.email]);
    const early = await platform.send("POST", LOGIN, { body });
    expect([early.status, early.text]).toEqual([403, expect.stringContaining("Open the link")]);
    const word = linkIn(mail, "confirm");
    expect(await confirm(platform, `${word.slice(0, -1)}x`)).toBe(401);
    // The link stays good for whoever knows the password.
    expect(await confirm(platform, word, "of somebody else")).toBe(401);
    expect(await confirm(platform, word)).toBe(204);
    expect(await confirm(platform, word)).toBe(401);
    expect((await platform.send("POST", LOGIN, { body })).status).toBe(200);
  });

  it("[BX-14] leave an address to its owner, whoever has registered it before", async () => {
    const { mail, platform } = await begin();
    const register = (password: string) =>
      platform.send("POST", "/api/v1/auth/register", { body: { ...body, password } });
    await register("of somebody else");
    const stale = linkIn(mail, "confirm");
    await register(body.password);
    expect(await confirm(platform, stale)).toBe(401);
    expect(await confirm(platform, linkIn(mail, "confirm"))).toBe(204);
    const other = { ...body, password: "of somebody else" };
    expect((await platform.send("POST", LOGIN, { body: other })).status).toBe(401);
    expect((await platform.send("POST", LOGIN, { body })).status).toBe(200);
    // From now on the address is taken.
    expect((await register("of somebody else")).status).toBe(409);
  });

  it("[BX-14] confirm no password of somebody who registered the address a moment later", async () => {
    const { mail, platform } = await begin();
    const register = (password: string) =>
      platform.send("POST", "/api/v1/auth/register", { body: { ...body, password } });
    await register(body.password);
    await register("of somebody else");
    // Whoever reads the letters knows the first password alone.
    expect(await confirm(platform, linkIn(mail, "confirm"))).toBe(401);
    const other = { ...body, password: "of somebody else" };
    expect((await platform.send("POST", LOGIN, { body: other })).status).toBe(403);
    await platform.send("POST", "/api/v1/auth/reset", { body: { email: body.email } });
    await platform.settle();
    const reset = { token: linkIn(mail, "reset"), password: body.password };
    await platform.send("POST", "/api/v1/auth/reset/password", { body: reset });
    expect((await platform.send("POST", LOGIN, { body: other })).status).toBe(401);
    expect((await platform.send("POST", LOGIN, { body })).status).toBe(200);
  });

  it("[BX-14] of a new password end passkeys too, which whoever knew the old one may have added", async () => {
    const { mail, platform } = await begin();
    const token = await platform.join(body.email);
    const root = await platform.join("root@example.org");
    const me = (await platform.send("GET", "/api/v1/auth/me", { token })).json;
    const { id } = me as { readonly id: string };
    const { query } = platform.ports.database;
    const keys = () => query.selectFrom("passkeys").select("id").execute();
    const add = () => query.insertInto("passkeys").values(passkeyOf(id)).execute();
    await add();
    await platform.send("POST", "/api/v1/auth/reset", { body: { email: body.email } });
    await platform.settle();
    const reset = { token: linkIn(mail, "reset"), password: body.password };
    await platform.send("POST", "/api/v1/auth/reset/password", { body: reset });
    expect(await keys()).toEqual([]);
    await add();
    // The first account is the administrator's.
    await query.updateTable("users").set({ role: "admin" }).execute();
    const set = { token: root, body: { password: "set by an administrator" } };
    expect((await platform.send("PATCH", `/api/v1/users/${id}`, set)).status).toBe(200);
    expect(await keys()).toEqual([]);
  });

  it("[BX-14] are not used up by strangers for an address to which none is sent", async () => {
    const { mail, platform } = await begin();
    await platform.join(body.email);
    const other = { ...body, email: "other@example.org" };
    for (let count = 0; count < 7; count += 1) {
      const asked = { body: { email: other.email } };
      expect((await platform.send("POST", "/api/v1/auth/reset", asked)).status).toBe(202);
      await platform.send("POST", "/api/v1/auth/register", { body });
    }
    await platform.settle();
    expect(mail.letters).toEqual([]);
    expect((await platform.send("POST", "/api/v1/auth/register", { body: other })).status).toBe(
      200,
    );
    for (let count = 0; count < 7; count += 1)
      await platform.send("POST", "/api/v1/auth/reset", { body: { email: body.email } });
    await platform.settle();
    // Each mailbox gets a few letters, and nobody learns which one has an account.
    expect(mail.letters.filter(({ to }) => to === body.email)).toHaveLength(5);
  });

  it("[OC-19] set a new password, once and within an hour, and end what the old one opened", async () => {
    const { mail, clock, platform } = await begin();
    const token = await platform.join(body.email);
    const forget = (email: string) =>
      platform.send("POST", "/api/v1/auth/reset", { body: { email } });
    const set = (word: string, password: string) =>
      platform.send("POST", "/api/v1/auth/reset/password", { body: { token: word, password } });
    for (const email of [body.email, "nobody@example.org"])
      expect((await forget(email)).status).toBe(202);
    await platform.settle();
    expect(mail.letters.map(({ to }) => to)).toEqual([body.email]);
    const word = linkIn(mail, "reset");
    // What is refused as a password does not spend the link.
    expect((await set(word, "password")).status).toBe(400);
    expect((await set(word, body.password)).status).toBe(204);
    expect((await set(word, "another password")).status).toBe(401);
    expect((await platform.send("GET", "/api/v1/auth/me", { token })).status).toBe(401);
    expect((await platform.send("POST", LOGIN, { body })).status).toBe(200);
    await forget(body.email);
    await platform.settle();
    clock.advance(61 * 60_000);
    expect((await set(linkIn(mail, "reset"), "another password")).status).toBe(401);
  });

  it("[BX-14] set no password over one that was set since they were sent", async () => {
    const { mail, platform } = await begin();
    const token = await platform.join(body.email);
    await platform.send("POST", "/api/v1/auth/reset", { body: { email: body.email } });
    await platform.settle();
    const change = { current_password: PASSWORD, password: body.password };
    const changed = await platform.send("POST", "/api/v1/auth/password", { token, body: change });
    expect(changed.status).toBe(200);
    const reset = { token: linkIn(mail, "reset"), password: "of somebody else" };
    const late = await platform.send("POST", "/api/v1/auth/reset/password", { body: reset });
    expect(late.status).toBe(401);
  });

  it("[BX-14] are five an hour for one address, and a server that takes none is told", async () => {
    const { mail, platform } = await begin();
    mail.refuse();
    const register = () => platform.send("POST", "/api/v1/auth/register", { body });
    const first = await register();
    expect([first.status, first.text]).toEqual([503, expect.stringContaining("Try again later")]);
    for (let at = 0; at < 4; at += 1) await register();
    expect((await register()).status).toBe(429);
  });
});

describeOnDatabases("a server without letters", ({ open }) => {
  it("[OC-19] says so to whoever forgot the password", async () => {
    const platform = await createPlatform({ database: await open() });
    const asked = { body: { email: "ada@example.org" } };
    expect((await platform.send("POST", "/api/v1/auth/reset", asked)).status).toBe(409);
    expect((await platform.send("GET", "/api/v1/session")).json).toEqual({
      registration: true,
      letters: false,
      services: [],
    });
  });
});
