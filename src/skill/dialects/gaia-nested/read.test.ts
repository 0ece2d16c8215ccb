import { describe, expect, it } from "vitest";
import { readDocument } from "../../text/index.ts";
import { parseAs, readAs, skillOf } from "../reading.ts";
import { findViolations } from "../shared/check.ts";
import { gaiaNested } from "./index.ts";

const HEAD = "name: a\ndescription: b\n";

function errors(text: string, directory = "a"): readonly string[] {
  return findViolations(readAs(gaiaNested, readDocument(text), { directory }))
    .filter((item) => item.severity === "error")
    .map((item) => item.field ?? item.path.join("."));
}

describe("fences as GAIA's loader finds them", () => {
  it.each([
    `\ufeff---\n${HEAD}---\nbody`,
    `---  \n${HEAD}---\nbody`,
    `---\n${HEAD}---\t\nbody`,
    `---\n${HEAD}---\n\nbody\n\n`,
    `---\n${HEAD}---\nbody`.replaceAll("\n", "\r\n"),
    `---\nname: z\n${HEAD}---\nbody`,
  ])("[GA-01] reads %j", (text) => {
    const result = parseAs(gaiaNested, text);
    expect(result.ok && result.parsed).toEqual({
      frontmatter: { name: "a", description: "b" },
      body: "body",
    });
  });

  it.each([
    `\n---\n${HEAD}---\nbody`,
    ` ---\n${HEAD}---\nbody`,
    `---\n${HEAD}----\nbody`,
    `---\n${HEAD}...\nbody`,
    `---\n${HEAD}---\nbody`.replaceAll("\n", "\r"),
    "---\n---\n",
    "---\n- a\n---\n",
    `---\n\t${HEAD}---\n`,
  ])("[GA-01] refuses %j", (text) => {
    expect(parseAs(gaiaNested, text).ok).toBe(false);
    expect(errors(text)).toContain("frontmatter");
  });

  it("[GA-01] takes only three bare dashes for the closing fence", () => {
    const result = parseAs(gaiaNested, `---\nname: a\ndescription: >\n  x\n---x: y\n---\nbody`);
    expect(result.ok && result.parsed.body).toBe("body");
  });
});

describe("fields as shipped", () => {
  it.each([
    ["name: 1\ndescription: b\n", ["name"]],
    ['name: a\ndescription: ""\n', ["description"]],
    [`name: a\ndescription: ${"d".repeat(1025)}\n`, ["description"]],
    [`${HEAD}metadata: [x]\n`, ["metadata"]],
    [`${HEAD}metadata: x\n`, ["metadata"]],
    [`${HEAD}metadata: {gaia: [x]}\n`, ["metadata.gaia"]],
    [`${HEAD}license: 5\n`, ["license"]],
    [`${HEAD}version: 1.0\n`, ["version"]],
    [`${HEAD}metadata: {gaia: {permissions: [5]}}\n`, ["metadata.gaia.permissions.0"]],
    [`${HEAD}metadata: {gaia: {permissions: [""]}}\n`, ["metadata.gaia.permissions.0"]],
    [`${HEAD}metadata: {gaia: {tools: [t]}}\n`, ["metadata.gaia.tools.0"]],
    [
      `${HEAD}metadata: {gaia: {tools: [{name: t, parameters: {q: string}}]}}\n`,
      ["metadata.gaia.tools.0.parameters.q"],
    ],
    [
      `${HEAD}metadata: {gaia: {tools: [{name: t, returns: object}]}}\n`,
      ["metadata.gaia.tools.0.returns"],
    ],
    [`${HEAD}metadata: {gaia: {tools: [{name: t}, {name: t}]}}\n`, ["metadata.gaia.tools.1.name"]],
    [`${HEAD}metadata: {gaia: {tools: 3}}\n`, ["metadata.gaia.tools"]],
    [`${HEAD}metadata: {gaia: {tools_required: x}}\n`, ["metadata.gaia.tools_required"]],
    [`${HEAD}metadata: {gaia: {requirements: []}}\n`, ["metadata.gaia.requirements"]],
    [
      `${HEAD}metadata: {gaia: {requirements: {hardware: npu}}}\n`,
      ["metadata.gaia.requirements.hardware"],
    ],
    [
      `${HEAD}metadata: {gaia: {requirements: {dependencies: x}}}\n`,
      ["metadata.gaia.requirements.dependencies"],
    ],
    [`${HEAD}metadata: {gaia: {permissions: [filesystem:read]}}\n`, []],
    [`${HEAD}metadata: {gaia: {tools: [{name: t, atomic: "yes"}]}}\n`, []],
    [`${HEAD}metadata: {gaia: {tools_required: [1, a]}}\n`, []],
    [`${HEAD}metadata: null\n`, []],
    [`${HEAD}metadata: {gaia: null}\n`, []],
    [`${HEAD}security_tier: nuclear\npermissions: x\n`, []],
  ])("[GA-01] judges %j", (frontmatter, expected) => {
    expect(errors(`---\n${frontmatter}---\nbody`)).toEqual(expected);
  });

  it("[GA-01] takes a name that begins with a digit", () => {
    expect(errors("---\nname: 3d-tools\ndescription: b\n---\n", "3d-tools")).toEqual([]);
  });

  it("[GA-04] warns of grants that GAIA refuses later", () => {
    const text = `---\n${HEAD}metadata: {gaia: {permissions: [filesystem:read, network:write, network:read]}}\n---\n`;
    const found = findViolations(readAs(gaiaNested, readDocument(text), { directory: "a" }));
    expect(found.map((item) => [item.severity, item.rule, item.path.at(-1)])).toEqual([
      ["warning", "requirement-invalid", 0],
      ["warning", "field-conflict", 1],
    ]);
  });

  it("[GA-01] reads the block into facets and keeps the flat fields of the draft", () => {
    const text = `---\n${HEAD}security_tier: verified\nmetadata: {gaia: {tools_required: [1, a], requirements: {env_vars: [K]}}, other: 1}\n---\n`;
    const skill = skillOf(readAs(gaiaNested, readDocument(text)));
    expect(skill.authority).toEqual({});
    expect(skill.tools).toEqual({ required: ["1", "a"] });
    expect(skill.requirements).toEqual({ env: ["K"] });
    expect(skill.extensions).toEqual([
      { path: ["security_tier"], value: "verified" },
      { path: ["metadata", "other"], value: 1 },
    ]);
  });

  it("[GA-03] writes one grant for each program", () => {
    const field = gaiaNested.fields.find((item) => item.facet === "authority.permissions");
    expect(field?.write?.(["shell:execute:git, npm", "network:read"])).toEqual([
      "shell:execute:git",
      "shell:execute:npm",
      "network:read",
    ]);
  });
});
