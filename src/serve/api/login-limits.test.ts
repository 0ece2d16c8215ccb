import { describe, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { openDatabase } from "../../hub/data/index.ts";

const EMAIL = "ada@example.org";
const HOME = "192.0.2.1";
const CAFE = "192.0.2.200";
const OWN = { "x-skillwright-page": "1" };

function stranger(at: number): string {
  return `198.51.100.${at}`;
}

type LogIn = (address: string, password?: string, email?: string) => Promise<number>;

function logInAt({ send }: Platform): LogIn {
  return async (address, password = "a wrong guess", email = EMAIL) => {
    const answer = await send("POST", "/api/v1/auth/login", { body: { email, password }, address });
    return answer.status;
  };
}

describeOnDatabases("a stranger who guesses passwords", ({ open }) => {
  async function begin(): Promise<Platform & { readonly logIn: LogIn }> {
    const platform = await createPlatform({ database: await open() });
    await platform.join("root@example.org");
    await platform.join(EMAIL);
    return { ...platform, logIn: logInAt(platform) };
  }

  it("[BX-14] is slowed down, and does not shut the owner out, wherever the owner is", async () => {
    const { logIn, send } = await begin();
    expect(await logIn(HOME, PASSWORD)).toBe(200);
    for (let guess = 1; guess <= 5; guess += 1) expect(await logIn(stranger(1))).toBe(401);
    const refused = await send("POST", "/api/v1/auth/login", {
      body: { email: EMAIL, password: "a wrong guess" },
      address: stranger(1),
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
    // Not even the right password helps there now, so that nothing is learnt from trying on.
    expect(await logIn(stranger(1), PASSWORD)).toBe(429);
    expect(await logIn(HOME, PASSWORD)).toBe(200);
    expect(await logIn(CAFE, PASSWORD)).toBe(200);
  });

  it("[BX-14] is refused from many addresses too, while the owner's own still lets in", async () => {
    const { logIn } = await begin();
    expect(await logIn(HOME, PASSWORD)).toBe(200);
    let guesses = 0;
    for (let at = 1; at <= 12; at += 1)
      for (let guess = 1; guess <= 5; guess += 1)
        if ((await logIn(stranger(at))) === 401) guesses += 1;
    expect(guesses).toBe(50);
    expect(await logIn(stranger(99), PASSWORD)).toBe(429);
    expect(await logIn(HOME, PASSWORD)).toBe(200);
  });

  it("[BX-14] behind the same address as an owner does not shut that owner out", async () => {
    const { logIn } = await begin();
    expect(await logIn(HOME, PASSWORD)).toBe(200);
    for (let at = 1; at <= 51; at += 1)
      await logIn(HOME, "a wrong guess", `nobody${at}@example.org`);
    expect(await logIn(HOME, "a wrong guess", "nobody@example.org")).toBe(429);
    expect(await logIn(HOME, PASSWORD)).toBe(200);
    // Guesses at the account of that owner still count.
    for (let guess = 1; guess <= 5; guess += 1) expect(await logIn(HOME)).toBe(401);
    expect(await logIn(HOME)).toBe(429);
  });

  it("[BX-14] has so many tries at all accounts together", async () => {
    const { logIn, ports } = await begin();
    const answers: number[] = [];
    for (let at = 1; at <= 51; at += 1)
      answers.push(await logIn(stranger(1), "a wrong guess", `nobody${at}@example.org`));
    expect(answers.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(answers.at(-1)).toBe(429);
    // Whoever is refused anyway leaves nothing behind, however many accounts they think of.
    const rows = async (): Promise<number> =>
      (await ports.database.query.selectFrom("limits").select("key").execute()).length;
    const before = await rows();
    for (let at = 1; at <= 5; at += 1)
      expect(await logIn(stranger(1), "a wrong guess", `other${at}@example.org`)).toBe(429);
    expect(await rows()).toBe(before);
    expect(await logIn(HOME, PASSWORD)).toBe(200);
  });

  it("[BX-14] is counted the same on every route that takes a password", async () => {
    const { send, logIn } = await begin();
    for (let guess = 1; guess <= 5; guess += 1) await logIn(stranger(1));
    const body = { email: EMAIL, password: PASSWORD };
    const page = await send("POST", "/api/v1/session", {
      body,
      headers: OWN,
      address: stranger(1),
    });
    expect(page.status).toBe(429);
  });
});

describe("new passwords", () => {
  it("[BX-14] are limited for a user, since each takes what logins of everybody need", async () => {
    const { send, join } = await createPlatform({
      database: await openDatabase({ address: ":memory:" }),
    });
    await join("root@example.org");
    const made = await send("POST", "/api/v1/auth/register", {
      body: { email: EMAIL, password: PASSWORD },
      headers: OWN,
      address: HOME,
    });
    let { token } = made.json as { readonly token: string };
    const statuses: number[] = [];
    for (let count = 1; count <= 11; count += 1) {
      const body = { current_password: PASSWORD, password: PASSWORD };
      const changed = await send("POST", "/api/v1/auth/password", { token, body, address: HOME });
      statuses.push(changed.status);
      if (changed.status === 200) ({ token } = changed.json as { readonly token: string });
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe("new accounts", () => {
  const ROUTES = ["/api/v1/auth/register", "/api/v1/session/account"] as const;

  it.each(ROUTES)("[BX-14] are limited for an address and for all together: %s", async (path) => {
    const { send, join } = await createPlatform({
      database: await openDatabase({ address: ":memory:" }),
    });
    await join("root@example.org");
    let count = 0;
    const register = async (address: string): Promise<number> => {
      count += 1;
      const body = { email: `person${count}@example.org`, password: PASSWORD };
      return (await send("POST", path, { body, headers: OWN, address })).status;
    };
    for (let at = 1; at <= 20; at += 1) expect(await register(stranger(1))).toBe(200);
    expect(await register(stranger(1))).toBe(429);
    for (let at = 1; at <= 80; at += 1) expect(await register(stranger(2 + (at % 8)))).toBe(200);
    expect(await register(stranger(77))).toBe(429);
  });

  it("[BX-14] are counted together, whichever route makes them", async () => {
    const { send, join } = await createPlatform({
      database: await openDatabase({ address: ":memory:" }),
    });
    await join("root@example.org");
    const answers: number[] = [];
    for (let at = 0; at <= 20; at += 1) {
      const body = { email: `person${at}@example.org`, password: PASSWORD };
      const path = ROUTES[at % 2] ?? ROUTES[0];
      answers.push((await send("POST", path, { body, headers: OWN, address: HOME })).status);
    }
    expect(answers.slice(0, 20).every((status) => status === 200)).toBe(true);
    expect(answers.at(-1)).toBe(429);
  });

  it("[BX-14] that an administrator makes are limited for that administrator", async () => {
    const { send, join } = await createPlatform({
      database: await openDatabase({ address: ":memory:" }),
    });
    const token = await join("root@example.org");
    const make = async (at: number): Promise<number> => {
      const body = { email: `person${at}@example.org`, password: PASSWORD };
      return (await send("POST", "/api/v1/users", { token, body })).status;
    };
    for (let at = 1; at <= 100; at += 1) expect(await make(at)).toBe(201);
    expect(await make(101)).toBe(429);
    // Strangers are counted apart, so that neither shuts the other out.
    const body = { email: "stranger@example.org", password: PASSWORD };
    expect((await send("POST", ROUTES[0], { body, address: HOME })).status).toBe(200);
  });
});

describe("codes for devices", () => {
  it("[BX-14] are limited for an address", async () => {
    const { send, join } = await createPlatform({
      database: await openDatabase({ address: ":memory:" }),
    });
    await join("root@example.org");
    const begin = async (address: string): Promise<number> => {
      const path = "/registry/api/v1/device/code";
      return (await send("POST", path, { body: {}, address })).status;
    };
    for (let at = 1; at <= 30; at += 1) expect(await begin(stranger(1))).toBe(200);
    expect(await begin(stranger(1))).toBe(429);
    expect(await begin(stranger(2))).toBe(200);
  });
});
