import { describe, expect, it } from "vitest";
import type { Json } from "../../skill/model/index.ts";
import { simulateHost } from "./simulate.ts";

function hints(source: Json): readonly (string | undefined)[] {
  return simulateHost(source).diagnostics.map(({ hint }) => hint);
}

describe("a host that a file describes", () => {
  it("[GSV-20] needs to say little", () => {
    expect(simulateHost({}).value).toEqual({
      id: "simulated",
      role: "execution",
      capabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
      env: [],
      bins: {},
      allowsCommands: true,
      isConnected: true,
    });
  });

  it("[BX-03] [GSV-20] a key with a slip of the pen is told the nearest one", () => {
    expect(hints({ binz: ["gh"] })).toEqual(["Did you mean `bins`?"]);
    expect(hints({ somethingElse: 1 })).toEqual([undefined]);
  });

  it("[GSV-20] [OC-17] can say everything", () => {
    const described: Json = {
      id: "mac-mini",
      role: "specialized",
      os: "macOS",
      capabilities: ["text.search", "shell.exec"],
      env: [" B", "A"],
      bins: ["rg", "gh"],
      allowsCommands: false,
      isConnected: false,
    };
    expect(simulateHost(described)).toEqual({
      value: {
        id: "mac-mini",
        role: "specialized",
        os: "darwin",
        platform: "darwin",
        capabilities: ["shell.exec", "text.search"],
        env: ["A", "B"],
        bins: { gh: true, rg: true },
        allowsCommands: false,
        isConnected: false,
      },
      diagnostics: [],
    });
  });

  it("[GSV-20] may be what a connected host reported", () => {
    const { value } = simulateHost({
      nodeId: "nas",
      hostRole: "execution",
      hostCapabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
      toolCapabilities: {},
      hostOs: " Windows ",
      hostEnv: ["X"],
      hostBinStatus: { jq: false, gh: true },
      hostBins: ["gh"],
    });
    expect([value?.id, value?.os, value?.platform, value?.bins]).toEqual([
      "nas",
      "windows",
      "win32",
      { gh: true, jq: false },
    ]);
  });

  it.each<[Json, string, string]>([
    [[], "", "Unexpected list, expected a map that describes a host."],
    [
      { id: "a b" },
      "id",
      "Unexpected `a b` in `id`, expected 1 to 64 letters, digits, dots, underscores or hyphens.",
    ],
    [
      { role: "server" },
      "role",
      "Unexpected `server` in `role`, expected one of `execution`, `specialized`.",
    ],
    [{ hostRole: 1 }, "hostRole", "Unexpected number in `hostRole`, expected text."],
    [{ os: " " }, "os", "Unexpected empty text in `os`, expected text."],
    [{ env: { TOKEN: "s3cret" } }, "env", "Unexpected map in `env`, expected a list of names."],
    [{ env: ["A", 1] }, "env", "Unexpected entry in `env`, expected names alone."],
    [{ bins: { gh: 1 } }, "bins", "Unexpected number for `gh` in `bins`, expected true or false."],
    [{ bins: "gh" }, "bins", "Unexpected text in `bins`, expected a list of names."],
    [
      { isConnected: "no" },
      "isConnected",
      "Unexpected text in `isConnected`, expected true or false.",
    ],
    [
      { role: "specialized", capabilities: ["shell.exe"] },
      "capabilities",
      "Unexpected `shell.exe` in `capabilities`, expected one of `filesystem.list`, `filesystem.read`, `filesystem.write`, `filesystem.edit`, `text.search`, `shell.exec`.",
    ],
    [
      { capabilities: ["filesystem.list", "filesystem.read", "shell.exec"] },
      "capabilities",
      "Unexpected lack of `filesystem.write` in `capabilities`, expected all that an execution host has.",
    ],
    [
      { platform: "linux" },
      "platform",
      "Unexpected key `platform`, expected one of `id`, `role`, `capabilities`, `os`, `env`, `bins`, `allowsCommands`, `isConnected`.",
    ],
  ])("[GSV-11] %j is refused with a reason", (described, key, message) => {
    const { value, diagnostics } = simulateHost(described);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code, path, message: said }) => [code, path ?? [], said])).toEqual([
      ["host/invalid-file", key === "" ? [] : [key], message],
    ]);
  });
});
