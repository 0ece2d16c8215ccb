// @starts processes of the sandbox
/** Tools of skills take memory for as long as their run goes on: places for them are bounded, and given out in turns. */
import { expect, onTestFinished } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import type { Jobs } from "../../src/hub/jobs/index.ts";
import { openSkillTools } from "../../src/hub/tools/index.ts";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { nextTurn } from "../../src/platform/machine/index.ts";
import { readSkill } from "../../src/skill/index.ts";
import { sharedJobs } from "../support/jobs.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import { SEARCH_DECLARED, SEARCH_MODULE, skillText } from "../support/tool-skills.ts";
import { until } from "../support/wait.ts";

const bwrap = needs.command("bwrap");

bwrap.it(
  "[BX-14] tools of runs wait for a place, which the end of a run gives to the next user",
  async () => {
    const database = await openDatabase({ address: ":memory:" });
    onTestFinished(() => database.close());
    const store = await openMemoryStore();
    const text = skillText({ permissions: [], more: SEARCH_DECLARED });
    await store.put("web-search/SKILL.md", new TextEncoder().encode(text));
    await store.put("web-search/tools.py", new TextEncoder().encode(SEARCH_MODULE));
    /** Those who have a place. */
    const begun: (string | undefined)[] = [];
    const run: Jobs["run"] = async (kind, input, options) => {
      begun.push(options?.owner);
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
        atOnce: 2,
      },
    });
    const { value } = readSkill(text);
    if (value === undefined) throw new Error("The skill is a valid one.");
    const request = { skill: value.skill, dialect: value.dialect, inputs: {} };
    const open = (owner: string, signal = new AbortController().signal) =>
      openTools(owner)(request, signal);
    const hers = await open("mallory");
    const stop = new AbortController();
    const given = open("mallory", stop.signal);
    const second = open("mallory");
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    // One user has at most half of the places.
    expect(begun).toEqual(["mallory"]);
    stop.abort(new Error("gone"));
    await expect(given).rejects.toThrow("gone");
    const his = await open("bob");
    expect(begun).toEqual(["mallory", "bob"]);
    await hers?.close();
    const next = await second;
    expect(begun).toEqual(["mallory", "bob", "mallory"]);
    await Promise.all([his?.close(), next?.close()]);
    // What is refused gives its place back too.
    await store.put("web-search/tools.py", new TextEncoder().encode("def broken("));
    for (let count = 0; count < 3; count += 1) await open("bob").catch(() => {});
    await until("all of them had a place", () => begun.length === 6);
  },
);
