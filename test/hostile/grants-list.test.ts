/** The list of tool permissions: a page of it is small, however many skills ask for however much. */
import { expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { createPlatform, type Platform } from "../support/platform.ts";

const SKILLS = 53;
const MOST_SKILLS = 50;
const MOST_PERMISSIONS = 200;

function textOf(name: string, permissions: readonly string[]): string {
  // In the flat form of GAIA, which is the one with permissions.
  return `---\nname: ${name}\nversion: 1.0.0\ndescription: Adds numbers. Use when the user asks for a sum.\nauthor: Ada\nlicense: MIT\nsecurity_tier: community\npermissions: ${JSON.stringify(permissions)}\n---\n\n# Sums\n\nAdd them.\n`;
}

function hosts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `network:read:host-${index}.example.org`);
}

async function within(work: (platform: Platform) => Promise<void>): Promise<void> {
  const database = await openDatabase({ address: ":memory:" });
  try {
    await work(await createPlatform({ database, store: await openMemoryStore() }));
  } finally {
    await database.close();
  }
}

it("[BX-14] lists of grants have at most 50 skills, and go on where they ended", async () => {
  await within(async ({ send, join, ports }) => {
    const token = await join("ada@example.org");
    const made: string[] = [];
    for (let number = 0; number < SKILLS; number += 1) {
      const name = `sums-${number}`;
      const content = textOf(name, ["network:read"]);
      const answer = await send("POST", "/api/v1/skills", { token, body: { name, content } });
      expect(answer.status, answer.text).toBe(201);
      await ports.storedSkills.store.put(`${name}/tools.py`, new Uint8Array());
      made.push(name);
    }
    const get = async (query: string) => {
      const answer = await send("GET", `/api/v1/grants${query}`, { token });
      expect(answer.status, answer.text).toBe(200);
      // The route gives it.
      return answer.json as {
        readonly skills: readonly { readonly skill: string }[];
        readonly next_offset?: number;
      };
    };
    const first = await get("");
    expect([first.skills.length, first.next_offset]).toEqual([MOST_SKILLS, MOST_SKILLS]);
    const rest = await get(`?offset=${MOST_SKILLS}`);
    expect(rest.next_offset).toBeUndefined();
    expect([...first.skills, ...rest.skills].map(({ skill }) => skill)).toEqual(made.toSorted());
    expect((await send("GET", "/api/v1/grants?limit=51", { token })).status).toBe(400);
  });
});

it("[BX-14] a skill that is saved asks for at most 200 permissions", async () => {
  await within(async ({ send, join }) => {
    const token = await join("ada@example.org");
    const name = "sums";
    const save = async (method: string, path: string, count: number) =>
      await send(method, path, { token, body: { name, content: textOf(name, hosts(count)) } });
    const refused = await save("POST", "/api/v1/skills", MOST_PERMISSIONS + 1);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("permissions")]);
    expect((await save("POST", "/api/v1/skills", MOST_PERMISSIONS)).status).toBe(201);
    expect((await save("PUT", "/api/v1/skills/sums", MOST_PERMISSIONS + 1)).status).toBe(400);
  });
});
