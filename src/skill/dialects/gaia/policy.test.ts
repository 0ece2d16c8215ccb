import { describe, expect, it } from "vitest";
import { readDocument } from "../../text/index.ts";
import { readAs, skillOf } from "../reading.ts";
import { findViolations } from "../shared/check.ts";
import { gaia } from "./index.ts";

const VALID = `name: hello
version: 1.0.0
description: Greets.
author: me
license: MIT
permissions: [network:read]
tools: [{name: greet}]
security_tier: community
`;

function findings(frontmatter: string): readonly (readonly [string, string, string])[] {
  const reading = readAs(gaia, readDocument(`---\n${frontmatter}---\nBody\n`));
  return findViolations(reading).map((item) => [item.severity, item.path.join("."), item.rule]);
}

describe("rules of the draft", () => {
  it.each([
    ["name: hello", "name: amd-hello", ["warning", "name", "field-value"]],
    ["license: MIT", "license: Apache 2.0", ["warning", "license", "field-value"]],
    ["license: MIT", "license: 5", ["error", "license", "field-type"]],
    ["description: Greets.", 'description: "a\\nb"', ["warning", "description", "field-format"]],
    [
      "tools: [{name: greet}]",
      "tools: [{name: a}, {name: a}]",
      ["error", "tools.1.name", "field-conflict"],
    ],
    [
      "tools: [{name: greet}]",
      "tools: [{description: x}]",
      ["error", "tools.0.name", "field-missing"],
    ],
    ["tools: [{name: greet}]", "tools: [greet]", ["error", "tools.0", "field-type"]],
    [
      "tools: [{name: greet}]",
      "tools: [{name: a, parameters: {q: {type: str}}}]",
      ["warning", "tools.0.parameters.q.type", "field-value"],
    ],
    [
      "permissions: [network:read]",
      "permissions: [network:none, network:read]",
      ["warning", "permissions.0", "field-conflict"],
    ],
    [
      "security_tier: community",
      "security_tier: community\nhomepage: example.com",
      ["warning", "homepage", "field-format"],
    ],
    [
      "security_tier: community",
      "security_tier: community\nrequirements: {env_vars: A}",
      ["error", "requirements.env_vars", "field-type"],
    ],
    [
      "security_tier: community",
      "security_tier: community\nrequirements: {hardware: {npu: maybe}}",
      ["warning", "requirements.hardware.npu", "field-value"],
    ],
    [
      "security_tier: community",
      "security_tier: community\nrequirements: {skills: [{version: '1'}]}",
      ["error", "requirements.skills.0.name", "field-missing"],
    ],
  ])("[GA-01] judges %s written as %j", (from, to, expected) => {
    expect(findings(VALID)).toEqual([]);
    expect(findings(VALID.replace(from, to))).toEqual([expected]);
  });

  it("[GA-02] suggests a name that begins with a letter", () => {
    expect(gaia.checkName("3D Tools")).toEqual({
      isValid: false,
      expected: "lower-case letters, digits and hyphens, a letter first, at most 64 characters",
      normalized: "skill-3d-tools",
    });
    expect(gaia.checkName("abc\n").isValid).toBe(false);
  });

  it("[GA-01] reads requirements into their facets and keeps what it does not know", () => {
    const text = `---\n${VALID}requirements:\n  model: ">=7B"\n  context: ">=8K"\n  python: ">=3.10"\n  dependencies: [requests]\n  node_dependencies: [zx]\n  env_vars: [KEY]\n  hardware: {npu: optional}\n  skills: [{name: auth, version: ">=1.0.0"}]\n  more: 1\nextra: true\n---\n`;
    const skill = skillOf(readAs(gaia, readDocument(text)));
    expect(skill.requirements).toEqual({
      modelSize: ">=7B",
      contextWindow: ">=8K",
      python: ">=3.10",
      env: ["KEY"],
      hardware: { npu: "optional" },
    });
    expect(skill.relations).toEqual({
      pythonPackages: ["requests"],
      nodePackages: ["zx"],
      skills: [{ name: "auth", version: ">=1.0.0" }],
    });
    expect(skill.authority).toEqual({ permissions: ["network:read"], tier: "community" });
    expect(skill.tools).toEqual({ declared: [{ name: "greet" }] });
    expect(skill.extensions).toEqual([
      { path: ["requirements", "more"], value: 1 },
      { path: ["extra"], value: true },
    ]);
  });
});
