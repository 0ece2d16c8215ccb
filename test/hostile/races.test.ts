/** Requests that arrive at the same moment: one of them wins, and what is left is as after one of them alone. */
import { expect, it } from "vitest";
import { DEFAULT_QUOTAS } from "../../src/hub/quotas/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { openMemoryStore, type Store } from "../../src/library/store/index.ts";
import { accept } from "../support/invitations.ts";
import { asJson, createRegistry, skillFiles } from "../support/market.ts";
import type { Answered } from "../support/platform.ts";

const MANY = 6;

interface Session {
  readonly token: string;
  readonly refresh_token: string;
}

function atOnce(ask: (index: number) => Promise<Answered>): Promise<readonly Answered[]> {
  return Promise.all(Array.from({ length: MANY }, (_, index) => ask(index)));
}

function statuses(answers: readonly Answered[]): readonly number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

function others(status: number, count = MANY - 1): readonly number[] {
  return Array<number>(count).fill(status);
}

function content(name: string): string {
  return `---\nname: ${name}\ndescription: Sorts letters.\n---\n\nSort.\n`;
}

describeOnDatabases("requests at the same moment", ({ open }) => {
  it("[BX-14] publish a version once, and take a plain name once", async () => {
    const registry = await createRegistry({ database: await open() });
    const { ada, bob, publish, ask } = registry;
    const same = await atOnce(() => publish(ada, skillFiles()));
    expect(statuses(same)).toEqual([201, ...others(409)]);
    const { versions } = (await ask("GET", "/skills/web-search/versions")).json as {
      readonly versions: readonly unknown[];
    };
    expect(versions).toHaveLength(1);
    const taken = await Promise.all(
      [ada, bob].map((token) => publish(token, skillFiles({ name: "letters" }))),
    );
    expect(statuses(taken)).toEqual([201, 409]);
  });

  it("[BX-14] accept an invitation once", async () => {
    const { send, ada, bob } = await createRegistry({ database: await open() });
    const made = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    const { id } = made.json as { readonly id: string };
    const email = "bob@example.org";
    const invite = await atOnce(() =>
      send("PUT", `/api/v1/teams/${id}/members`, { token: ada, body: { email } }),
    );
    expect(invite.every(({ status }) => status < 500)).toBe(true);
    const { invitations } = (await send("GET", "/api/v1/invitations", { token: bob })).json as {
      readonly invitations: readonly { readonly id: string }[];
    };
    expect(invitations).toHaveLength(1);
    const path = `/api/v1/invitations/${invitations[0]?.id ?? ""}/accept`;
    const accepted = await atOnce(() => send("POST", path, { token: bob }));
    expect(statuses(accepted)).toEqual([204, ...others(404)]);
    const team = await send("GET", `/api/v1/teams/${id}`, { token: ada });
    expect((team.json as { readonly members: readonly unknown[] }).members).toHaveLength(2);
  });

  it("[BX-14] go over no quota", async () => {
    const quotas = { ...DEFAULT_QUOTAS, skills: 2, workflows: 2, knowledgeBases: 2, versions: 2 };
    const { send, ask, ada } = await createRegistry({ database: await open(), quotas });
    const graph_data = { nodes: [{ id: "start", type: "start" }], edges: [] };
    const kinds: readonly ((index: number) => Promise<Answered>)[] = [
      (index) => {
        const body = { name: `skill-${index}`, content: content(`skill-${index}`) };
        return send("POST", "/api/v1/skills", { token: ada, body });
      },
      (index) =>
        send("POST", "/api/v1/workflows", { token: ada, body: { name: `w${index}`, graph_data } }),
      (index) => send("POST", "/api/v1/knowledge", { token: ada, body: { name: `base-${index}` } }),
      (index) =>
        ask("POST", "/skills", ada, { files: asJson(skillFiles({ name: `published-${index}` })) }),
    ];
    for (const kind of kinds) {
      const answers = await atOnce(kind);
      expect(statuses(answers)).toEqual([201, 201, ...others(507, MANY - 2)]);
    }
  });

  it("[BX-14] list no version whose publisher was shut out, or left by whoever publishes, while it was kept", async () => {
    for (const last of ["ban", "leave"] as const) {
      const packages = await openMemoryStore();
      const kept: { change?: () => Promise<unknown> } = {};
      const slow: Store = {
        ...packages,
        put: async (...given) => {
          const put = await packages.put(...given);
          await kept.change?.();
          return put;
        },
      };
      const registry = await createRegistry({ database: await open(), packages: slow });
      const { ada, bob, root, publish, ask, send } = registry;
      await ask("GET", "/whoami", ada);
      const member = { email: "bob@example.org" };
      await ask("PUT", "/publishers/ada/members", ada, { ...member, role: "publisher" });
      await accept(registry, bob);
      const change = { is_banned: true, reason: "It steals." };
      kept.change = () =>
        last === "ban"
          ? ask("PUT", "/publishers/ada/ban", root, change)
          : ask("PUT", "/publishers/ada/members", ada, member);
      const { status } = await publish(bob, skillFiles(), { publisher: "ada" });
      expect([last, status]).toEqual([last, 403]);
      const found = await send("GET", "/registry/api/v1/skills/@ada%2Fweb-search", { token: root });
      expect([last, found.status]).toEqual([last, 404]);
    }
  });

  it("[BX-14] leave an administrator where two demote or shut each other", async () => {
    const { send, root, ada } = await createRegistry({ database: await open() });
    const idOf = async (token: string): Promise<string> =>
      ((await send("GET", "/api/v1/auth/me", { token })).json as { readonly id: string }).id;
    const [first, second] = [await idOf(root), await idOf(ada)];
    for (const body of [{ role: "user" }, { is_active: false }]) {
      const promote = { role: "admin", is_active: true };
      for (const id of [first, second])
        await send("PATCH", `/api/v1/users/${id}`, { token: root, body: promote });
      const answers = await Promise.all([
        send("PATCH", `/api/v1/users/${second}`, { token: root, body }),
        send("PATCH", `/api/v1/users/${first}`, { token: ada, body }),
      ]);
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
      const left = await Promise.all(
        [root, ada].map((token) => send("GET", "/api/v1/users", { token })),
      );
      expect(left.some(({ status }) => status === 200)).toBe(true);
      if (left[0]?.status !== 200) break;
    }
  });

  it("[BX-14] make an account once, and renew one session", async () => {
    const { send } = await createRegistry({ database: await open() });
    const body = { email: "new@example.org", password: "tulips under the bridge" };
    const made = await Promise.all(
      ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) =>
        send("POST", "/api/v1/auth/register", { body, address }),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    const session = made.find(({ status }) => status === 200)?.json as Session;
    // Two programs of one person may renew at once, and stay in one session: its end is the end of all.
    const renew = (refresh_token: string): Promise<Answered> =>
      send("POST", "/api/v1/auth/refresh", { body: { refresh_token } });
    const renewed = await atOnce(() => renew(session.refresh_token));
    expect(statuses(renewed)).toEqual(others(200, MANY));
    const tokens = renewed.map(({ json }) => json as Session);
    await send("POST", "/api/v1/auth/logout", { token: tokens[0]?.token ?? "" });
    for (const { token, refresh_token } of tokens) {
      expect((await send("GET", "/api/v1/auth/me", { token })).status).toBe(401);
      expect((await renew(refresh_token)).status).toBe(401);
    }
  });
});
