import { afterEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type Answered, createPlatform, type Platform } from "../../../test/support/platform.ts";

const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "end", type: "end" },
  ],
  edges: [{ source: "start", target: "end" }],
};

interface Minted {
  readonly id: string;
  readonly token: string;
  readonly expires_at: string;
}

interface Embed extends Minted {
  readonly url: string;
}

describeOnDatabases("the page of a published workflow", ({ open }) => {
  let platform: Platform | undefined;
  afterEach(async () => {
    await platform?.ports.workflows.engine.close(0);
  });

  async function begin() {
    platform = await createPlatform({ database: await open() });
    platform.ports.workflows.engine.begin();
    const { send } = platform;
    const root = await platform.join("root@example.org");
    const ada = await platform.join("ada@example.org");
    await send("PUT", "/api/v1/settings/feature-flags/ENABLE_PUBLIC_EMBED", {
      token: root,
      body: { enabled: true },
    });
    const made = await send("POST", "/api/v1/workflows", {
      token: ada,
      body: { name: "echo", graph_data: GRAPH },
    });
    const { id: workflow } = made.json as { readonly id: string };
    const publish = async (token = ada): Promise<Embed> => {
      const answer = await send("POST", "/api/v1/publish/embed", {
        token,
        body: { workflow_id: workflow },
      });
      expect(answer.status).toBe(200);
      return answer.json as Embed;
    };
    const view = async ({ url }: Embed): Promise<number> =>
      (await send("GET", new URL(url).pathname + "?input=hello")).status;
    const revoke = (id: string, token = ada): Promise<Answered> =>
      send("DELETE", `/api/v1/publish/embed/${id}`, { token });
    return { platform, send, root, ada, workflow, publish, view, revoke };
  }

  it("[BX-14] is gone at once when it is revoked, by its id or its secret", async () => {
    const {
      platform: { join },
      send,
      ada,
      workflow,
      publish,
      view,
      revoke,
    } = await begin();
    const [first, second, third] = [await publish(), await publish(), await publish()];
    expect(await view(first)).toBe(200);
    const listed = await send("GET", `/api/v1/publish/embeds?workflow_id=${workflow}`, {
      token: ada,
    });
    expect(listed.json).toMatchObject({
      embeds: [third, second, first].map(({ id }) => ({ id, workflow_id: workflow })),
    });
    // The list opens no page.
    for (const { token } of [first, second, third]) expect(listed.text).not.toContain(token);
    const bob = await join("bob@example.org");
    expect((await revoke(first.id, bob)).status).toBe(404);
    expect((await send("GET", "/api/v1/publish/embeds", { token: bob })).json).toEqual({
      embeds: [],
    });
    expect((await revoke(first.id)).status).toBe(204);
    expect((await revoke(second.token)).status).toBe(204);
    expect([await view(first), await view(second), await view(third)]).toEqual([403, 403, 200]);
    expect((await revoke(first.id)).status).toBe(404);
  });

  it("[BX-14] does not come back with an account that was shut", async () => {
    const {
      platform: { join },
      send,
      root,
      ada,
      publish,
      view,
    } = await begin();
    const me = (await send("GET", "/api/v1/auth/me", { token: ada })).json as { id: string };
    const set = (isActive: boolean): Promise<Answered> =>
      send("PATCH", `/api/v1/users/${me.id}`, { token: root, body: { is_active: isActive } });
    const toggle = (verb: string): Promise<Answered> =>
      send("POST", `/api/v1/admin/users/${me.id}/${verb}`, { token: root });
    for (const [shut, reopen] of [
      [() => set(false), () => set(true)],
      [() => toggle("disable"), () => toggle("enable")],
    ] as const) {
      const embed = await publish(await join("ada@example.org"));
      expect(await view(embed)).toBe(200);
      expect((await shut()).status).toBe(200);
      expect(await view(embed)).toBe(403);
      expect((await reopen()).status).toBe(200);
      expect(await view(embed)).toBe(403);
    }
  });

  it("[BX-14] goes with the token that made it, and lasts no longer, and goes with its workflow", async () => {
    const { send, ada, workflow, publish, view } = await begin();
    const mint = async (token: string, more: object): Promise<Minted> =>
      (
        await send("POST", "/api/v1/auth/tokens", {
          token,
          body: { name: "publisher", scopes: ["account", "workflows:run"], ...more },
        })
      ).json as Minted;
    const stolen = await mint(ada, { days: 1 });
    const child = await mint(stolen.token, {});
    const [by, byChild, own] = [
      await publish(stolen.token),
      await publish(child.token),
      await publish(),
    ];
    expect(await view(byChild)).toBe(200);
    expect(by.expires_at).toBe(stolen.expires_at);
    await send("DELETE", `/api/v1/auth/tokens/${stolen.id}`, { token: ada });
    expect([await view(by), await view(byChild), await view(own)]).toEqual([403, 403, 200]);
    await send("DELETE", `/api/v1/workflows/${workflow}`, { token: ada });
    expect(await view(own)).toBe(403);
  });
});
