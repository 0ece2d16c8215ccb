import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { addKey, createRegistry, signed, skillFiles } from "../../../test/support/market.ts";

describeOnDatabases("facets of searches and lists", ({ open }) => {
  it("takes one of several tiers, and each of several permissions", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, key } = registry;
    await ask("GET", "/whoami", ada);
    await addKey(registry, ada, key, "ada");
    await publish(ada, signed(skillFiles({ name: "web-signed" }), key, { name: "web-signed" }));
    const permissions = ["network:read", "filesystem:read"];
    await publish(ada, skillFiles({ name: "web-plain", permissions }));
    const names = async (query: string): Promise<readonly string[]> => {
      const { json } = await ask("GET", query);
      const { skills } = json as { readonly skills: readonly { readonly name: string }[] };
      return skills.map(({ name }) => name).toSorted();
    };
    const both = ["web-plain", "web-signed"];
    for (const start of ["/search?q=web", "/skills?sort=name"]) {
      expect(await names(`${start}&tier=community`)).toEqual(["web-signed"]);
      expect(await names(`${start}&tier=community&tier=experimental`)).toEqual(both);
      expect(await names(`${start}&tier=community,experimental`)).toEqual(both);
      expect(await names(`${start}&tier=verified&tier=experimental`)).toEqual(["web-plain"]);
      const each = "permission=network:read&permission=filesystem:read";
      expect(await names(`${start}&${each}`)).toEqual(["web-plain"]);
      const wrong = await ask("GET", `${start}&tier=bogus`);
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("`bogus`")]);
    }
  });

  it("[BX-14] takes a few of them, however often a field is repeated", async () => {
    const { ask } = await createRegistry({ database: await open() });
    const many = Array.from({ length: 1200 }, (_, at) => at.toString(36)).join(",");
    for (const start of ["/search?q=web", "/skills?sort=name", "/skills?counts=true"])
      for (const field of ["topic", "permission", "works_on", "dialect"]) {
        const { status, text } = await ask("GET", `${start}&${field}=a&${field}=${many}`);
        expect([field, status, text]).toEqual([field, 400, expect.stringContaining("50 at most")]);
      }
  });

  it("names in the log whoever decided, also where they never published", async () => {
    const { publish, ask, ada, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles());
    const decision = { decision: "review", reason: "Let me see." };
    await ask("POST", "/skills/web-search/1.0.0/moderate", root, decision);
    expect((await ask("GET", "/skills/web-search/log", ada)).json).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ actor: "user-1", event: "flag" }),
      ]),
    });
  });

  it("says of a refused tier what it takes, and what is there instead", async () => {
    const { publish, ask, ada } = await createRegistry({ database: await open() });
    const [manifest, ...rest] = skillFiles();
    const text = Buffer.from(manifest?.bytes ?? [])
      .toString()
      .replace(/tools:\n(?: .*\n)+/u, "tools: []\n");
    await publish(ada, [{ path: "SKILL.md", bytes: Buffer.from(text) }, ...rest]);
    const refused = await ask("POST", "/skills/web-search/1.0.0/promote", ada, {
      tier: "community",
    });
    const { reason } = refused.json as { readonly reason: string };
    expect(reason).toMatch(
      /The linter must find no errors in it\. It finds \d+, which the audit of the version lists\./u,
    );
    expect(reason).toContain(
      "It must be signed with a key of its publisher, or of the registry. It is not signed.",
    );
  });
});
