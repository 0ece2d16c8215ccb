import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createRegistry, skillFiles } from "../../../test/support/market.ts";

interface Answer {
  readonly warnings: readonly { readonly message: string }[];
}

describeOnDatabases("names that look like others", ({ open }) => {
  it("[BX-14] are warned of where they are published, also in a dry run, and told to moderators", async () => {
    const { ask, publish, ada, bob, eve, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles({ name: "alice-public" }));
    const warningsOf = async (token: string, name: string, more = {}): Promise<string> => {
      const { status, json } = await publish(token, skillFiles({ name }), more);
      expect(status).toBe(201);
      return (json as Answer).warnings.map(({ message }) => message).join("\n");
    };
    const dry = { dry_run: true };
    for (const name of ["alice-pub1ic", "alicepublic", "allce-public", "alice-publik"])
      expect(await warningsOf(bob, name, dry)).toContain("looks like `@ada/alice-public`");
    expect(await warningsOf(bob, "pdf-tools", dry)).toBe("");
    // Whoever has the one may have the other, and the same name of another publisher says so itself.
    expect(await warningsOf(ada, "alicepublic", dry)).toBe("");
    expect(await warningsOf(bob, "alice-pub1ic")).toContain("looks like `@ada/alice-public`");
    await ask("POST", "/skills/alice-pub1ic/1.0.0/moderate", root, {
      decision: "review",
      reason: "Its name.",
    });
    const queue = await ask("GET", "/queue", root);
    expect(queue.json).toMatchObject({
      versions: [{ full_name: "@bob/alice-pub1ic", look_alikes: ["@ada/alice-public"] }],
    });
    await ask("POST", "/publishers", eve, { handle: "b0b", display_name: "Bob" });
    expect(await warningsOf(eve, "@b0b/tables", dry)).toContain(
      "The publisher `b0b` looks like `@bob`",
    );
  });

  it("[BX-14] tell nobody of skills that are not for them", async () => {
    const { ask, publish, ada, bob, root } = await createRegistry({ database: await open() });
    await publish(ada, skillFiles({ name: "merger-acme" }), { visibility: "private" });
    await publish(ada, skillFiles({ name: "plan-of-acme" }), { draft: true });
    for (const name of ["mergeracme", "merqer-acme", "plan-0f-acme"]) {
      const dry = await publish(bob, skillFiles({ name }), { dry_run: true });
      expect((dry.json as Answer).warnings).toEqual([]);
      await publish(bob, skillFiles({ name }));
    }
    await ask("POST", "/skills/mergeracme/1.0.0/moderate", root, {
      decision: "review",
      reason: "Its name.",
    });
    expect((await ask("GET", "/queue", root)).json).toMatchObject({
      versions: [{ look_alikes: ["@ada/merger-acme"] }],
    });
  });
});
