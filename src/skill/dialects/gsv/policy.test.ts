import { describe, expect, it } from "vitest";
import { getPath, isObject, type JsonObject } from "../../model/index.ts";
import { readDocument } from "../../text/index.ts";
import type { Dialect, EffectivePolicy } from "../dialect.ts";
import { detectDialect } from "../index.ts";
import { readAs, skillOf } from "../reading.ts";
import { findViolations } from "../shared/check.ts";
import { gsv, gsvCode } from "./index.ts";

function skill(frontmatter: JsonObject): string {
  const lines = Object.entries(frontmatter).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return `---\n${lines.join("\n")}\n---\n\nBody.\n`;
}

function requiring(requires: JsonObject, more: JsonObject = {}): string {
  return skill({ name: "n", description: "d", ...more, metadata: { gsv: { requires } } });
}

function policy(dialect: Dialect, text: string, entries: JsonObject = {}): EffectivePolicy {
  const reading = readAs(dialect, readDocument(text), { path: "skills/dir/SKILL.md" });
  const answer = dialect.policy?.(reading, entries);
  if (answer === undefined) throw new Error("the dialect has no policy");
  return answer;
}

function found(dialect: Dialect, text: string): readonly unknown[] {
  const reading = readAs(dialect, readDocument(text));
  return findViolations(reading).map(({ rule, path, severity }) => [
    rule,
    path.join("."),
    severity,
  ]);
}

describe("entries of the configuration", () => {
  it.each([
    [{ n: { enabled: false } }, false],
    [{ dir: { enabled: false } }, false],
    [{ "skills/dir/SKILL.md": { enabled: false } }, false],
    [{ n: {}, dir: { enabled: false } }, true],
    [{ n: null, dir: { enabled: false } }, true],
    [{ n: { enabled: 0 } }, true],
    [{ N: { enabled: false } }, true],
  ])("[GSV-12] %j", (entries, isEnabled) => {
    expect(policy(gsv, requiring({}), entries).isEnabled).toBe(isEnabled);
  });

  it("[GSV-12] override `always` with a boolean only", () => {
    const text = skill({ name: "n", always: true });
    expect(policy(gsv, text, { n: { always: false } }).isAlways).toBe(false);
    expect(policy(gsv, text, { n: { always: "no" } }).isAlways).toBe(true);
  });

  it("[GSV-12] replace all requirements by the document, each list by the program", () => {
    const text = requiring({ bins: ["gh"], env: ["T"] });
    const entries = { n: { requires: { bins: ["jq"] } } };
    expect(policy(gsv, text, entries).requires).toMatchObject({ bins: ["jq"], env: [] });
    expect(policy(gsvCode, text, entries).requires).toMatchObject({ bins: ["jq"], env: ["T"] });
  });

  it("[GSV-12] clear a list with an empty one, and leave it with null", () => {
    const text = requiring({ bins: ["gh"] });
    expect(policy(gsvCode, text, { n: { requires: { bins: [] } } }).requires).toBeNull();
    const kept = policy(gsvCode, text, { n: { requires: { bins: null } } });
    expect(kept.requires).toMatchObject({ bins: ["gh"] });
    expect(policy(gsvCode, text, { n: { requires: { bins: "gh" } } }).isInvalid).toBe(true);
  });
});

describe("requirements", () => {
  it("[GSV-10] [GSV-13] are trimmed, each once, and systems in small letters", () => {
    const text = requiring({ capabilities: [" shell.exec "], os: ["Darwin", "LINUX", "darwin"] });
    const answer = policy(gsv, text);
    expect(answer.isInvalid).toBe(false);
    expect(answer.requires).toMatchObject({
      capabilities: ["shell.exec"],
      os: ["darwin", "linux"],
    });
  });

  it.each([
    [{ bins: null }, "metadata.gsv.requires.bins"],
    [{ bins: ["gh", "  "] }, "metadata.gsv.requires.bins.1"],
    [{ env: [5] }, "metadata.gsv.requires.env.0"],
    [{ capabilities: ["Shell.Exec"] }, "metadata.gsv.requires.capabilities.0"],
    [{ hostRoles: ["server"] }, "metadata.gsv.requires.hostRoles.0"],
  ])("[GSV-11] [GSV-13] %j exclude the skill", (requires, path) => {
    expect(found(gsv, requiring(requires))).toEqual([["requirement-invalid", path, "error"]]);
    expect(policy(gsv, requiring(requires)).isInvalid).toBe(true);
  });

  it("[GSV-13] that are invalid only warn beside `always: true`", () => {
    const text = requiring({ bins: [7] }, { always: true });
    expect(found(gsv, text)).toEqual([
      ["requirement-invalid", "metadata.gsv.requires.bins.0", "warning"],
    ]);
  });

  it("[GSV-13] with an unknown alternative exclude the skill in the program alone", () => {
    const text = requiring({ anyCapabilities: ["shell.exec", "x.y"] });
    const path = "metadata.gsv.requires.anyCapabilities.1";
    expect(found(gsv, text)).toEqual([["requirement-invalid", path, "warning"]]);
    expect(found(gsvCode, text)).toEqual([["requirement-invalid", path, "error"]]);
    expect([policy(gsv, text).isInvalid, policy(gsvCode, text).isInvalid]).toEqual([false, true]);
  });

  it("[GSV-10] that are no map are none, with a warning", () => {
    const text = skill({ name: "n", metadata: { gsv: { requires: "gh" } } });
    expect(found(gsv, text)).toEqual([["field-type", "metadata.gsv.requires", "warning"]]);
    expect(policy(gsv, text).requires).toBeNull();
  });
});

describe("the model", () => {
  it("[GSV-06] [GSV-09] [GSV-10] has every field of the file", () => {
    const install = [{ id: "brew", kind: "brew", formula: "gh", bins: ["gh"] }];
    const text = skill({
      name: "n",
      description: "d",
      homepage: "https://example.com",
      always: true,
      metadata: { gsv: { emoji: "🐙", requires: { bins: ["gh"], os: ["Windows"] }, install } },
    });
    const { identity, guidance, requirements, extensions } = skillOf(
      readAs(gsv, readDocument(text)),
    );
    expect(identity).toEqual({ name: "n", homepage: "https://example.com", emoji: "🐙" });
    expect(guidance).toEqual({ description: "d" });
    expect(requirements).toEqual({ always: true, bins: ["gh"], os: ["win32"], install });
    expect(extensions).toEqual([]);
  });

  it("[GSV-17] keeps `os` beside `requires` without giving it a meaning", () => {
    const text = skill({
      name: "n",
      metadata: { gsv: { os: ["linux"], requires: { bins: ["a"] } } },
    });
    const { requirements, extensions } = skillOf(readAs(gsv, readDocument(text)));
    expect(requirements).toEqual({ bins: ["a"] });
    expect(extensions).toEqual([{ path: ["metadata", "gsv", "os"], value: ["linux"] }]);
  });
});

describe("what is written in the wrong place", () => {
  const moves = (gsv.misplacements ?? []).map(
    ({ from, to }) => [from.join("/"), to.join("/")] as const,
  );

  it.each([
    ["metadata/<namespace>/os", "metadata/<namespace>/requires/os"],
    ["metadata/<namespace>/bins", "metadata/<namespace>/requires/bins"],
    ["metadata/<namespace>/always", "always"],
    ["metadata/always", "always"],
    ["requires/bins", "metadata/<namespace>/requires/bins"],
    ["metadata/emoji", "metadata/<namespace>/emoji"],
    ["metadata.gsv", "metadata/gsv"],
  ])("[GSV-17] %s belongs to %s", (from, to) => {
    expect(moves).toContainEqual([from, to]);
  });

  it("[GSV-17] is each named once, and is no field", () => {
    const places = moves.map(([from]) => from);
    const fields = new Set(gsv.fields.map(({ path }) => path.join("/")));
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    expect(places.filter((place) => fields.has(place))).toEqual([]);
  });
});

describe("a file", () => {
  it("[GSV-07] with metadata that is no JSON loses its gates with a warning", () => {
    const block = "---\nname: n\nmetadata:\n  gsv:\n    requires:\n      bins: [gh]\n---\n";
    expect(found(gsv, block)).toEqual([]);
    expect(found(gsvCode, block)).toEqual([["metadata-unreadable", "metadata", "warning"]]);
    const hint = findViolations(readAs(gsvCode, readDocument(block)))[0]?.hint;
    expect(hint).toContain("the skill loses its gates");
    expect(found(gsv, "---\nname: n\nmetadata: hello\n---\n")).toEqual([
      ["metadata-unreadable", "metadata", "warning"],
    ]);
    expect(found(gsv, "---\nname: n\nmetadata: [1]\n---\n")).toEqual([
      ["field-type", "metadata", "warning"],
    ]);
  });

  it("[GSV-01] with YAML that the scanner misreads says so", () => {
    const text = "---\nname: n # note\ndescription: |\n  One.\n  Two.\n---\n";
    expect(found(gsv, text)).toEqual([]);
    expect(found(gsvCode, text)).toEqual([
      ["field-format", "name", "warning"],
      ["field-format", "description", "warning"],
    ]);
  });

  it("[GSV-03] [GSV-08] is known by its block or its path", () => {
    expect(detectDialect({ metadata: { gsv: {} } })).toMatchObject({ dialect: gsv, weight: 8 });
    expect(detectDialect({ metadata: '{"gsv":{}}' })).toMatchObject({ dialect: gsv, weight: 8 });
    expect(detectDialect({}, "agents/main/skills/a/SKILL.md")).toMatchObject({ dialect: gsv });
    expect(detectDialect({ name: "a" }, "skills/a/SKILL.md").dialect).not.toBe(gsv);
  });

  it("[GSV-09] made from the skeleton breaks no rule and has the block", () => {
    const skeleton = gsv.skeleton("n");
    expect(found(gsv, skill({ name: "n", description: "d", ...skeleton }))).toEqual([]);
    expect(found(gsvCode, skill({ name: "n", description: "d", ...skeleton }))).toEqual([]);
    expect(isObject(getPath(skeleton, ["metadata", "gsv"]))).toBe(true);
  });
});
