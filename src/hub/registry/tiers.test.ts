import { createMessage, generateKey, readPrivateKey, sign } from "openpgp";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import {
  addKey,
  createRegistry,
  HARMFUL,
  type Registry,
  signed,
  skillFiles,
} from "../../../test/support/market.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { newKeyPair } from "../../platform/signing/index.ts";
import { PGP_FILE, pgpStatement } from "../../registry/sign/index.ts";

interface Promotion {
  readonly id: string;
  readonly state: string;
  readonly reason: string;
  readonly steps: readonly { readonly code: string; readonly is_met: boolean }[];
}

function missing({ steps }: Promotion): readonly string[] {
  return steps.filter(({ is_met }) => !is_met).map(({ code }) => code);
}

async function promote(
  { ask }: Registry,
  token: string,
  version: string,
  tier: string,
  more: object = {},
): Promise<Promotion> {
  const path = `/skills/web-search/${version}/promote`;
  return (await ask("POST", path, token, { tier, ...more })).json;
}

describeOnDatabases("tiers of the registry", ({ open }) => {
  it("[GA-08] leads from experimental over community to verified, each step with what it must show", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, bob, root } = registry;
    await publish(ada, skillFiles({ tier: "verified" }));
    const refused = await promote(registry, ada, "1.0.0", "community");
    expect([refused.state, missing(refused)]).toEqual(["refused", ["signed-by-publisher"]]);
    expect(refused.reason).toBe(
      "It must be signed with a key of its publisher, or of the registry. It is not signed.",
    );
    const skipped = await promote(registry, ada, "1.0.0", "verified");
    expect(missing(skipped)).toEqual(["one-step", "signed-by-registry"]);

    const files = skillFiles({ tier: "verified", version: "1.1.0" });
    const house = newKeyPair();
    await addKey(registry, root, house);
    const version = { version: "1.1.0" };
    expect((await publish(ada, signed(files, house, version))).json).toMatchObject({
      version: { security_tier: "community", signature: { role: "amd" } },
    });
    const path = "/skills/web-search/1.1.0/promote";
    expect((await ask("POST", path, bob, { tier: "verified" })).status).toBe(403);
    const looked = await promote(registry, ada, "1.1.0", "verified", { dry_run: true });
    expect(looked.state).toBe("open");
    expect((await ask("GET", "/promotions", root)).json).toMatchObject({ promotions: [] });
    const asked = await promote(registry, ada, "1.1.0", "verified");
    expect([asked.state, missing(asked)]).toEqual(["open", []]);
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      security_tier: "community",
    });
    const decision = { is_granted: true, reason: "Read line by line." };
    expect((await ask("POST", `/promotions/${asked.id}`, ada, decision)).status).toBe(403);
    expect((await ask("POST", `/promotions/${asked.id}`, root, decision)).json).toMatchObject({
      state: "granted",
      to: "verified",
    });
    expect((await ask("POST", `/promotions/${asked.id}`, root, decision)).status).toBe(404);
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      security_tier: "verified",
      publisher: { reputation: 10 },
    });
  });

  it("[GA-05] audits every version anew, and verifies none because the one before was", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada, root } = registry;
    const house = newKeyPair();
    await addKey(registry, root, house);
    const release = (version: string, body?: string): Promise<{ readonly json: never }> =>
      publish(
        ada,
        signed(
          skillFiles({ tier: "verified", version, ...(body === undefined ? {} : { body }) }),
          house,
          { version },
        ),
      );
    await release("1.0.0");
    const { id } = await promote(registry, ada, "1.0.0", "verified");
    await ask("POST", `/promotions/${id}`, root, { is_granted: true, reason: "Good." });
    const next = await release("1.0.1");
    expect(next.json).toMatchObject({ version: { security_tier: "community", state: "listed" } });
    expect((await ask("GET", "/skills/web-search")).json).toMatchObject({
      security_tier: "community",
    });
    // A moderator is asked without anybody's doing.
    const waiting = await ask("GET", "/promotions", root);
    expect(waiting.json).toMatchObject({
      promotions: [
        {
          version: "1.0.1",
          from: "community",
          to: "verified",
          reason: "The version before it was verified.",
        },
      ],
    });
    expect((await release("1.0.2", HARMFUL)).json).toMatchObject({
      version: { state: "quarantined" },
    });
    expect((await ask("GET", "/skills/web-search/1.0.0")).json).toMatchObject({
      security_tier: "verified",
    });
  });

  it("[GA-06] moves a skill up by its ratings and the reputation of its publisher", async () => {
    let waited = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + waited };
    const settings = { market: { reporterHours: 0 }, clock };
    const registry = await createRegistry({ database: await open(), ...settings });
    const { publish, ask, ada, bob, eve, root, market } = registry;
    await publish(ada, skillFiles({ name: "alpha-finder", description: "Finds things." }));
    await publish(bob, skillFiles({ name: "omega-finder", description: "Finds things." }));
    const order = async (): Promise<readonly string[]> => {
      const { json } = await ask("GET", "/search?q=finder");
      return (json as { skills: readonly { name: string }[] }).skills.map(({ name }) => name);
    };
    for (const [token, rating] of [
      [eve, 5],
      [root, 5],
      [ada, 4],
    ] as const)
      expect(
        (await ask("PUT", "/skills/omega-finder/review", token, { rating, text: "Works." })).status,
      ).toBe(200);
    expect(await order()).toEqual(["omega-finder", "alpha-finder"]);
    // What follows for the publisher comes a minute later.
    waited += 60_000;
    await market.countRatings();
    expect((await ask("GET", "/skills/omega-finder")).json).toMatchObject({
      ratings: 3,
      rating: 14 / 3,
      publisher: { reputation: 10 },
    });
    // One for each user: another one takes its place.
    await ask("PUT", "/skills/omega-finder/review", eve, { rating: 1, text: "Broke." });
    await ask("PUT", "/skills/omega-finder/review", root, { rating: 1 });
    await ask("PUT", "/skills/omega-finder/review", ada, { rating: 1 });
    expect(await order()).toEqual(["alpha-finder", "omega-finder"]);
    expect((await ask("GET", "/skills/omega-finder")).json).toMatchObject({
      ratings: 3,
      rating: 1,
    });
    const reviews = await ask("GET", "/skills/omega-finder/reviews?limit=2");
    expect(reviews.json).toMatchObject({ reviews: [{ rating: 1 }, { rating: 1 }] });
    const { next_cursor } = reviews.json as { readonly next_cursor: string };
    expect(
      (await ask("GET", `/skills/omega-finder/reviews?cursor=${next_cursor}`)).json,
    ).toMatchObject({ reviews: [{ author: "eve", text: "Broke." }], next_cursor: null });
    expect((await ask("PUT", "/skills/omega-finder/review", bob, { rating: 5 })).status).toBe(403);
    expect((await ask("PUT", "/skills/omega-finder/review", eve, { rating: 6 })).status).toBe(400);
    expect((await ask("DELETE", "/skills/omega-finder/review", eve)).status).toBe(204);
    expect((await ask("GET", "/skills/omega-finder")).json).toMatchObject({ ratings: 2 });
  });

  it("[GA-06] takes signatures of OpenPGP too, and keeps identities of Sigstore", async () => {
    const registry = await createRegistry({ database: await open() });
    const { publish, ask, ada } = registry;
    await ask("GET", "/whoami", ada);
    const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: "Ada" }] });
    const added = await ask("POST", "/keys", ada, { public_key: publicKey, publisher: "ada" });
    expect([added.status, added.json]).toMatchObject([
      201,
      { key_id: expect.stringMatching(/^openpgp:[0-9a-f]{40}/u) as string },
    ]);
    const files = skillFiles();
    const statement = pgpStatement({ name: "web-search", version: "1.0.0", files });
    const signature = await sign({
      message: await createMessage({ binary: statement }),
      signingKeys: await readPrivateKey({ armoredKey: privateKey }),
      detached: true,
    });
    const file = { path: PGP_FILE, bytes: Buffer.from(String(signature)) };
    const published = await publish(ada, [...files, file]);
    expect(published.json).toMatchObject({ version: { security_tier: "community" } });
    const other = skillFiles({ version: "1.0.1" });
    expect((await publish(ada, [...other, file])).status).toBe(400);
    const identity = { name: "ada@example.org", issuer: "https://issuer.example.org" };
    const known = await ask("POST", "/keys", ada, { identity, publisher: "ada" });
    expect(known.json).toMatchObject({
      key_id: "sigstore:https://issuer.example.org#ada@example.org",
    });
    expect((await ask("POST", "/keys", ada, { publisher: "ada" })).status).toBe(400);
    expect((await ask("POST", "/keys", ada, { publisher: "ada", public_key: "x" })).status).toBe(
      400,
    );
  });

  it("gives keys only to those who may", async () => {
    const registry = await createRegistry({ database: await open() });
    const { ask, ada, bob, key } = registry;
    await ask("GET", "/whoami", ada);
    const public_key = Buffer.from(key.publicBytes).toString("base64");
    expect((await ask("POST", "/keys", ada, { public_key })).status).toBe(403);
    expect((await ask("POST", "/keys", bob, { public_key, publisher: "ada" })).status).toBe(403);
    expect(
      (await ask("POST", "/keys", ada, { public_key, publisher: "ada", role: "amd" })).status,
    ).toBe(403);
    const added = await ask("POST", "/keys", ada, { public_key, publisher: "ada" });
    expect([added.status, added.json]).toMatchObject([201, { role: "publisher" }]);
    const again = { public_key, publisher: "ada" };
    expect((await ask("POST", "/keys", ada, again)).status).toBe(409);
    const { key_id } = added.json as { readonly key_id: string };
    expect((await ask("GET", "/keys?publisher=ada")).json).toMatchObject({ keys: [{ key_id }] });
    expect((await ask("GET", "/keys")).json).toEqual({ keys: [] });
    expect((await ask("DELETE", `/keys/${key_id}`, bob)).status).toBe(403);
    expect((await ask("DELETE", `/keys/${key_id}`, ada)).status).toBe(204);
  });
});
