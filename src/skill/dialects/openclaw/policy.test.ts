import { describe, expect, it } from "vitest";
import { getPath, isObject, type JsonObject } from "../../model/index.ts";
import { readDocument } from "../../text/index.ts";
import type { Dialect } from "../dialect.ts";
import { detectDialect } from "../index.ts";
import { readAs, skillOf } from "../reading.ts";
import { findViolations } from "../shared/check.ts";
import { openclaw, openclawRelease } from "./index.ts";
import { commandNames } from "./policy.ts";

function skill(more: JsonObject): string {
  const frontmatter = { name: "n", description: "d", ...more };
  const lines = Object.entries(frontmatter).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return `---\n${lines.join("\n")}\n---\n\nBody.\n`;
}

function found(dialect: Dialect, text: string): readonly unknown[] {
  return findViolations(readAs(dialect, readDocument(text))).map((item) => [
    item.rule,
    item.path.join("."),
    item.severity,
  ]);
}

function model(dialect: Dialect, text: string): ReturnType<typeof skillOf> {
  return skillOf(readAs(dialect, readDocument(text)));
}

describe("slash commands", () => {
  it("[OC-07] take the next free number, and end in `_x` when none is left", () => {
    const reserved = ["A", ...Array.from({ length: 998 }, (_, index) => `a_${index + 2}`)];
    expect(commandNames(["a"], reserved)).toEqual(["a_x"]);
    expect(commandNames(["a"], reserved.slice(0, -1))).toEqual(["a_999"]);
  });

  it("[OC-07] fall back to `skill` for names without letters", () => {
    expect(commandNames(["—", "🧩", "Émile & Co"], [])).toEqual(["skill", "skill_2", "mile_co"]);
  });
});

describe("a dispatch", () => {
  it("[OC-09] needs both its fields", () => {
    for (const dialect of [openclaw, openclawRelease]) {
      expect(found(dialect, skill({ "command-dispatch": "tool" }))).toEqual([
        ["field-missing", "command-tool", "warning"],
      ]);
      expect(found(dialect, skill({ "command-tool": "exec" }))).toEqual([
        ["field-conflict", "command-tool", "warning"],
      ]);
    }
  });

  it("[OC-09] may be spelt with underscores in the release alone", () => {
    const text = skill({ command_dispatch: "tool", command_tool: "exec" });
    expect(found(openclawRelease, text)).toEqual([]);
    expect(model(openclawRelease, text).invocation).toEqual({
      dispatch: "tool",
      dispatchTool: "exec",
    });
    expect(model(openclaw, text).invocation).toEqual({});
  });

  it("[OC-09] of another kind or mode is ignored with a warning", () => {
    const text = skill({ "command-dispatch": "model", "command-arg-mode": "json" });
    expect(found(openclaw, text)).toEqual([
      ["field-value", "command-dispatch", "warning"],
      ["field-value", "command-arg-mode", "warning"],
    ]);
  });
});

describe("switches", () => {
  it.each([
    ["yes", { byUser: true, byModel: false }],
    ["OFF", { byUser: false, byModel: true }],
    ["1", { byUser: true, byModel: false }],
    ["y", {}],
  ])("[OC-07] [OC-08] of the release read %s", (word, invocation) => {
    const text = skill({ "user-invocable": word, "disable-model-invocation": word });
    expect(model(openclawRelease, text).invocation).toEqual(invocation);
  });

  it("[OC-07] [OC-08] are true or false by the document", () => {
    const text = skill({ "user-invocable": false, "disable-model-invocation": true });
    expect(model(openclaw, text).invocation).toEqual({ byUser: false, byModel: false });
    expect(found(openclaw, skill({ "user-invocable": "yes" }))).toEqual([
      ["field-type", "user-invocable", "warning"],
    ]);
  });
});

describe("the home page", () => {
  it("[OC-06] of the block stands in for the top level by the document", () => {
    const block = { metadata: { openclaw: { homepage: "b" } } };
    expect(model(openclaw, skill(block)).identity.homepage).toBe("b");
    expect(model(openclaw, skill({ ...block, homepage: "a" })).identity.homepage).toBe("a");
  });

  it("[OC-06] of the block comes first in the release, which has two more names for it", () => {
    const block = { metadata: { openclaw: { homepage: "b" } } };
    expect(model(openclawRelease, skill({ ...block, homepage: "a" })).identity.homepage).toBe("b");
    expect(model(openclawRelease, skill({ website: "w", url: "u" })).identity.homepage).toBe("w");
  });
});

describe("the model", () => {
  it("[OC-06] [OC-10] [OC-12] has every field of the block", () => {
    const install = [{ id: "brew", kind: "brew", formula: "jq" }];
    const requires = { bins: ["a"], anyBins: ["b"], env: ["C"], config: ["d.e"] };
    const openclawBlock = {
      always: false,
      emoji: "🐙",
      os: ["darwin"],
      requires,
      primaryEnv: "C",
      skillKey: "k",
      install,
    };
    for (const dialect of [openclaw, openclawRelease]) {
      const text = skill({ metadata: { openclaw: openclawBlock } });
      const { identity, requirements, extensions } = model(dialect, text);
      expect(identity).toEqual({ name: "n", emoji: "🐙", configKey: "k" });
      expect(requirements).toEqual({
        always: false,
        os: ["darwin"],
        ...requires,
        primaryEnv: "C",
        install,
      });
      expect(extensions).toEqual([]);
      expect(found(dialect, text)).toEqual([]);
    }
  });

  it("[OC-06] takes nothing from a block that the document does not name", () => {
    const text = skill({ metadata: { clawdbot: { requires: { bins: ["a"] } } } });
    expect(model(openclaw, text).requirements).toEqual({});
    expect(model(openclawRelease, text).requirements).toEqual({ bins: ["a"] });
  });
});

describe("metadata that cannot be read", () => {
  it("[OC-04] is an error by the document, and costs the gates in the release", () => {
    const text = "---\nname: n\ndescription: d\nmetadata: hello\n---\n";
    expect(found(openclaw, text)).toEqual([["metadata-unreadable", "metadata", "error"]]);
    expect(found(openclawRelease, text)).toEqual([["metadata-unreadable", "metadata", "warning"]]);
  });

  it("[OC-04] may be flow YAML on the line of the key, for the release alone", () => {
    const text =
      "---\nname: n\ndescription: d\nmetadata: {openclaw: {requires: {bins: [a]}}}\n---\n";
    expect(found(openclaw, text)).toEqual([]);
    const [violation] = findViolations(readAs(openclawRelease, readDocument(text)));
    expect(violation).toMatchObject({
      rule: "metadata-unreadable",
      message: "`metadata` is written in YAML, but this system reads a JSON object there.",
    });
    expect(violation?.hint).toContain("the skill loses its gates");
  });

  it("[OC-04] may be JSON5 in quotes for both", () => {
    const text = skill({ metadata: "{openclaw: {requires: {bins: ['a'],}}}" });
    expect(model(openclaw, text).requirements).toEqual({ bins: ["a"] });
    expect(model(openclawRelease, text).requirements).toEqual({ bins: ["a"] });
  });
});

describe("values", () => {
  it("[OC-04] over several lines are a warning by the document alone", () => {
    const text = "---\nname: n\ndescription: |\n  One.\n  Two.\nmetadata:\n  {\n  }\n---\n";
    expect(found(openclaw, text)).toEqual([["field-format", "description", "warning"]]);
    expect(found(openclawRelease, text)).toEqual([]);
  });

  it("[OC-10] of the wrong kind are ignored with a warning", () => {
    const block = { always: "true", os: ["macos"], requires: { bins: "a, b" }, primaryEnv: 1 };
    const text = skill({ metadata: { openclaw: block } });
    expect(found(openclaw, text)).toEqual([
      ["field-type", "metadata.openclaw.always", "warning"],
      ["field-value", "metadata.openclaw.os.0", "warning"],
      ["field-type", "metadata.openclaw.requires.bins", "warning"],
      ["field-type", "metadata.openclaw.primaryEnv", "warning"],
    ]);
    expect(found(openclawRelease, text)).toEqual([
      ["field-type", "metadata.openclaw.always", "warning"],
      ["field-value", "metadata.openclaw.os.0", "warning"],
      ["field-type", "metadata.openclaw.primaryEnv", "warning"],
    ]);
  });

  it("[OC-11] in an installer that the release drops are shown with their place", () => {
    const install = [{ kind: "brew", formula: "jq" }, { kind: "pip", package: "a" }, "x", {}];
    const text = skill({ metadata: { openclaw: { install } } });
    const violations = findViolations(readAs(openclawRelease, readDocument(text)));
    expect(violations.map(({ path, message }) => [path.slice(3), message])).toEqual([
      [
        [1, "kind"],
        "`kind` of installer 2 must be one of `brew`, `node`, `go`, `uv`, `download`, not `pip`.",
      ],
      [[2], "Installer 3 must be a map, not text."],
      [
        [3],
        "`kind` of installer 4 must be one of `brew`, `node`, `go`, `uv`, `download`, not an empty value.",
      ],
    ]);
  });
});

describe("what is written in the wrong place", () => {
  const moves = (openclaw.misplacements ?? []).map(
    ({ from, to }) => [from.join("/"), to.join("/")] as const,
  );

  it.each([
    ["metadata/<namespace>/requires/os", "metadata/<namespace>/os"],
    ["metadata/<namespace>/requires/primaryEnv", "metadata/<namespace>/primaryEnv"],
    ["metadata/<namespace>/bins", "metadata/<namespace>/requires/bins"],
    ["requires/bins", "metadata/<namespace>/requires/bins"],
    ["metadata/always", "metadata/<namespace>/always"],
    ["metadata/<namespace>/user-invocable", "user-invocable"],
    ["metadata.openclaw", "metadata/openclaw"],
    ["clawdis", "metadata/openclaw"],
  ])("[OC-06] [OC-10] %s belongs to %s", (from, to) => {
    expect(moves).toContainEqual([from, to]);
  });

  it("[OC-06] is each named once, and is read by neither dialect", () => {
    for (const dialect of [openclaw, openclawRelease]) {
      const places = (dialect.misplacements ?? []).map(({ from }) => from.join("/"));
      const read = new Set(
        dialect.fields.flatMap(({ path, aliases = [] }) =>
          [path, ...aliases].map((item) => item.join("/")),
        ),
      );
      expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
      expect(places.filter((place) => read.has(place))).toEqual([]);
    }
  });
});

describe("a file", () => {
  it("[OC-06] [OC-09] is known by its block, its commands or its path", () => {
    for (const name of ["openclaw", "clawdbot", "clawdis", "moltbot"])
      expect(detectDialect({ metadata: { [name]: {} } })).toMatchObject({
        dialect: openclaw,
        weight: 7,
      });
    expect(detectDialect({ "command-tool": "x" })).toMatchObject({ dialect: openclaw, weight: 6 });
    expect(detectDialect({}, "/home/a/.openclaw/skills/b/SKILL.md")).toMatchObject({
      dialect: openclaw,
      weight: 6,
    });
  });

  it("[OC-04] over 256000 bytes is left out by the release", () => {
    const head = skill({});
    const text = head + "é".repeat((256_000 - head.length) / 2);
    expect(found(openclawRelease, text)).toEqual([]);
    expect(found(openclawRelease, `${text}éé`)).toEqual([["file-size", "", "error"]]);
    expect(found(openclaw, `${text}éé`)).toEqual([]);
  });

  it("[OC-04] made from the skeleton breaks no rule and has the block", () => {
    const skeleton = openclaw.skeleton("n");
    expect(found(openclaw, skill(skeleton))).toEqual([]);
    expect(found(openclawRelease, skill(skeleton))).toEqual([]);
    expect(isObject(getPath(skeleton, ["metadata", "openclaw"]))).toBe(true);
  });

  it("[OC-04] in a byte order mark and carriage returns is read by both", () => {
    const text = `\ufeff${skill({}).replaceAll("\n", "\r")}`;
    for (const dialect of [openclaw, openclawRelease])
      expect(model(dialect, text).guidance.description).toBe("d");
  });
});
