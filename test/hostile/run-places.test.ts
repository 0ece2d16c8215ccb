/** Runs of workflows: no user holds the places of all others, and sandboxes are given out in turn. */
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { createPlatform, type Platform, type PlatformOptions } from "../support/platform.ts";
import { until } from "../support/wait.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface AtWork {
  readonly who: string;
  readonly finish: () => void;
}

interface Begun {
  readonly platform: Platform;
  /** Code that runs, in the order in which it began. */
  readonly atWork: AtWork[];
  readonly start: (email: string, count: number) => Promise<void>;
}

/** Code that tells who it is of, and goes on until the test ends it. */
async function begin(workflows: PlatformOptions["workflows"]): Promise<Begun> {
  const database = await openDatabase({ address: ":memory:" });
  const atWork: AtWork[] = [];
  const platform = await createPlatform({
    database,
    workflows: {
      pollMs: 20,
      runCode: ({ code, signal }) =>
        new Promise((settle, reject) => {
          const end = (): void => {
            settle("done");
          };
          atWork.push({ who: code, finish: end });
          signal.addEventListener("abort", () => {
            reject(new Error("stopped"));
          });
        }),
      ...workflows,
    },
  });
  const { engine } = platform.ports.workflows;
  engine.begin();
  const answers: Promise<unknown>[] = [];
  ends.push(
    () => database.close(),
    async () => {
      await engine.close(0);
      await platform.settle();
      await Promise.allSettled(answers);
    },
  );
  const start: Begun["start"] = async (email, count) => {
    const token = await platform.join(email);
    const nodes = [
      { id: "s", type: "start" },
      { id: "c", type: "code", data: { code: email } },
      { id: "o", type: "end" },
    ];
    const edges = [
      { id: "1", source: "s", target: "c" },
      { id: "2", source: "c", target: "o" },
    ];
    const made = await platform.send("POST", "/api/v1/workflows", {
      token,
      body: { name: "w", graph_data: { nodes, edges } },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.json as { readonly id: string };
    for (let number = 0; number < count; number += 1) {
      const path = `/api/v1/workflows/${id}/execute`;
      const answer = platform.fetch(
        new Request(`http://x${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ input: "x" }),
        }),
      );
      answers.push(answer);
      expect((await answer).status).toBe(200);
    }
  };
  return { platform, atWork, start };
}

const count = (atWork: readonly AtWork[], who: string): number =>
  atWork.filter((one) => one.who === who).length;

it("[BX-14] one user's runs leave places to others, and go on when theirs are free", async () => {
  const { atWork, start } = await begin({ maxRuns: 4, maxRunsPerUser: 2, maxCode: 8 });
  await start("eve@x.org", 6);
  await start("bob@x.org", 1);
  await until("code of both runs", () => {
    return count(atWork, "bob@x.org") === 1 && count(atWork, "eve@x.org") >= 2;
  });
  expect(count(atWork, "eve@x.org")).toBe(2);
  for (const { finish } of atWork.splice(0)) finish();
  await until("the next ones run", () => count(atWork, "eve@x.org") === 2);
});

it("[BX-14] code runs in a bounded number of sandboxes, whoever's it is", async () => {
  const { atWork, start } = await begin({ maxRuns: 16, maxRunsPerUser: 8, maxCode: 2 });
  await start("eve@x.org", 6);
  await start("bob@x.org", 1);
  await until("places are taken", () => atWork.length === 2);
  atWork[0]?.finish();
  await until("the next one runs", () => atWork.length > 2);
  expect(atWork.length).toBe(3);
});
