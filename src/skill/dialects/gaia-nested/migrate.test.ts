import { describe, expect, it } from "vitest";
import { readDocument } from "../../text/index.ts";
import type { Migration } from "../dialect.ts";
import { gaiaNested } from "./index.ts";

function migrate(frontmatter: string, from = "auto"): Migration | undefined {
  return gaiaNested.migrate?.(readDocument(`---\n${frontmatter}---\nBody\n`), from);
}

function frontmatterOf(result: Migration | undefined): unknown {
  return result?.ok === true ? result.frontmatter : result?.problems.map((item) => item.message);
}

const HEAD = "name: a\ndescription: b\n";

describe("migration from OpenClaw and Hermes", () => {
  it("[GA-16] moves what GAIA has a place for and keeps the rest", () => {
    const result = migrate(`license: MIT
zzz: 1
${HEAD}metadata:
  openclaw:
    emoji: x
    primaryEnv: KEY
    envVars: [{name: TOKEN, description: secret}, {key: OTHER}]
    optionalEnv: [MAYBE]
    requires: {env: [A, KEY], tools: [read_file], bins: [gh], os: [linux]}
    install: [{npm: [zx, left]}, {type: uv, name: rich}, {kind: brew, formula: gh}, text]
  clawdbot: {emoji: y}
  gaia: {security_tier: verified, permissions: [network:read]}
`);
    expect(frontmatterOf(result)).toEqual({
      name: "a",
      description: "b",
      license: "MIT",
      metadata: {
        gaia: {
          permissions: ["network:read", "shell:execute:gh"],
          requirements: {
            env_vars: ["A", "KEY", "TOKEN", "OTHER", "MAYBE"],
            dependencies: ["rich"],
            node_dependencies: ["zx", "left"],
          },
          tools_required: ["read_file"],
        },
        openclaw: {
          emoji: "x",
          envVars: [{ name: "TOKEN", description: "secret" }, { key: "OTHER" }],
          requires: { os: ["linux"] },
          install: [
            { npm: ["zx", "left"] },
            { type: "uv", name: "rich" },
            { kind: "brew", formula: "gh" },
            "text",
          ],
        },
        clawdbot: { emoji: "y" },
      },
      zzz: 1,
    });
    expect(result?.ok === true && result.review).toEqual([
      "GAIA does not read `metadata.openclaw.emoji`, `metadata.openclaw.envVars`, `metadata.openclaw.requires`, `metadata.openclaw.install`; it was kept as written.",
      "The grant `shell:execute:gh` needs a tier above experimental to install.",
      "Packages were copied from the installers; pin their versions.",
      "The claimed `security_tier` was dropped: trust is established anew.",
    ]);
  });

  it.each([
    [
      "beside metadata",
      `${HEAD}openclaw: {requires: {env: [K]}, emoji: x}\n`,
      { openclaw: { emoji: "x" } },
    ],
    ["by its shape under metadata", `${HEAD}metadata: {requires: {env: [K]}}\n`, {}],
    ["by its shape at the top", `${HEAD}requires: {env: [K]}\nemoji: x\n`, { emoji: "x" }],
    [
      "in text that holds JSON",
      `${HEAD}metadata: '{"openclaw": {"requires": {"env": ["K"],}}}'\n`,
      {},
    ],
  ])("[GA-16] finds the data %s", (_where, frontmatter, rest) => {
    expect(frontmatterOf(migrate(frontmatter))).toEqual({
      name: "a",
      description: "b",
      metadata: { gaia: { requirements: { env_vars: ["K"] } } },
      ...rest,
    });
  });

  it.each([
    ["My_Skill", "my-skill"],
    ['"A  B"', "a-b"],
    ["über-Tool", "ber-tool"],
    ["--x--", "x"],
    ["a.b/c", "a-b-c"],
    ["x".repeat(70), "x".repeat(64)],
  ])("[GA-16] makes of the name %s %s", (name, expected) => {
    const result = migrate(`name: ${name}\ndescription: b\nemoji: x\n`);
    expect(frontmatterOf(result)).toEqual({ name: expected, description: "b", emoji: "x" });
  });

  it("[GA-16] drops a version that is none, and says so", () => {
    const result = migrate(`${HEAD}version: 1.2-beta\nemoji: x\n`);
    expect(frontmatterOf(result)).toEqual({ name: "a", description: "b", emoji: "x" });
    expect(result?.ok === true && result.review).toEqual([
      "The version `1.2-beta` is none and was dropped.",
    ]);
  });

  it("[GA-16] takes a plain skill when it is told the source", () => {
    expect(frontmatterOf(migrate(HEAD, "openclaw"))).toEqual({ name: "a", description: "b" });
  });

  it.each([
    [
      `${HEAD}metadata: {openclaw: {requires: {anyBins: [jq, gh]}}}\n`,
      "The program `jq` has no read-only policy.",
    ],
    [
      `${HEAD}metadata: {openclaw: {requires: {config: [a.b]}}}\n`,
      "The skill asks for the configuration path `a.b`, but may not access files.",
    ],
    [
      `name: 日本\ndescription: b\nemoji: x\n`,
      "The skill has no usable `name`, with letters or digits of the Latin script.",
    ],
    [`name: a\nemoji: x\n`, "Missing required field `description`."],
    [
      `name: a\ndescription: ${"d".repeat(1025)}\nemoji: x\n`,
      "`description` has 1025 characters; at most 1024 are allowed.",
    ],
  ])("[GA-16] refuses %j", (frontmatter, message) => {
    expect(frontmatterOf(migrate(frontmatter))).toEqual([message]);
  });

  it.each([
    "null",
    "[]",
    "5",
    "x",
    "{requires: x}",
    "{envVars: x}",
    "{install: x}",
    "{install: [a, b]}",
    "{true: 1, 5: 2}",
  ])("[GA-16] does not break on metadata.openclaw: %s", (block) => {
    expect(migrate(`${HEAD}metadata: {openclaw: ${block}, gaia: x}\n`, "openclaw")?.ok).toBe(true);
  });
});
