/** What an engine of workflows promises to those who run them on several servers, whatever keeps the runs. */
import { expect, it } from "vitest";
import { decideApproval, followExecution } from "../../src/hub/workflows/index.ts";
import { until } from "../support/wait.ts";
import {
  asking,
  type EngineMaker,
  fine,
  FORKED,
  graphOf,
  House,
  NODES,
  type Replica,
  times,
  userNamed,
  waiting,
} from "./workflow-house.ts";

const MINUTES = 60_000;
const SKEWS = [10 * MINUTES, 0, -10 * MINUTES, 10 * MINUTES];

export function testWorkflowEngine(maker: EngineMaker): void {
  async function withHouse(work: (house: House) => Promise<void>): Promise<void> {
    const house = new House(maker, await maker.open());
    try {
      await work(house);
    } finally {
      await house.close();
    }
  }

  it("goes on after a crash at any write, and tells every event once, in order", async () => {
    await withHouse(async (house) => {
      const whole = await house.open({ request: fine });
      await house.start(whole, "whole", FORKED);
      await house.ended("whole");
      const last = whole.writes();
      expect(last).toBeGreaterThan(4);
      const cases = [
        ...[1, last].map((write) => ({ id: `before-${write}`, write, when: "before" as const })),
        ...Array.from({ length: last }, (_, index) => index + 1).map((write) => ({
          id: `after-${write}`,
          write,
          when: "after" as const,
        })),
      ];
      await Promise.all(
        cases.map(async ({ id, ...dieAt }) => {
          const first = await house.open({ request: fine, dieAt });
          // It may die before it has said that the run is kept.
          const isDead = until("it is dead", () => first.writes() >= dieAt.write);
          await Promise.race([house.start(first, id, FORKED), isDead]);
        }),
      );
      await house.ended(...cases.map(({ id }) => id));
      for (const { id } of cases) {
        expect(await house.stateOf(id), id).toBe("completed");
        const events = await house.eventsOf(id);
        expect(events.map(({ at }) => at)).toEqual(events.map((_, index) => index + 1));
        const kinds = events.map(({ kind }) => kind);
        for (const node of NODES) expect(times(kinds, `node_complete ${node}`), id).toBe(1);
        expect([times(kinds, "done"), kinds.at(-1)], id).toEqual([1, "done"]);
        // Of two branches each had one node at work at most.
        const calls = house.asked.filter((path) => path.startsWith(`/${id}/`));
        expect(calls.length, id).toBeLessThanOrEqual(6);
      }
    });
  });

  it("gives each run to one of four servers, with clocks that differ by twenty minutes", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      const request = async (path: string): Promise<number> => {
        if (path.endsWith("/held")) await gate.promise;
        return 200;
      };
      const servers: Replica[] = [];
      for (const skewMs of SKEWS) servers.push(await house.open({ request, skewMs }));
      const held = graphOf([
        ["start", "held"],
        ["held", "end"],
      ]);
      for (const [index, server] of servers.entries()) await house.start(server, `h${index}`, held);
      const ids = Array.from({ length: 12 }, (_, index) => `r${index}`);
      for (const [index, id] of ids.entries())
        await house.start(servers[index % 4] as Replica, id, FORKED);
      await house.ended(...ids);
      const seen = servers.map(({ looks }) => looks());
      await until("all have looked for work again", () =>
        servers.every(({ looks }, index) => looks() > (seen[index] ?? 0) + 3),
      );
      gate.resolve();
      await house.ended("h0", "h1", "h2", "h3");
      expect(house.asked.length).toBe(new Set(house.asked).size);
      expect(house.asked.length).toBe(4 + 12 * 4);
    });
  });

  it("wakes by the clock of the database, after a restart and under other clocks", async () => {
    await withHouse(async (house) => {
      const ahead = await house.open({ request: fine, skewMs: 10 * MINUTES });
      await house.start(ahead, "short", waiting(0.3));
      await house.start(ahead, "long", waiting(300));
      await until("both wait", async () => {
        const rows = await house.database.query
          .selectFrom("workflow_waits")
          .select("run_id")
          .execute();
        return rows.length === 2;
      });
      ahead.kill();
      const behind = await house.open({ request: fine, skewMs: -10 * MINUTES });
      await house.ended("short");
      const early = await house.open({ request: fine, skewMs: 10 * MINUTES });
      await until("both have looked", () => early.looks() > 3 && behind.looks() > 3);
      expect(house.asked).toEqual(["/short/a"]);
      expect(await house.stateOf("long")).toBe("running");
    });
  });

  it("gives up what ends its server three times, and nothing that worked beside it", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      const request = async (path: string, kill: () => void): Promise<number> => {
        if (path === "/deadly/a") {
          kill();
          gate.resolve();
        } else if (path.endsWith("/a")) await gate.promise;
        return 200;
      };
      const first = await house.open({ request });
      const ids = ["i0", "i1", "i2"];
      for (const id of ids) await house.start(first, id, FORKED);
      await house.start(first, "deadly", FORKED);
      for (let server = 0; server < 3; server += 1) await house.open({ request });
      await house.ended("deadly", ...ids);
      expect(times(house.asked, "/deadly/a")).toBe(3);
      expect(await house.stateOf("deadly")).toBe("failed");
      for (const id of ids) expect(await house.stateOf(id)).toBe("completed");
    });
  });

  it("resumes at the node that failed, and cancels, from another server", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      let isBroken = true;
      const request = async (path: string): Promise<number> => {
        if (path === "/held/c") await gate.promise;
        return path.endsWith("/d") && isBroken ? 500 : 200;
      };
      const first = await house.open({ request });
      const second = await house.open({ request });
      await house.start(first, "broken", FORKED);
      await house.ended("broken");
      expect(await house.stateOf("broken")).toBe("failed");
      isBroken = false;
      expect(await second.engine.resume("broken")).toBe(true);
      await house.ended("broken");
      expect(await house.stateOf("broken")).toBe("completed");
      const calls = NODES.map((node) => times(house.asked, `/broken/${node}`));
      expect(calls).toEqual([0, 1, 1, 1, 2, 0]);
      await house.start(first, "held", FORKED);
      await until("it is at work", () => house.asked.includes("/held/c"));
      expect(await second.engine.cancel("held")).toBe(true);
      await house.ended("held");
      expect(await house.stateOf("held")).toBe("cancelled");
      gate.resolve();
      expect(house.asked).not.toContain("/held/d");
      expect(await second.engine.cancel("held")).toBe(false);
    });
  });

  it("hears an answer once, whoever is told, and also while no server is there", async () => {
    await withHouse(async (house) => {
      const first = await house.open({ request: fine, skewMs: 10 * MINUTES });
      const second = await house.open({ request: fine, skewMs: -10 * MINUTES });
      const others = [second, await house.open({ request: fine })];
      for (const id of ["told", "left"]) await house.start(first, id, asking("a"));
      await until("both ask", async () => (await house.waits()).length === 2);
      first.kill();
      const answer = (server: Replica, runId: string): Promise<void> =>
        decideApproval(
          { database: house.database, engine: server.engine },
          userNamed(runId),
          { runId, nodeId: "ask" },
          { isApproved: true, comment: "" },
        );
      const answers = await Promise.allSettled(others.map((server) => answer(server, "told")));
      expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      await house.ended("told");
      for (const server of others) server.kill();
      // Nobody is left to go on with it.
      void answer(first, "left");
      await until("the answer is kept", async () => (await house.waits()).includes("approved"));
      await house.open({ request: fine });
      await house.ended("left");
      expect(house.asked).toEqual(["/told/a", "/left/a"]);
      for (const id of ["told", "left"])
        expect(times(await house.kindsOf(id), "node_complete ask")).toBe(1);
    });
  });

  it("tells readers every event once who come back to another server", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      const request = async (path: string): Promise<number> => {
        if (path === "/read/c") await gate.promise;
        return 200;
      };
      const first = await house.open({ request });
      const second = await house.open({ request, skewMs: 10 * MINUTES });
      await house.start(first, "read", FORKED);
      const seen: number[] = [];
      const read = async (server: Replica, isEnough: () => boolean): Promise<void> => {
        const { signal } = new AbortController();
        const options = { after: seen.at(-1) ?? 0, signal };
        for await (const { position } of followExecution(house.portsOf(server), "read", options)) {
          seen.push(position);
          if (isEnough()) return;
        }
      };
      await read(first, () => seen.length === 2);
      await until("it is at work", () => house.asked.includes("/read/c"));
      first.kill();
      await read(second, () => seen.length === 5);
      gate.resolve();
      await read(second, () => false);
      const told = await house.eventsOf("read");
      expect(seen).toEqual(told.map(({ at }) => at));
      expect(told.at(-1)?.kind).toBe("done");
    });
  });

  it("goes on with the workflow that a run began with, also where that was changed since", async () => {
    await withHouse(async (house) => {
      const gate = Promise.withResolvers<void>();
      const request = async (path: string): Promise<number> => {
        if (path === "/kept/a") await gate.promise;
        return 200;
      };
      const first = await house.open({ request });
      await house.start(first, "kept", FORKED);
      await until("it is at work", () => house.asked.includes("/kept/a"));
      await house.change("kept", waiting(300));
      first.kill();
      gate.resolve();
      await house.open({ request });
      await house.ended("kept");
      expect(await house.stateOf("kept")).toBe("completed");
      expect(house.asked).toContain("/kept/d");
    });
  });
}
