import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../test/support/context.ts";
import { goodSkill, temporaryFolder } from "../../test/support/program.ts";
import { localSystems } from "../app/machine/parts.ts";
import type { Progress } from "../platform/index.ts";
import { createMeter } from "./meter.ts";

function open(columns = 80): {
  readonly meter: ReturnType<typeof createMeter>;
  readonly wait: (milliseconds: number) => void;
  readonly line: () => string;
  readonly writes: () => number;
} {
  let time = 5000;
  let line = "";
  let writes = 0;
  const meter = createMeter(
    {
      now: () => time,
      err: (text) => {
        line += text;
        writes += 1;
      },
      clearLine: () => {
        line = "";
      },
    },
    columns,
  );
  return {
    meter,
    wait: (milliseconds) => (time += milliseconds),
    line: () => line,
    writes: () => writes,
  };
}

const at = (done: number, path = "a/SKILL.md") =>
  ({ unit: "skills", done, all: 9000, path }) as const;

describe("createMeter", () => {
  it("[BX-10] shows nothing of what takes less than a second", () => {
    const { meter, wait, writes } = open();
    meter.step(at(1));
    wait(990);
    meter.step(at(2));
    meter.end();
    expect(writes()).toBe(0);
  });

  it("shows how far it is, how fast it goes and what it is at, ten times a second at most", () => {
    const { meter, wait, line, writes } = open();
    meter.step({ unit: "folders", done: 1, path: "a" });
    wait(2000);
    meter.step({ unit: "folders", done: 4200, path: "b" });
    expect(line()).toBe("4,200 folders, 2,100 a second: b");
    wait(50);
    meter.step(at(1));
    expect(writes()).toBe(1);
    wait(1000);
    meter.step(at(3000));
    expect(line()).toBe("3,000 of 9,000 skills, 3,000 a second: a/SKILL.md");
  });

  it("stays on one line, and takes it away at the end", () => {
    const { meter, wait, line } = open(40);
    wait(2000);
    meter.step(at(20, "x".repeat(200)));
    expect(line().length).toBeLessThan(40);
    meter.end();
    expect(line()).toBe("");
  });
});

describe("a system that is asked", () => {
  it("[BX-10] tells how far the look at its folders has come, until it has answered", async () => {
    const root = temporaryFolder();
    for (const name of ["a", "b"]) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, "SKILL.md"), goodSkill(name));
    }
    const steps: Progress[] = [];
    let ends = 0;
    const systems = localSystems({
      ...makeContext({ arguments: [], cacheFolder: root }),
      startMeter: () => ({ step: (progress) => steps.push(progress), end: () => (ends += 1) }),
    });
    const selection = { as: "openclaw", root: [root], host: [], fresh: false, plainText: false };
    const ended = await systems.one(selection, async ({ library }) => {
      library.snapshot();
      return ends;
    });
    expect(ended).toBe(0);
    expect(ends).toBe(1);
    expect(steps.map(({ unit, done, all }) => `${unit} ${done} of ${all ?? "?"}`)).toEqual([
      ...[1, 2, 3].map((done) => `folders ${done} of ?`),
      ...[1, 2].map((done) => `skills ${done} of 2`),
    ]);
  });
});
