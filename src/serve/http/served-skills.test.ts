import { describe, expect, it, onTestFinished } from "vitest";
import { skillText } from "../../../test/support/library.ts";
import { createFakeClock, createFakeMachine } from "../../platform/machine/index.ts";
import { executionBaseline, HostInventory, type Probe } from "../../library/hosts/index.ts";
import { openLibrary } from "../../library/session/index.ts";
import { openMemoryStore } from "../../library/store/index.ts";
import { ServedSkills } from "./served-skills.ts";

async function setUp() {
  const store = await openMemoryStore();
  const put = (key: string, name: string, bin: string) =>
    store.put(
      key,
      new TextEncoder().encode(
        skillText({
          name,
          description: "It.",
          metadata: { gsv: { requires: { bins: [bin] } } },
        }),
      ),
    );
  await put("skills/all/SKILL.md", "all", "gh");
  await put("agents/ops/skills/own/SKILL.md", "own", "jq");
  const hosts = new HostInventory();
  const lines: string[] = [];
  const clock = createFakeClock();
  const library = await openLibrary({
    dialect: "gsv",
    store,
    hosts,
    agent: "ops",
    machine: createFakeMachine(),
    watch: false,
  });
  const served = new ServedSkills([library], { clock, say: (line) => lines.push(line) });
  onTestFinished(() => served.close());
  return { hosts, lines, clock, served };
}

describe("served skills", () => {
  it("[GSV-20] are evaluated anew once the hosts have settled, and a change is told once", async () => {
    const { hosts, lines, clock, served } = await setUp();
    expect(lines).toEqual(["gsv: 0 of 2 skills load for the agent `ops`."]);
    const asked: Probe[] = [];
    const connection = hosts.connect(
      {
        id: "a",
        role: "execution",
        capabilities: executionBaseline,
        env: [],
        bins: {},
        isConnected: true,
      },
      { send: (probe) => asked.push(probe) > 0 },
    );
    clock.advance(1000);
    expect(asked.map(({ bins }) => bins)).toEqual([["gh", "jq"]]);
    connection.answer({ probeId: asked[0]?.id ?? "", bins: { jq: true } });
    clock.advance(1000);
    expect(lines.slice(1)).toEqual(["gsv: 1 of 2 skills load for the agent `ops`."]);
    expect(served.status()).toMatchObject([
      {
        dialect: "gsv",
        agent: "ops",
        skills: [
          { name: "all", isEligible: false, hosts: [], reasons: [{ code: "missing-bin" }] },
          { name: "own", isEligible: true, hosts: ["a"], reasons: [] },
        ],
      },
    ]);
    connection.disconnect();
    clock.advance(1000);
    expect(lines.slice(2)).toEqual(["gsv: 0 of 2 skills load for the agent `ops`."]);
    hosts.close();
  });
});
