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
        namesAllBins: true,
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
    [[], "", "The description of a host must be a map, not a list."],
    [
      { id: "a b" },
      "id",
      "`a b` is not a valid `id`: use 1 to 64 letters, digits, dots, underscores or hyphens.",
    ],
    [
      { role: "server" },
      "role",
      "`server` is not a valid `role`: use one of `execution`, `specialized`.",
    ],
    [{ hostRole: 1 }, "hostRole", "`hostRole` must be text, not a number."],
    [{ os: " " }, "os", "`os` must be text, not empty text."],
    [{ env: { TOKEN: "s3cret" } }, "env", "`env` must be a list of names, not a map."],
    [{ env: ["A", 1] }, "env", "`env` has an entry that is not a name."],
    [{ bins: { gh: 1 } }, "bins", "`gh` in `bins` must be true or false, not a number."],
    [{ bins: "gh" }, "bins", "`bins` must be a list of names, not text."],
    [{ isConnected: "no" }, "isConnected", "`isConnected` must be true or false, not text."],
    [
      { role: "specialized", capabilities: ["shell.exe"] },
      "capabilities",
      "`shell.exe` in `capabilities` is not a capability: use some of `filesystem.list`, `filesystem.read`, `filesystem.write`, `filesystem.edit`, `text.search`, `shell.exec`.",
    ],
    [
      { capabilities: ["filesystem.list", "filesystem.read", "shell.exec"] },
      "capabilities",
      "`capabilities` lacks `filesystem.write`, which every execution host has.",
    ],
    [
      { platform: "linux" },
      "platform",
      "Unknown key `platform`; known keys are `id`, `role`, `capabilities`, `os`, `env`, `bins`, `allowsCommands`, `isConnected`.",
    ],
  ])("[GSV-11] %j is refused with a reason", (described, key, message) => {
    const { value, diagnostics } = simulateHost(described);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code, path, message: said }) => [code, path ?? [], said])).toEqual([
      ["host/invalid-file", key === "" ? [] : [key], message],
    ]);
  });
});
