import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { sharedJobs } from "../../../test/support/jobs.ts";
import { openFolderStore, type Store } from "../../library/store/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import {
  type AccountPorts,
  ensureFirst,
  listUsers,
  register,
  type User,
} from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { listNewest, listSkills, surveySkills } from "./list.ts";
import { createSkillCache } from "./cache.ts";
import { createSkill, deleteSkill, readSkillDetail, updateSkill } from "./stored-skills.ts";
import { openStoredSkills, type StoredSkillPorts } from "./ports.ts";

const folders: string[] = [];
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

function content(name: string, word: string): string {
  return `---\nname: ${name}\ndescription: Says ${word}.\n---\n\n${word}\n`;
}

async function storedSkillsIn(folder: string, database: Database): Promise<StoredSkillPorts> {
  const store = await openFolderStore(folder);
  stores.push(store);
  return openStoredSkills({ store, database, clock: systemClock, jobs: sharedJobs() });
}

describeOnDatabases("the stored skills", ({ open }) => {
  async function begin(): Promise<{
    readonly servers: readonly [StoredSkillPorts, StoredSkillPorts];
    readonly accounts: AccountPorts;
    readonly user: User;
  }> {
    const database = await open();
    const folder = await mkdtemp(join(tmpdir(), "skillwright-skills-"));
    folders.push(folder);
    const accounts = createAccounts(database);
    const user = await register(
      accounts,
      { email: "ada@example.org", password: PASSWORD },
      { role: "user" },
    );
    return {
      servers: [await storedSkillsIn(folder, database), await storedSkillsIn(folder, database)],
      accounts,
      user,
    };
  }

  it("[AF-17] lets two servers write the same skills without losing or tearing one", async () => {
    const { servers, user } = await begin();
    const [one, two] = servers;
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        createSkill(at % 2 === 0 ? one : two, user, { name: "a", content: content("a", `w${at}`) }),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        updateSkill(at % 2 === 0 ? one : two, user, "a", { content: content("a", `v${at}`) }),
      ),
    );
    const { detail, version } = await readSkillDetail(one, user, "a");
    expect(detail.description).toMatch(/^Says v\d+\.$/u);
    expect(detail.user_id).toBe(user.id);
    const raced = await Promise.allSettled(
      servers.map((storedSkills, at) =>
        updateSkill(storedSkills, user, "a", {
          content: content("a", `x${at}`),
          expect: [version],
        }),
      ),
    );
    expect(raced.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("[AF-16] reads for a list only what has changed, and sees what another server wrote", async () => {
    const { servers, user } = await begin();
    const [one, two] = servers;
    for (const name of ["a", "b", "c"])
      await createSkill(one, user, { name, content: content(name, "one") });
    let reads = 0;
    const counting: StoredSkillPorts = {
      ...one,
      // As of a server that has just started.
      cache: createSkillCache(),
      store: new Proxy(one.store, {
        get: (target, key) => {
          if (key === "get") reads += 1;
          // As in a bucket, whose listing reads nothing.
          if (key === "objects") return undefined;
          const found: unknown = Reflect.get(target, key);
          return typeof found === "function" ? (found.bind(target) as unknown) : found;
        },
      }),
    };
    expect(await listSkills(counting, user)).toHaveLength(3);
    expect(reads).toBe(3);
    expect(await listSkills(counting, user)).toHaveLength(3);
    expect(reads).toBe(3);
    await updateSkill(two, user, "b", { content: content("b", "two") });
    await deleteSkill(two, user, "c");
    const seen = await listSkills(counting, user);
    expect(seen.map(({ name, description }) => [name, description])).toEqual([
      ["b", "Says two."],
      ["a", "Says one."],
    ]);
    expect(reads).toBe(4);
  });

  it("[BX-14] reads nothing of others for a list, however much they have", async () => {
    const { servers, user } = await begin();
    const [storedSkills] = servers;
    for (let at = 0; at < 5; at += 1)
      await createSkill(storedSkills, user, { name: `s${at}`, content: content(`s${at}`, "x") });
    await surveySkills(storedSkills);
    let read = 0;
    const full: StoredSkillPorts = {
      ...storedSkills,
      // As where there is more than can be remembered.
      cache: createSkillCache(0),
      jobs: {
        ...storedSkills.jobs,
        run: (name, input, options) => {
          if (Array.isArray(input)) read += input.length;
          return storedSkills.jobs.run(name, input, options);
        },
      },
    };
    const other = { ...user, id: "somebody-else", role: "user" as const };
    expect(await listSkills(full, other)).toEqual([]);
    expect(read).toBe(0);
    // And what is known of them is not lost by that.
    const { skills, total } = await listNewest(full, user, { limit: 2 });
    expect([skills.length, total]).toEqual([2, 5]);
  });

  it("reads every file once at the first look, also where somebody asks before its end", async () => {
    const { servers, user } = await begin();
    const [one, two] = servers;
    const names = Array.from({ length: 40 }, (_, at) => `s${at}`);
    for (const name of names) await createSkill(one, user, { name, content: content(name, "x") });
    await one.store.put("s40/SKILL.md", new TextEncoder().encode("no skill"));
    const asked: string[] = [];
    const note = (key: string | symbol): void => {
      if (["get", "list", "objects"].includes(String(key))) asked.push(String(key));
    };
    const storedSkills: StoredSkillPorts = {
      ...two,
      store: new Proxy(two.store, {
        get: (target, key) => {
          note(key);
          return Reflect.get(target, key) as unknown;
        },
      }),
    };
    const survey = surveySkills(storedSkills);
    const { skills, total } = await listNewest(storedSkills, user, { limit: 3 });
    expect([skills.length, total]).toEqual([3, 40]);
    expect((await survey).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(asked).toEqual(["objects"]);
  });

  it("makes one first account, however many servers start at once", async () => {
    const database = await open();
    const accounts = createAccounts(database);
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        ensureFirst(accounts, { email: "admin@example.org", password: PASSWORD }),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await listUsers(accounts)).toMatchObject([{ role: "admin" }]);
  });

  it("[AF-10] makes one administrator of strangers who register at the same moment", async () => {
    const database = await open();
    const accounts = createAccounts(database);
    await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        register(accounts, { email: `p${at}@example.org`, password: PASSWORD }),
      ),
    );
    const roles = (await listUsers(accounts)).map(({ role }) => role).toSorted();
    expect(roles).toEqual(["admin", "user", "user", "user", "user"]);
  });
});
