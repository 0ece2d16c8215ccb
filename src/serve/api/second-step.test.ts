import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { createFakeClock } from "../../platform/machine/index.ts";

const email = "ada@example.org";
const LOGIN = "/api/v1/auth/login";
const APP = "/api/v1/auth/authenticator";

function login(platform: Platform, code?: string) {
  return platform.send("POST", LOGIN, { body: { email, password: PASSWORD, code } });
}

describeOnDatabases("the second step of a login", ({ open }) => {
  async function begin() {
    const clock = createFakeClock(Date.parse("2026-01-01T00:00:00Z"));
    const platform = await createPlatform({ database: await open(), clock });
    const token = await platform.join(email);
    const begun = await platform.send("POST", APP, { token, body: { password: PASSWORD } });
    const { secret, uri } = begun.json as { readonly secret: string; readonly uri: string };
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (): string => app.generate({ timestamp: clock.now() });
    return { platform, clock, token, uri, code };
  }

  async function setUp() {
    const begun = await begin();
    const { platform, token, code } = begun;
    const confirmed = await platform.send("POST", `${APP}/confirmation`, {
      token,
      body: { code: code() },
    });
    const { recovery_codes: codes } = confirmed.json as { readonly recovery_codes: string[] };
    return { ...begun, codes };
  }

  it("[OC-19] is asked for once the app has shown a right code, and no code is good twice", async () => {
    const { platform, clock, token, code, uri } = await begin();
    expect(uri).toContain("otpauth://totp/Skillwright:ada%40example.org?");
    // Begun alone, it does not count: the app may never have got the secret.
    expect((await login(platform)).status).toBe(200);
    const wrong = await platform.send("POST", `${APP}/confirmation`, {
      token,
      body: { code: code() === "000000" ? "000001" : "000000" },
    });
    expect(wrong.status).toBe(401);
    const right = await platform.send("POST", `${APP}/confirmation`, {
      token,
      body: { code: code() },
    });
    expect(right.status).toBe(200);
    const asked = await login(platform);
    expect([asked.status, asked.json]).toEqual([
      401,
      { detail: { field: "code", message: "Enter the code that your app shows." } },
    ]);
    // It was used to set the app up.
    expect((await login(platform, code())).status).toBe(401);
    clock.advance(30_000);
    expect((await login(platform, code())).status).toBe(200);
    expect((await login(platform, code())).status).toBe(401);
    // A clock that is half a minute behind is no reason to refuse.
    clock.advance(60_000);
    const late = code();
    clock.advance(30_000);
    expect((await login(platform, `${late.slice(0, 3)} ${late.slice(3)}`)).status).toBe(200);
  });

  it("[OC-19] is a code on paper where the app is lost, each good once", async () => {
    const { platform, codes, token } = await setUp();
    expect(new Set(codes).size).toBe(10);
    expect((await login(platform, codes[0]?.toUpperCase())).status).toBe(200);
    expect((await login(platform, codes[0])).status).toBe(401);
    const told = await platform.send("GET", "/api/v1/auth/factors", { token });
    expect(told.json).toMatchObject({ authenticator: { recovery_codes: 9 }, passkeys: [] });
  });

  it("[BX-14] is guessed five times and no more, and a login that is asked for the code is no guess", async () => {
    const { platform } = await setUp();
    for (let at = 0; at < 8; at += 1)
      expect((await login(platform)).text).toContain("Enter the code");
    for (let at = 0; at < 5; at += 1)
      expect((await login(platform, `00000${at}`)).status).toBe(401);
    expect((await login(platform, "000009")).status).toBe(429);
  });

  it("[BX-14] is set up and removed by the password, and by no token", async () => {
    const { platform, token, code, clock } = await setUp();
    const body = { password: "not the password" };
    for (const path of [APP, `${APP}/removal`])
      expect((await platform.send("POST", path, { token, body })).status).toBe(401);
    const made = await platform.send("POST", "/api/v1/auth/tokens", {
      token,
      body: { name: "ci", scopes: ["account"] },
    });
    const { token: personal } = made.json as { readonly token: string };
    const given = { token: personal, body: { password: PASSWORD } };
    for (const path of [APP, `${APP}/removal`])
      expect((await platform.send("POST", path, given)).status).toBe(403);
    // Nor does it come to a session, which it would be without a code.
    const change = { current_password: PASSWORD, password: "tulips under the bridge" };
    const changed = await platform.send("POST", "/api/v1/auth/password", {
      token: personal,
      body: change,
    });
    expect(changed.status).toBe(403);
    clock.advance(30_000);
    expect((await login(platform, code())).status).toBe(200);
    const removed = await platform.send("POST", `${APP}/removal`, {
      token,
      body: { password: PASSWORD },
    });
    expect(removed.status).toBe(204);
    expect((await login(platform)).status).toBe(200);
  });

  it("[OC-19] is taken away by an administrator from somebody who has lost both", async () => {
    const { platform, token } = await setUp();
    const bob = await platform.join("bob@example.org");
    const me = await platform.send("GET", "/api/v1/auth/me", { token });
    const path = `/api/v1/users/${(me.json as { readonly id: string }).id}/authenticator`;
    expect((await platform.send("DELETE", path, { token: bob })).status).toBe(403);
    expect((await platform.send("DELETE", path, { token })).status).toBe(204);
    expect((await login(platform)).status).toBe(200);
  });
});
