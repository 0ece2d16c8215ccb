/** A server answers before it has read its folders, and says when the lists have grown. */
import { expect, it, onTestFinished } from "vitest";
import { openLocalJobs } from "../../src/app/jobs/index.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import { createSkillServer, listenMcp, type SkillServer } from "../../src/serve/mcp/index.ts";
import { connectTo } from "../support/mcp.ts";
import { playground } from "../support/program.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

it("[BX-06] answers the first message while skills are read, and tells when they are there", async () => {
  writeTree(folder.path, { "letters/SKILL.md": skill("letters") });
  const jobs = openLocalJobs();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    opensLater: true,
    jobs: {
      ...jobs,
      run: async (kind, input, options) => {
        await released;
        return await jobs.run(kind, input, options);
      },
    },
  });
  const running = await listenMcp({ server, host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    release();
    await running.close();
    await server.close();
  });
  const { client, skills } = await connectTo(new URL(running.url), "legacy");
  expect(client.getInstructions()).not.toContain("letters");
  expect(server.catalog().skills).toEqual([]);
  let isPublicEvent = false;
  server.notify({
    resourcesChanged: () => {
      isPublicEvent = true;
    },
    promptsChanged: () => {},
    toolsChanged: () => {},
    resourceUpdated: () => {},
  });
  release();
  await server.opened;
  expect(isPublicEvent).toBe(true);
  expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(["skill://letters/SKILL.md"]);
});

it("serves and tells of all of many skills, the first of them before the last is read", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 600; index += 1)
    files[`letters-${index}/SKILL.md`] = skill(`letters-${index}`);
  writeTree(folder.path, files);
  const sizes = new Set<number>();
  // Every look at the clock takes a minute: those that were read wait no longer.
  let now = Date.now();
  const holder: { server?: SkillServer } = {};
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    opensLater: true,
    clock: { ...systemClock, now: () => (now += 60_000) },
    verdictOf: () => {
      sizes.add(holder.server?.catalog().skills.length ?? 0);
      return { decision: "allow", reason: "" };
    },
  });
  holder.server = server;
  onTestFinished(() => server.close());
  const updated = new Set<string>();
  server.notify({
    resourcesChanged: () => {},
    promptsChanged: () => {},
    toolsChanged: () => {},
    resourceUpdated: (uri) => void updated.add(uri),
  });
  await server.opened;
  expect(server.catalog().skills).toHaveLength(600);
  expect(server.catalog().skills.filter(({ uri }) => !updated.has(uri))).toEqual([]);
  expect([...sizes]).toContain(256);
});

it("[BX-06] never takes back what it lists while others are scanned", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 300; index += 1)
    files[`letters-${index}/SKILL.md`] = skill(`letters-${index}`);
  writeTree(folder.path, files);
  const jobs = openLocalJobs();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sizes = new Set<number>();
  const holder: { server?: SkillServer } = {};
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    opensLater: true,
    verdictOf: (path) => {
      sizes.add(holder.server?.catalog().skills.length ?? 0);
      return path.endsWith("letters-0") ? undefined : { decision: "allow", reason: "" };
    },
    jobs: {
      ...jobs,
      run: async (kind, input, options) => {
        await released;
        return await jobs.run(kind, input, options);
      },
    },
  });
  holder.server = server;
  onTestFinished(() => server.close());
  await server.started;
  sizes.clear();
  await server.refresh();
  release();
  await server.opened;
  expect(Math.min(...sizes)).toBe(299);
});

it("stops the search at a bound, and says so", async () => {
  writeTree(folder.path, {
    "a/letters/SKILL.md": skill("letters"),
    "b/notes/SKILL.md": skill("notes"),
    "c/more/SKILL.md": skill("more"),
  });
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
    mostFolders: 3,
  });
  onTestFinished(() => server.close());
  expect(server.catalog().skills.length).toBeLessThan(3);
  expect(server.catalog().leftOut).toMatchObject([
    {
      reasons: [
        {
          code: "too-many-folders",
          say: "The search stopped after 3 folders; name the folder that holds your skills.",
        },
      ],
    },
  ]);
});

it("says which folder it serves where none is named", () => {
  const ground = playground({ "letters/SKILL.md": skill("letters") });
  const { code, stdout, stderr } = ground.run(["mcp", "--check"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "1 of 1 skills are served.\n" });
  expect(stderr).toMatch(/^skillwright: No path given: serving the skills below \//);
});
