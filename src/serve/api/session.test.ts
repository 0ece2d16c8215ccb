import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createFakeClock } from "../../platform/machine/index.ts";
import { LoginLinks, register } from "../../hub/accounts/index.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";

const OWN = { "x-skillwright-page": "1" };
const body = { email: "ada@example.org", password: "correct horse" };

describeOnDatabases("sessions of a page", ({ open }) => {
  async function begin(): Promise<Platform> {
    const platform = await createPlatform({ database: await open() });
    await platform.join(body.email);
    return platform;
  }

  it("tell the refresh token to the cookie alone, which no script and no other site gets", async () => {
    const { send } = await begin();
    const opened = await send("POST", "/api/v1/session", {
      body,
      headers: { ...OWN, origin: "https://skills.example.org", "sec-fetch-site": "same-origin" },
    });
    expect(Object.keys(opened.json as object)).toEqual([
      "token",
      "expires_in",
      "key",
      "user",
      "is_first",
    ]);
    expect(opened.text).not.toContain("swr_");
    expect(opened.headers.get("set-cookie")).toMatch(
      /^skillwright_session=swr_[\w-]{22}; Path=\/api\/v1\/session; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/u,
    );
  });

  it("are renewed by the cookie as often as a page is loaded, until they are closed", async () => {
    const { send } = await begin();
    const opened = await send("POST", "/api/v1/session", { body, headers: OWN });
    const headers = { ...OWN, ...keyOf(opened.json), cookie: cookieOf(opened.headers) };
    for (let count = 0; count < 3; count += 1) {
      const renewed = await send("POST", "/api/v1/session/renewal", { headers });
      expect(renewed.status).toBe(200);
      const { token } = renewed.json as { readonly token: string };
      expect((await send("GET", "/api/v1/auth/me", { token })).status).toBe(200);
      expect(cookieOf(renewed.headers)).toBe(headers.cookie);
    }
    const { token } = opened.json as { readonly token: string };
    const closed = await send("DELETE", "/api/v1/session", { headers });
    expect(closed.status).toBe(204);
    expect(closed.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await send("POST", "/api/v1/session/renewal", { headers })).status).toBe(401);
    expect((await send("GET", "/api/v1/auth/me", { token })).status).toBe(401);
  });

  it("[BX-14] are not renewed by the cookie alone, which browsers send to other ports of the host too", async () => {
    const { send } = await begin();
    const [one, other] = [
      await send("POST", "/api/v1/session", { body, headers: OWN }),
      await send("POST", "/api/v1/session", { body, headers: OWN }),
    ];
    const cookie = cookieOf(one.headers);
    const { key } = one.json as { readonly key: string };
    expect(key.length).toBeGreaterThan(20);
    expect(cookie).not.toContain(key);
    for (const more of [{}, keyOf(other.json), { "x-skillwright-key": "" }]) {
      const headers = { ...OWN, cookie, ...more };
      expect((await send("POST", "/api/v1/session/renewal", { headers })).status).toBe(401);
      await send("DELETE", "/api/v1/session", { headers });
    }
    const token = cookie.slice(cookie.indexOf("=") + 1);
    const refreshed = await send("POST", "/api/v1/auth/refresh", {
      body: { refresh_token: token },
    });
    expect(refreshed.status).toBe(401);
    const headers = { ...OWN, cookie, ...keyOf(one.json) };
    expect((await send("POST", "/api/v1/session/renewal", { headers })).status).toBe(200);
  });

  it("have a cookie for each port of a host", async () => {
    const { send } = await begin();
    const headers = { ...OWN, host: "localhost:4100" };
    const opened = await send("POST", "/api/v1/session", { body, headers });
    expect(cookieOf(opened.headers)).toMatch(/^skillwright_session_4100=swr_/u);
  });

  it.each([
    ["without the header of the page", {}],
    ["from another site", { ...OWN, "sec-fetch-site": "cross-site" }],
    ["from another host of the site", { ...OWN, "sec-fetch-site": "same-site" }],
    ["from another origin", { ...OWN, origin: "https://evil.example", host: "platform.test" }],
    ["from no origin", { ...OWN, origin: "null", host: "platform.test" }],
  ])("refuse a request %s", async (_words, headers) => {
    const { send } = await begin();
    const opened = await send("POST", "/api/v1/session", { body, headers: OWN });
    const cookie = cookieOf(opened.headers);
    const renewed = await send("POST", "/api/v1/session/renewal", {
      headers: { ...headers, ...keyOf(opened.json), cookie },
    });
    expect(renewed.status).toBe(403);
    expect(renewed.headers.get("set-cookie")).toBeNull();
    expect((await send("POST", "/api/v1/session", { body, headers })).status).toBe(403);
    expect(
      (await send("DELETE", "/api/v1/session", { headers: { ...headers, cookie } })).status,
    ).toBe(403);
  });

  it("are opened by a link once, within ten minutes, and never by asking for a page", async () => {
    const clock = createFakeClock();
    const loginLinks = new LoginLinks(clock);
    const { send, ports } = await createPlatform({
      database: await open(),
      more: { loginLinks },
    });
    const { id } = await register(ports.accounts, body);
    const enter = (token: string, headers: Record<string, string> = OWN) =>
      send("POST", "/api/v1/session/link", { body: { token }, headers });
    const token = loginLinks.make(id);
    expect((await send("GET", "/api/v1/session/link", { headers: OWN })).status).toBe(405);
    expect((await enter(token, {})).status).toBe(403);
    const opened = await enter(token);
    expect(opened.json).toMatchObject({ user: { email: body.email }, is_first: true });
    expect(cookieOf(opened.headers)).toMatch(/^skillwright_session=swr_/u);
    expect((await enter(token)).status).toBe(401);
    expect((await send("POST", "/api/v1/session", { body, headers: OWN })).json).toMatchObject({
      is_first: false,
    });
    const late = loginLinks.make(id);
    clock.advance(10 * 60_000);
    expect((await enter(late)).status).toBe(401);
    expect((await enter("swl_guess")).status).toBe(401);
  });

  it("refuse a cookie that is nobody's, a wrong password, and accounts where those are closed", async () => {
    const { send, ports } = await begin();
    const wrong = { ...body, password: "wrong" };
    expect((await send("POST", "/api/v1/session", { body: wrong, headers: OWN })).status).toBe(401);
    const headers = { ...OWN, cookie: "other=1; skillwright_session=swr_guess" };
    expect((await send("POST", "/api/v1/session/renewal", { headers })).status).toBe(401);
    expect((await send("GET", "/api/v1/session")).json).toMatchObject({ registration: true });
    const closed = await createPlatform({
      database: ports.database,
      more: { allowsRegistration: false },
    });
    const answer = await closed.send("POST", "/api/v1/session/account", { body, headers: OWN });
    expect(answer.status).toBe(403);
    expect((await closed.send("GET", "/api/v1/session")).json).toMatchObject({
      registration: false,
    });
  });
});

function cookieOf(headers: Headers): string {
  return (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

function keyOf(session: unknown): { readonly "x-skillwright-key": string } {
  return { "x-skillwright-key": (session as { readonly key: string }).key };
}
