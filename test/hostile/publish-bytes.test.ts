/** What a publication costs the server itself, however much comes out of its archive. */
import { serialize } from "node:v8";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import type { Jobs } from "../../src/hub/jobs/index.ts";
import { tarGzOf } from "../support/archives.ts";
import { sharedJobs } from "../support/jobs.ts";
import { createRegistry, type Registry, skillFiles } from "../support/market.ts";

interface Crossing {
  readonly kind: string;
  readonly bytes: number;
}

/** A registry, and what crosses between it and its workers. */
async function begin(): Promise<{
  readonly registry: Registry;
  readonly crossings: readonly Crossing[];
}> {
  const crossings: Crossing[] = [];
  const pool = sharedJobs();
  const jobs: Jobs = {
    // Nothing that a publication needs comes as a function.
    run: async (kind, input, options) => {
      crossings.push({ kind: `to ${kind}`, bytes: serialize(input).length });
      const output = await pool.run(kind, input, options);
      crossings.push({ kind: `from ${kind}`, bytes: serialize(output).length });
      return output;
    },
    close: () => Promise.resolve(),
  };
  const database = await openDatabase({ address: ":memory:" });
  onTestFinished(() => database.close());
  return { registry: await createRegistry({ database, jobs }), crossings };
}

/** A small archive of one large file. */
function bomb(size: number): string {
  const files = skillFiles().map(({ path, bytes }) => ({
    name: `web-search/${path}`,
    content: Buffer.from(bytes).toString(),
  }));
  // Zeros alone would be refused for how much they shrink.
  const noise = Array.from({ length: 8000 }, (_, index) =>
    ((index * 40_503) % 65_521).toString(36),
  );
  const large = { name: "web-search/large.bin", content: "\0".repeat(size) + noise.join("") };
  return tarGzOf([...files, large]).toString("base64");
}

const SMALL = 1024 * 1024;

it("[BX-14] an archive of 40 KB that unfolds to 40 MB is never unfolded in the server", async () => {
  const { registry, crossings } = await begin();
  const { ask, ada } = registry;
  const archive = bomb(40 * 1024 * 1024);
  const dry = await ask("POST", "/skills", ada, { archive, dry_run: true });
  expect(dry.status, dry.text).toBe(201);
  expect(crossings.length).toBeGreaterThan(0);
  expect(crossings.filter(({ bytes }) => bytes > SMALL)).toEqual([]);
});

it("[BX-14] the archive to store is all that comes back of a publication", async () => {
  const { registry, crossings } = await begin();
  const { ask, ada } = registry;
  const archive = bomb(4 * SMALL);
  const made = await ask("POST", "/skills", ada, { archive });
  expect(made.status, made.text).toBe(201);
  const large = crossings.filter(({ bytes }) => bytes > SMALL);
  expect(large.map(({ kind }) => kind)).toEqual(["from audit-package"]);
  expect(large[0]?.bytes).toBeLessThan(4.5 * SMALL);
});

it.each([
  ["a path of 240 levels", [`${"a/".repeat(240)}b.md`]],
  ["files in 1,200 folders", Array.from({ length: 1200 }, (_, index) => `f${index}/b.md`)],
])("[BX-14] %s is refused, since whoever reads the skill would go through it", async (_, paths) => {
  const { registry } = await begin();
  const { ask, ada } = registry;
  const files = [
    ...skillFiles().map(({ path, bytes }) => ({
      name: path,
      content: Buffer.from(bytes).toString(),
    })),
    ...paths.map((name) => ({ name, content: "x" })),
  ].map(({ name, content }) => ({ name: `web-search/${name}`, content }));
  const archive = tarGzOf(files).toString("base64");
  const { status, text } = await ask("POST", "/skills", ada, { archive, dry_run: true });
  expect([status, text]).toEqual([400, expect.stringMatching(/levels|folders/u)]);
});
