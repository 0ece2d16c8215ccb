// @starts processes of the pool
/** Tools of a skill that a user stored: a worker reads what the user wrote, never the server. */
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import type { Jobs } from "../../src/hub/jobs/index.ts";
import { openSkillTools } from "../../src/hub/tools/index.ts";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { readSkill } from "../../src/skill/index.ts";
import { sharedJobs } from "../support/jobs.ts";
import { temporaryFolder } from "../support/program.ts";
import { skillFiles } from "../support/market.ts";

it("[BX-14] SKILL.md and module are read in the pool, for the user whose run it is", async () => {
  const database = await openDatabase({ address: ":memory:" });
  onTestFinished(() => database.close());
  const store = await openMemoryStore();
  const files = skillFiles();
  for (const { path, bytes } of files) await store.put(`web-search/${path}`, bytes);
  const ran: unknown[] = [];
  const run: Jobs["run"] = async (kind, input, options) => {
    ran.push([kind, options?.owner]);
    return await sharedJobs().run(kind, input, options);
  };
  const openTools = openSkillTools({
    store,
    database,
    jobs: { run, close: () => Promise.resolve() },
    sandbox: {
      allow: [],
      path: process.env["PATH"] ?? "",
      packagesRoot: temporaryFolder(),
      own: { folders: [] },
      now: Date.now,
    },
  });
  const { value } = readSkill(files[0]?.bytes ?? "");
  if (value === undefined) throw new Error("The skill is a valid one.");
  const request = { skill: value.skill, dialect: value.dialect, inputs: {} };
  const opened = openTools("mallory")(request, new AbortController().signal);
  // What the skill asks for is refused after it was read, by the rules that hold for every run.
  await expect(opened).rejects.toThrow("does not allow the permission `network:read`");
  expect(ran).toEqual([["read-tools", "mallory"]]);
});
