/** Lists of an account that is one answer each: nobody can make one grow without a bound, also not somebody else's. */
import { expect, it } from "vitest";
import { newId } from "../../src/platform/machine/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createPlatform } from "../support/platform.ts";

const MOST = 500;

describeOnDatabases("an account", ({ open }) => {
  async function begin() {
    const platform = await createPlatform({ database: await open() });
    await platform.join("root@example.org");
    const token = await platform.join("mallory@example.org");
    const hers = await platform.join("alice@example.org");
    const { query } = platform.ports.database;
    const idOf = async (email: string): Promise<string> =>
      (
        await query
          .selectFrom("users")
          .select("id")
          .where("email", "=", email)
          .executeTakeFirstOrThrow()
      ).id;
    return { ...platform, token, hers, query, idOf };
  }

  it("[BX-14] has a bounded number of teams, also where others add it to theirs", async () => {
    const { send, token, hers, query, idOf } = await begin();
    const own = await send("POST", "/api/v1/teams", { token, body: { name: "own" } });
    const { id } = own.json as { readonly id: string };
    const rows = Array.from({ length: MOST }, (_, index) => ({
      id: newId(),
      name: `team ${index}`,
      created_at: "2026-01-01T00:00:00.000Z",
    }));
    await query.insertInto("teams").values(rows).execute();
    const alice = await idOf("alice@example.org");
    const members = rows.map((row) => ({
      team_id: row.id,
      user_id: alice,
      role: "member" as const,
    }));
    await query.insertInto("team_members").values(members).execute();
    const body = { email: "alice@example.org", role: "member" };
    const invited = await send("PUT", `/api/v1/teams/${id}/members`, { token, body });
    expect(invited.status, invited.text).toBe(204);
    const list = await send("GET", "/api/v1/invitations", { token: hers });
    const { invitations } = list.json as { readonly invitations: readonly { id: string }[] };
    const path = `/api/v1/invitations/${invitations[0]?.id}/accept`;
    const added = await send("POST", path, { token: hers });
    expect(added.status, added.text).toBe(403);
    expect(added.text).toContain("500 teams");
  });

  it("[BX-14] has a bounded number of tokens, of which those that ended make room", async () => {
    const { send, token, query, idOf } = await begin();
    const user = await idOf("mallory@example.org");
    const rows = Array.from({ length: MOST }, (_, index) => ({
      id: newId(),
      user_id: user,
      name: `token ${index}`,
      token_hash: `hash ${index}`,
      scopes: "",
      parent_id: null,
      created_at: "2026-01-01T00:00:00.000Z",
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    }));
    await query.insertInto("api_tokens").values(rows).execute();
    const make = () =>
      send("POST", "/api/v1/auth/tokens", { token, body: { name: "one more", scopes: [] } });
    const refused = await make();
    expect(refused.status, refused.text).toBe(403);
    expect(refused.text).toContain("500 tokens");
    await query
      .updateTable("api_tokens")
      .set({ expires_at: "2026-01-02T00:00:00.000Z" })
      .where("id", "=", rows[0]?.id ?? "")
      .execute();
    expect((await make()).status).toBe(201);
  });
});
