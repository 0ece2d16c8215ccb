import { expect, it } from "vitest";
import { accept } from "../../../test/support/invitations.ts";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";

const CONTENT = "---\nname: greet\ndescription: Greets.\n---\n\nSay hello.\r\n  And bye.\n";

interface People {
  readonly ada: string;
  readonly bob: string;
  readonly eve: string;
}

describeOnDatabases("sharing over the API", ({ open }) => {
  async function begin(): Promise<Platform & People> {
    const platform = await createPlatform({ database: await open() });
    await platform.join("root@example.org");
    const [ada, bob, eve] = [
      await platform.join("ada@example.org"),
      await platform.join("bob@example.org"),
      await platform.join("eve@example.org"),
    ];
    await platform.send("POST", "/api/v1/skills", {
      token: ada,
      body: { name: "greet", content: CONTENT },
    });
    await platform.send("POST", "/api/v1/knowledge", { token: ada, body: { name: "handbook" } });
    return { ...platform, ada, bob, eve };
  }

  it("[AF-16] keeps skills and knowledge bases private until they are shared", async () => {
    const { send, ada, bob, eve } = await begin();
    const places = ["/api/v1/skills/greet", "/api/v1/knowledge/handbook"] as const;
    const seen = async (token: string): Promise<readonly number[]> => [
      (await send("GET", places[0], { token })).status,
      (await send("GET", `${places[1]}/info`, { token })).status,
    ];
    expect(await seen(bob)).toEqual([404, 404]);
    const team = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    expect(team.status).toBe(201);
    const { id } = team.json as { readonly id: string };
    const members = `/api/v1/teams/${id}/members`;
    expect(
      (await send("PUT", members, { token: bob, body: { email: "bob@example.org" } })).status,
    ).toBe(404);
    expect(
      (await send("PUT", members, { token: ada, body: { email: "bob@example.org" } })).status,
    ).toBe(204);
    await accept({ send }, bob);
    for (const place of places) {
      const body = { visibility: "team", team_id: id };
      const shared = await send("PUT", `${place}/sharing`, { token: ada, body });
      expect([shared.status, shared.json]).toEqual([200, body]);
    }
    expect(await seen(bob)).toEqual([200, 200]);
    expect(await seen(eve)).toEqual([404, 404]);
    expect((await send("GET", "/api/v1/skills", { token: bob })).json).toMatchObject({ total: 0 });
    expect((await send("GET", "/api/v1/skills?shared=true", { token: bob })).json).toMatchObject({
      total: 1,
    });
    for (const place of places) {
      const refusal = { token: bob, body: { visibility: "public" } };
      expect((await send("PUT", `${place}/sharing`, refusal)).status).toBe(403);
      expect((await send("DELETE", place, { token: bob })).status).toBe(403);
      const opened = { token: ada, body: { visibility: "public" } };
      expect((await send("PUT", `${place}/sharing`, opened)).status).toBe(200);
    }
    expect(await seen(eve)).toEqual([200, 200]);
  });

  it("takes a share away with its team, and with its skill", async () => {
    const { send, ada, bob } = await begin();
    const team = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    const { id } = team.json as { readonly id: string };
    await send("PUT", `/api/v1/teams/${id}/members`, {
      token: ada,
      body: { email: "bob@example.org" },
    });
    await accept({ send }, bob);
    const body = { visibility: "team", team_id: id };
    await send("PUT", "/api/v1/skills/greet/sharing", { token: ada, body });
    expect((await send("DELETE", `/api/v1/teams/${id}`, { token: bob })).status).toBe(403);
    expect((await send("DELETE", `/api/v1/teams/${id}`, { token: ada })).status).toBe(204);
    expect((await send("GET", "/api/v1/skills/greet", { token: bob })).status).toBe(404);
    const foreign = await send("PUT", "/api/v1/skills/greet/sharing", { token: ada, body });
    expect([foreign.status, foreign.json]).toEqual([
      404,
      { detail: { field: "team_id", message: `Team '${id}' not found` } },
    ]);
    await send("PUT", "/api/v1/skills/greet/sharing", {
      token: ada,
      body: { visibility: "public" },
    });
    await send("DELETE", "/api/v1/skills/greet", { token: ada });
    await send("POST", "/api/v1/skills", { token: bob, body: { name: "greet", content: CONTENT } });
    expect((await send("GET", "/api/v1/skills/greet", { token: ada })).status).toBe(404);
  });

  it("keeps an owner in every team", async () => {
    const { send, ada, bob } = await begin();
    const team = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    const { id } = team.json as { readonly id: string };
    const me = (await send("GET", "/api/v1/auth/me", { token: ada })).json as {
      readonly id: string;
    };
    const leave = `/api/v1/teams/${id}/members/${me.id}`;
    expect((await send("DELETE", leave, { token: ada })).status).toBe(403);
    await send("PUT", `/api/v1/teams/${id}/members`, {
      token: ada,
      body: { email: "BOB@example.org", role: "owner" },
    });
    await accept({ send }, bob);
    expect((await send("DELETE", leave, { token: ada })).status).toBe(204);
    expect((await send("GET", `/api/v1/teams/${id}`, { token: ada })).status).toBe(404);
    expect((await send("GET", `/api/v1/teams/${id}`, { token: bob })).json).toMatchObject({
      name: "crew",
      members: [{ email: "bob@example.org", role: "owner" }],
    });
    const twice = await send("POST", "/api/v1/teams", { token: ada, body: { name: "crew" } });
    expect([twice.status, twice.json]).toEqual([
      409,
      { detail: { field: "name", message: "Team 'crew' already exists" } },
    ]);
  });

  it("[GSV-02] gives the files of a skill byte for byte", async () => {
    const { send, ports, ada, bob } = await begin();
    const bytes = new Uint8Array([0, 255, 13, 10, 195, 40]);
    await ports.storedSkills.store.put("greet/assets/raw.bin", bytes);
    const kept = await ports.storedSkills.store.get("greet/SKILL.md");
    const file = await send("GET", "/api/v1/skills/greet/file", { token: ada });
    // The line of the owner is the server's, and not part of what somebody wrote.
    const owned = new TextDecoder().decode(kept?.bytes);
    expect(owned).toMatch(/^user_id: .*$/mu);
    expect(file.text).toBe(owned.replace(/^user_id: .*\n/mu, ""));
    expect(file.text.endsWith("Say hello.\r\n  And bye.\n")).toBe(true);
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    const list = await send("GET", "/api/v1/skills/greet/files", { token: ada });
    expect(list.json).toMatchObject({
      total: 2,
      files: [{ path: "SKILL.md" }, { path: "assets/raw.bin", size: 6 }],
    });
    for (const [path, status] of [
      ["../greet/SKILL.md", 400],
      ["/etc/passwd", 400],
      ["assets/none.bin", 404],
    ] as const) {
      const address = `/api/v1/skills/greet/file?path=${encodeURIComponent(path)}`;
      expect([path, (await send("GET", address, { token: ada })).status]).toEqual([path, status]);
    }
    expect((await send("GET", "/api/v1/skills/greet/file", { token: bob })).status).toBe(404);
  });
});
