import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { capabilities, hostRoles as dialectRoles } from "../../skill/dialects/gsv/schema.ts";
import { getKey, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { capabilityIds, hostRoles, pickExecutionHost } from "./facts.ts";
import { factsOf, type HostRuntime, readRuntime } from "./runtime.ts";

const valid: JsonObject = {
  hostRole: "execution",
  hostCapabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
  toolCapabilities: { t: ["shell.exec"] },
};

function read(runtime: Json | undefined, tools: readonly string[] = ["t"]) {
  return readRuntime({ nodeId: "n1", tools, runtime });
}

function messages(runtime: Json | undefined, tools?: readonly string[]): readonly string[] {
  const { value, diagnostics } = read(runtime, tools);
  expect(value).toBeUndefined();
  expect(new Set(diagnostics.map((item) => item.code))).toEqual(new Set(["host/invalid-runtime"]));
  return diagnostics.map((item) => item.message);
}

const p = "nodeRuntime for n1";

describe("readRuntime", () => {
  it.each<[string, Json, string]>([
    ["null", null, `${p} is required`],
    ["a list", [], `${p} is required`],
    ["no role", { ...valid, hostRole: null }, `${p}.hostRole is required`],
    [
      "an unknown role",
      { ...valid, hostRole: "server" },
      `${p}.hostRole must be one of: execution, specialized`,
    ],
    [
      "a role in capitals",
      { ...valid, hostRole: "Execution" },
      `${p}.hostRole must be one of: execution, specialized`,
    ],
    [
      "empty capabilities",
      { ...valid, hostCapabilities: [], toolCapabilities: { t: ["shell.exec"] } },
      `${p}.hostCapabilities must not be empty`,
    ],
    [
      "an unknown capability",
      { ...valid, hostCapabilities: ["x"] },
      `${p}.hostCapabilities contains unknown capability: x`,
    ],
    [
      "a number among them",
      { ...valid, hostCapabilities: [1] },
      `${p}.hostCapabilities must contain only strings`,
    ],
    ["a system that is blank", { ...valid, hostOs: " " }, `${p}.hostOs must be a non-empty string`],
    ["a system that is no text", { ...valid, hostOs: 1 }, `${p}.hostOs must be a non-empty string`],
    [
      "an empty variable",
      { ...valid, hostEnv: [""] },
      `${p}.hostEnv must not contain empty strings`,
    ],
    ["a number", { ...valid, hostEnv: [1] }, `${p}.hostEnv must contain only strings`],
    [
      "variables with values",
      { ...valid, hostEnv: { A: "secret" } },
      `${p}.hostEnv must be an array when provided`,
    ],
    [
      "a status of 1",
      { ...valid, hostBinStatus: { gh: 1 } },
      `${p}.hostBinStatus.gh must be a boolean`,
    ],
    [
      "a list of programs",
      { ...valid, hostBinStatus: ["gh"] },
      `${p}.hostBinStatus must be an object when provided`,
    ],
    [
      "a program without a name",
      { ...valid, hostBinStatus: { " ": true } },
      `${p}.hostBinStatus contains an empty bin key`,
    ],
    [
      "a time as text",
      { ...valid, hostBinStatusUpdatedAt: "x" },
      `${p}.hostBinStatusUpdatedAt must be a number when provided`,
    ],
    [
      "no baseline",
      {
        ...valid,
        hostCapabilities: ["filesystem.edit"],
        toolCapabilities: { t: ["filesystem.edit"] },
      },
      `${p}.hostCapabilities missing execution baseline: filesystem.list, filesystem.read, filesystem.write, shell.exec`,
    ],
    [
      "part of the baseline",
      {
        ...valid,
        hostCapabilities: ["filesystem.list", "shell.exec", "filesystem.read"],
      },
      `${p}.hostCapabilities missing execution baseline: filesystem.write`,
    ],
  ])("[GSV-11] [GSV-20] refuses %s in GSV's words", (_title, runtime, message) => {
    expect(messages(runtime)).toEqual([message]);
  });

  it.each<[string, Json, readonly string[], string]>([
    ["no map", null, ["t"], `${p}.toolCapabilities must be an object`],
    ["no entry", {}, ["t"], `${p}.toolCapabilities missing entry for tool: t`],
    [
      "an entry from a prototype",
      {},
      ["toString"],
      `${p}.toolCapabilities missing entry for tool: toString`,
    ],
    [
      "a tool beyond its host",
      { t: ["text.search"] },
      ["t"],
      `${p}.toolCapabilities.t includes text.search, which is missing from hostCapabilities`,
    ],
    ["no capability", { t: [] }, ["t"], `${p}.toolCapabilities.t must not be empty`],
    [
      "a key too many",
      { t: ["shell.exec"], u: ["shell.exec"] },
      ["t"],
      `${p}.toolCapabilities has unknown tool key: u`,
    ],
    ["a tool twice", { t: ["shell.exec"] }, ["t", "t"], "Duplicate tool name in node n1: t"],
  ])(
    "[GSV-20] refuses tools with %s in GSV's words",
    (_title, toolCapabilities, tools, message) => {
      expect(messages({ ...valid, toolCapabilities }, tools)).toEqual([message]);
    },
  );

  it("names every fault, not the first alone", () => {
    expect(messages({ hostRole: "x", hostOs: "", toolCapabilities: [] })).toEqual([
      `${p}.hostRole must be one of: execution, specialized`,
      `${p}.hostCapabilities must be an array`,
      `${p}.toolCapabilities must be an object`,
      `${p}.hostOs must be a non-empty string`,
    ]);
  });

  it("[GSV-20] trims, sorts, drops what is double or empty, and floors the time", () => {
    const { value } = read(
      {
        hostRole: " specialized ",
        hostCapabilities: ["text.search", " filesystem.read ", "text.search"],
        toolCapabilities: {},
        hostOs: " DARWIN ",
        hostEnv: ["B", " A ", "B"],
        hostBinStatus: { " jq ": false, gh: true },
        hostBinStatusUpdatedAt: 12.9,
      },
      [],
    );
    expect(value).toEqual({
      hostRole: "specialized",
      hostCapabilities: ["filesystem.read", "text.search"],
      toolCapabilities: {},
      hostOs: "darwin",
      hostEnv: ["A", "B"],
      hostBinStatus: { gh: true, jq: false },
      hostBinStatusUpdatedAt: 12,
    });
    const empty = read({ ...valid, hostEnv: [], hostBinStatus: {} });
    expect(empty.value).toEqual(valid);
  });

  it("keeps names of the language's own as data", () => {
    const { value } = read(
      JSON.parse(`{"hostRole":"specialized","hostCapabilities":["shell.exec"],
        "toolCapabilities":{"__proto__":["shell.exec"]},"hostBinStatus":{"__proto__":true}}`),
      ["__proto__"],
    );
    expect(JSON.stringify(value)).toBe(
      '{"hostRole":"specialized","hostCapabilities":["shell.exec"],"toolCapabilities":{"__proto__":["shell.exec"]},"hostBinStatus":{"__proto__":true}}',
    );
  });

  it("[GSV-11] has the same ids and roles as the dialect whose skills ask for them", () => {
    expect([...capabilityIds].sort()).toEqual([...capabilities].sort());
    expect([...hostRoles].sort()).toEqual([...dialectRoles].sort());
  });
});

const file = join(import.meta.dirname, "../../../vectors/gsv.jsonl");
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.includes('"op":"host"'))
  .map((line): JsonObject => JSON.parse(line));

describe("conformance cases", () => {
  it.each(cases.map((item) => [item["clause"], item["id"], item] as const))(
    "[%s] %s",
    (_clause, _id, item) => {
      const input = item["in"] as JsonObject;
      const value = readRuntime({
        nodeId: input["nodeId"] as string,
        tools: input["tools"] as readonly string[],
        runtime: getKey(input, "runtime"),
      }).value;
      const expected = item["out"];
      if (isObject(expected) && expected["error"] === true) expect(value).toBeUndefined();
      else expect(value).toEqual(expected);
    },
  );
});

describe("factsOf", () => {
  const runtime = read(valid).value as HostRuntime;
  const host = (id: string, hostRole: HostRuntime["hostRole"]) =>
    factsOf({ id, tools: [], runtime: { ...runtime, hostRole } });

  it("[GSV-20] turns a report into facts, with both names of its system", () => {
    const facts = factsOf({ id: "n1", tools: ["t"], runtime: { ...runtime, hostOs: "windows" } });
    expect(facts).toEqual({
      id: "n1",
      role: "execution",
      capabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
      tools: ["t"],
      toolCapabilities: { t: ["shell.exec"] },
      os: "windows",
      platform: "win32",
      env: [],
      bins: {},
      allowsCommands: true,
      isConnected: true,
    });
  });

  it("[OC-17] lets the host say that no commands may be run on it", () => {
    const facts = factsOf({
      id: "n1",
      tools: [],
      runtime,
      platform: "darwin",
      allowsCommands: false,
    });
    expect([facts.platform, facts.allowsCommands]).toEqual(["darwin", false]);
  });

  it("[GSV-20] picks the execution host whose id comes first", () => {
    const hosts = [host("a", "specialized"), host("z", "execution"), host("b", "execution")];
    expect(pickExecutionHost(hosts)?.id).toBe("b");
    expect(pickExecutionHost(hosts.slice(0, 1))).toBeUndefined();
  });
});
