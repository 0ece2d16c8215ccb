import { afterEach, describe, expect, it } from "vitest";
import { skill, useFolder, writeTree } from "../../../test/support/skill-folders.ts";
import { createFakeClock, createFakeMachine } from "../../platform/machine/index.ts";
import { executionBaseline, type HostFacts, HostInventory, type Probe } from "../hosts/index.ts";
import { type Library, openLibrary } from "./index.ts";

const folder = useFolder();
const opened: Library[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

async function open(dialect: string, hosts: HostInventory): Promise<Library> {
  writeTree(folder.path, {
    "skills/notes/SKILL.md": skill(
      "notes",
      "Takes notes.",
      'metadata: {"openclaw":{"os":["darwin"],"requires":{"bins":["memo"]}}}\n',
    ),
  });
  const library = await openLibrary({
    dialect,
    hosts,
    roots: [`${folder.path}/skills`],
    machine: createFakeMachine({ platform: "linux", environment: { PATH: "/bin" } }),
    watch: false,
  });
  opened.push(library);
  return library;
}

function mac(more: Partial<HostFacts> = {}): HostFacts {
  return {
    id: "mac",
    role: "execution",
    capabilities: executionBaseline,
    os: "darwin",
    platform: "darwin",
    env: [],
    bins: {},
    allowsCommands: true,
    isConnected: true,
    ...more,
  };
}

/** A node that is asked for programs, and answers when it is told to. */
function connect(hosts: HostInventory, facts: HostFacts) {
  const asked: Probe[] = [];
  const connection = hosts.connect(facts, { send: (probe) => asked.push(probe) > 0 });
  const answer = (...bins: readonly string[]): void => {
    for (const { id } of asked.splice(0))
      connection.answer({
        probeId: id,
        bins: Object.fromEntries(bins.map((bin) => [bin, true])),
      });
  };
  return { ...connection, asked, answer };
}

const NOTE =
  "Remote macOS node available (mac). Run macOS-only skills via exec host=node on that node.\n";

describe("a macOS node of a gateway on Linux", () => {
  it.each([
    ["openclaw", true, ""],
    ["openclaw@2026.9", false, NOTE],
  ])(
    "[OC-17] makes a skill eligible in %s once its probe finds the program",
    async (id, stays, note) => {
      const hosts = new HostInventory();
      const session = await (await open(id, hosts)).session();
      const hostsOf = () => session.beginTurn().find("notes")?.hosts;
      const node = connect(hosts, mac());
      expect(node.asked.map(({ bins }) => bins)).toEqual([["memo"]]);
      expect(hostsOf()).toBeUndefined();
      expect(session.beginTurn().prompt).toBe(note.trimEnd());
      node.answer("memo");
      expect(hostsOf()).toEqual(["mac"]);
      expect(session.beginTurn().prompt.startsWith(`${note}\n\nThe following skills`)).toBe(true);
      node.disconnect();
      expect(hostsOf()).toEqual(stays ? ["mac"] : undefined);
      expect(session.beginTurn().prompt).not.toContain("Remote macOS node");
    },
  );

  it.each(["openclaw", "openclaw@2026.9"])(
    "[OC-17] does not count in %s where commands are denied or the program is not found",
    async (id) => {
      const hosts = new HostInventory();
      const session = await (await open(id, hosts)).session();
      connect(hosts, mac({ allowsCommands: false })).answer("memo");
      expect(session.beginTurn().skills).toEqual([]);
      expect(session.beginTurn().prompt).toBe("");
      connect(hosts, mac()).answer();
      expect(session.beginTurn().skills).toEqual([]);
    },
  );
});

describe("a question to a host that is away", () => {
  it.each([
    [{}, 600_000],
    [{ timeouts: { skillProbeMaxAgeMs: 1200 } }, 1200],
    [{ timeouts: { skillProbeMaxAgeMs: 5 } }, 1000],
  ])("[GSV-20] waits as long as the settings %j say", async (settings, age) => {
    const clock = createFakeClock(1000);
    const hosts = new HostInventory({ clock });
    const library = await openLibrary({
      dialect: "gsv",
      hosts,
      settings,
      clock,
      roots: [folder.path],
      machine: createFakeMachine(),
      watch: false,
    });
    opened.push(library);
    hosts.need(["gh"]);
    hosts.connect(mac(), { send: () => false });
    clock.advance(age - 1);
    expect(hosts.pendingProbes()).toHaveLength(1);
    clock.advance(1);
    expect(hosts.pendingProbes()).toEqual([]);
    hosts.close();
  });
});
