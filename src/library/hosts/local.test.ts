import { describe, expect, it } from "vitest";
import { createFakeClock, createFakeMachine } from "../../platform/machine/index.ts";
import { isSameSystem, toHostId, toHostOs, toPlatform } from "./facts.ts";
import { HostInventory } from "./inventory.ts";
import { connectLocalHost, createLocalHost } from "./local.ts";

const unix = {
  platform: "darwin",
  environment: { PATH: "/bin", TOKEN: "s3cret", BLANK: " ", GONE: undefined },
  programs: ["/bin/gh", "/opt/jq"],
};

describe("this machine as a host", () => {
  it("[GSV-20] reports its system, names of variables and programs", () => {
    const local = createLocalHost({}, createFakeMachine(unix), createFakeClock(5));
    const facts = local.facts(["jq", " gh "]);
    expect(facts).toEqual({
      id: "local",
      role: "execution",
      capabilities: [
        "filesystem.edit",
        "filesystem.list",
        "filesystem.read",
        "filesystem.write",
        "shell.exec",
        "text.search",
      ],
      os: "darwin",
      platform: "darwin",
      env: ["BLANK", "PATH", "TOKEN"],
      bins: { gh: true, jq: false },
      binsUpdatedAt: 5,
      allowsCommands: true,
      isConnected: true,
    });
    expect(JSON.stringify(facts)).not.toContain("s3cret");
  });

  it("[BX-14] starts one login shell at a time, however many ask", async () => {
    let [running, most] = [0, 0];
    const loginPath = async (): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return "/opt";
    };
    const local = createLocalHost({}, { ...createFakeMachine(unix), loginPath });
    const answers = await Promise.all(Array.from({ length: 100 }, () => local.probe(["jq"], 1000)));
    expect([most, answers.every(({ jq }) => jq === true)]).toEqual([1, true]);
    await local.probe(["jq"], 1000);
    expect(running).toBe(0);
  });

  it("[OC-10] can leave out variables that are blank", () => {
    const local = createLocalHost({ ignoresBlankEnv: true }, createFakeMachine(unix));
    expect(local.facts().env).toEqual(["PATH", "TOKEN"]);
  });

  it("[GSV-20] has GSV's name of Windows and Node's, and no variables of drives", () => {
    const machine = createFakeMachine({
      platform: "win32",
      environment: { "=C:": "C:\\", Path: "C:\\bin" },
      programs: ["C:\\bin\\gh.exe"],
    });
    const facts = createLocalHost({}, machine).facts(["gh"]);
    expect([facts.os, facts.platform, facts.env, facts.bins]).toEqual([
      "windows",
      "win32",
      ["Path"],
      { gh: true },
    ]);
  });

  it("[GSV-20] answers probes by the PATH of the login shell, where there is one", async () => {
    const machine = createFakeMachine({ ...unix, loginPath: "/opt" });
    expect(await createLocalHost({}, machine).probe(["gh", "jq"], 1000)).toEqual({
      gh: false,
      jq: true,
    });
    const plain = createLocalHost({ skipsLoginShell: true }, machine);
    expect(await plain.probe(["gh", "jq"], 1000)).toEqual({ gh: true, jq: false });
    const without = createLocalHost({}, createFakeMachine(unix));
    expect(await without.probe(["gh"], 1000)).toEqual({ gh: true });
  });

  it("[GSV-20] goes through the same questions as a host far away", async () => {
    const clock = createFakeClock();
    const inventory = new HostInventory({ clock });
    inventory.need(["gh", "jq"]);
    connectLocalHost(inventory, createLocalHost({}, createFakeMachine(unix), clock));
    expect(inventory.find("local")?.bins).toEqual({});
    await expect.poll(() => inventory.find("local")?.bins).toEqual({ gh: true, jq: false });
    expect(inventory.pendingProbes()).toEqual([]);
  });
});

describe("names", () => {
  it.each([
    ["macos", "darwin", "darwin"],
    [" Windows ", "win32", "windows"],
    ["win32", "win32", "windows"],
    ["Linux", "linux", "linux"],
    ["freebsd", "freebsd", "freebsd"],
    ["toString", "tostring", "tostring"],
  ])("[GSV-14] of the system %s are %s and %s", (name, platform, os) => {
    expect([toPlatform(name), toHostOs(name)]).toEqual([platform, os]);
  });

  it("[GSV-14] of one system are the same", () => {
    expect([isSameSystem("macos", "darwin"), isSameSystem("windows", "linux")]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ["Ada's MacBook.local", "Ada-s-MacBook.local"],
    ["--x", "x"],
    ["日本", "host"],
    ["a".repeat(80), "a".repeat(64)],
  ])("of the machine %j make the id %s", (name, id) => {
    expect(toHostId(name)).toBe(id);
  });
});
