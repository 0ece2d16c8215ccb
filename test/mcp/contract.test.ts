/** Skills of a contract that guards the start, and those beside them. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSkillServer, reportCatalog, STDIO_LIMITS } from "../../src/serve/mcp/index.ts";
import { findDialect } from "../../src/skill/index.ts";
import { connectTo, serve } from "../support/mcp.ts";
import { until } from "../support/wait.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

/** A skill that keeps the contract, with more lines in its block. */
function contract(id: string, more = ""): string {
  const block = `  id: ${id}\n  version: 1.0.0\n  capabilities: ["resource://skills/${id}/document"]\n`;
  return skill(id, `Does ${id}.`, `x-personal-mcp:\n${block}${more}`);
}

describe("ids that are no portable names", () => {
  it.each(["a--b", "a-"])("[PM-08] keep the addresses of the contract: %s", async (id) => {
    writeTree(folder.path, {
      [`${id}/SKILL.md`]: contract(id, "  references:\n    guide: { path: references/g.md }\n"),
      [`${id}/references/g.md`]: "guide\n",
      "user/SKILL.md": contract("user", `  depends_on: [${id}]\n`),
    });
    const { url, server } = await serve([folder.path]);
    const { client, skills } = await connectTo(url, "modern");
    const document = `resource://skills/${id}/document`;
    const { contents } = await client.readResource({ uri: document });
    expect(contents).toMatchObject([{ uri: document, _meta: { skill_id: id } }]);
    const reference = `resource://skills/${id}/references/guide`;
    expect(await client.readResource({ uri: reference })).toMatchObject({
      contents: [{ text: "guide\n", _meta: { skill_id: id, ref_id: "guide" } }],
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining([document, reference]));
    expect((await skills.list()).skills).toHaveLength(2);
    expect(server.catalog().graph.edges).toEqual([{ from: "user", to: id }]);
    expect(server.catalog().problems).toEqual([]);
  });

  it("are all served where two have the same id, the first under it", async () => {
    writeTree(folder.path, {
      "one/a-/SKILL.md": contract("a-"),
      "two/a-/SKILL.md": contract("a-"),
    });
    const { server } = await serve([folder.path]);
    expect(server.catalog().skills.map(({ id }) => id)).toEqual(["a-2", "a-"]);
  });
});

describe("a skill without the block", () => {
  const files = { "a/SKILL.md": contract("a"), "b/SKILL.md": skill("b") };

  it("[PM-04] stops a server that is to hold the contract", async () => {
    writeTree(folder.path, files);
    const as = findDialect("personal-mcp");
    if (as === undefined) throw new Error("The dialect is there.");
    await expect(
      createSkillServer({ paths: [folder.path], version: "1.0.0", as, watches: false }),
    ).rejects.toMatchObject({
      diagnostic: {
        code: "mcp/refused-start",
        related: [{ message: expect.stringContaining("`x-personal-mcp`") }],
      },
    });
  });

  it("is told of beside skills that keep it", async () => {
    writeTree(folder.path, files);
    const { server } = await serve([folder.path], { isStrict: true });
    expect(server.catalog().problems).toMatchObject([
      { severity: "info", message: expect.stringContaining("b/SKILL.md") },
    ]);
  });
});

describe("two skills of one name", () => {
  it("prefers the one that stands for itself to one inside of another", async () => {
    writeTree(folder.path, {
      "creator/SKILL.md": skill("creator"),
      "creator/examples/pdf/SKILL.md": skill("pdf", "An example."),
      "pdf/SKILL.md": skill("pdf", "The real one."),
      "z/y/x/w/letters/SKILL.md": skill("letters", "The real letters."),
      "creator/letters/SKILL.md": skill("letters", "An example of letters."),
    });
    const { server } = await serve([folder.path]);
    const { byPath } = server.catalog();
    expect(byPath.get("pdf")?.description).toBe("The real one.");
    expect(byPath.get("letters")?.description).toBe("The real letters.");
  });
});

describe("what is told of skills", () => {
  it("[PM-09] names the field of a dependency that leads nowhere, and stops there when strict", async () => {
    writeTree(folder.path, { "a/SKILL.md": contract("a", "  depends_on: [gone]\n") });
    const { server } = await serve([folder.path]);
    const [problem] = server.catalog().problems;
    expect(problem?.message).toBe(
      "`x-personal-mcp.depends_on`: `a` depends on `gone`, which is not served.",
    );
    await expect(
      createSkillServer({ paths: [folder.path], version: "1.0.0", isStrict: true, watches: false }),
    ).rejects.toMatchObject({ diagnostic: { code: "mcp/refused-start" } });
  });

  it("[PM-05] names path and field of a skill that breaks its contract while it is served", async () => {
    writeTree(folder.path, { "a/SKILL.md": contract("a") });
    const { server } = await serve([folder.path]);
    writeTree(folder.path, { "a/SKILL.md": contract("a").replace("1.0.0", "1.0") });
    await server.refresh();
    expect(reportCatalog(server.catalog()).at(-1)).toMatch(
      /a\/SKILL\.md is not served: `x-personal-mcp\.version`: /,
    );
  });

  it("names a file that is too large for a pipe, and leaves the skill out there alone", async () => {
    writeTree(folder.path, {
      "big/SKILL.md": skill("big"),
      "big/data.txt": "x".repeat(6 * 1024 * 1024),
    });
    const { server } = await serve([folder.path], { limits: STDIO_LIMITS });
    expect(server.catalog().leftOut[0]?.reasons[0]?.say).toContain(
      "`data.txt` has more than 5242880 bytes, which only clients over HTTP read",
    );
    const { server: over } = await serve([folder.path]);
    expect(over.catalog().skills).toHaveLength(1);
  });
});

describe("files that are not served", () => {
  it("are told of with the reason, also where a reference leads to one", async () => {
    writeTree(folder.path, {
      "a/SKILL.md": skill("a"),
      "a/.hidden/x.md": "x",
      "b/SKILL.md": contract("b", "  references:\n    guide: { path: references/g.md }\n"),
      "b/references/other.md": "x",
    });
    symlinkSync("other.md", join(folder.path, "b/references/g.md"));
    const { server } = await serve([folder.path], { whenBroken: "skip" });
    const { byPath, leftOut } = server.catalog();
    expect(byPath.get("a")?.mends).toEqual([
      "`.hidden` is not served: hidden files are not part of it.",
    ]);
    expect(leftOut[0]?.reasons[0]?.say).toBe(
      "`x-personal-mcp.references.guide.path`: `references/g.md` is not served: links and devices are not followed.",
    );
  });
});

describe("texts without quotes", () => {
  it.each([
    ["OpenClaw", 'metadata: { "openclaw": { "emoji": "x" } }\n'],
    ["GSV", "metadata:\n  gsv:\n    emoji: x\n"],
    ["Claude", "argument-hint: x\n"],
  ])("are served mended: %s", async (_title, more) => {
    writeTree(folder.path, { "a/SKILL.md": skill("a", "Use when: x", more) });
    const { server } = await serve([folder.path]);
    expect(server.catalog().leftOut).toEqual([]);
    const served = server.catalog().byPath.get("a");
    expect(served?.description).toBe("Use when: x");
    expect(served?.mends).toEqual([expect.stringContaining("The frontmatter was repaired: ")]);
  });
});

describe("what authors wrote at the top", () => {
  it("[PM-07] gives prompts the arguments of a skill", async () => {
    writeTree(folder.path, {
      "a/SKILL.md": `${contract("a").replace("x-personal-mcp:", 'arguments: [topic, tone]\nargument-hint: "[topic] [short|long]"\nx-personal-mcp:')}About $topic.\n`,
    });
    const { url } = await serve([folder.path]);
    const { client } = await connectTo(url, "modern");
    expect((await client.listPrompts()).prompts[0]?.arguments).toEqual([
      { name: "topic", description: "topic", required: false },
      { name: "tone", description: "short|long", required: false },
    ]);
    const { messages } = await client.getPrompt({ name: "a", arguments: { topic: "bees" } });
    expect(JSON.stringify(messages)).toContain("About bees.");
  });

  it("keeps the portable fields of every dialect", async () => {
    const more = "license: MIT\ncompatibility: Needs git.\nallowed-tools: Read Grep\n";
    writeTree(folder.path, {
      "oc/SKILL.md": skill("oc", "Does oc.", `${more}metadata: { "openclaw": { "emoji": "x" } }\n`),
      "pm/SKILL.md": contract("pm").replace("x-personal-mcp:", `${more}x-personal-mcp:`),
      "gsv/SKILL.md": skill(
        "gsv",
        "Does gsv.",
        `${more}metadata:\n  gsv:\n    requires:\n      bins: [sh]\n`,
      ),
    });
    const { url, server } = await serve([folder.path]);
    const { skills } = await connectTo(url, "modern");
    const list = (await skills.list()).skills;
    expect(server.catalog().skills.map(({ name }) => name)).toEqual(["gsv", "oc", "pm"]);
    for (const { frontmatter } of list)
      expect(frontmatter).toMatchObject({
        license: "MIT",
        compatibility: "Needs git.",
        "allowed-tools": "Read Grep",
      });
  });
});

describe("aliases and capabilities that lead nowhere", () => {
  it("are warned of with their field", async () => {
    const references = [
      "now: { path: references/a.md, aliases: [other, then, Bad Id] }",
      "other: { path: references/b.md, aliases: [then] }",
    ];
    writeTree(folder.path, {
      "a/SKILL.md": contract("a", `  references:\n    ${references.join("\n    ")}\n`).replace(
        'document"]',
        'document", "resource://skills/a/references/gone", "tool://elsewhere"]',
      ),
      "a/references/a.md": "a",
      "a/references/b.md": "b",
    });
    const { server } = await serve([folder.path]);
    const at = "`x-personal-mcp.references";
    expect(server.catalog().problems.map(({ message }) => message)).toEqual([
      `${at}.now.aliases\`: The alias \`other\` is the id of a reference.`,
      `${at}.now.aliases\`: The alias \`Bad Id\` is not valid: use lower-case letters, digits and hyphens, a letter first.`,
      `${at}.other.aliases\`: The alias \`then\` is given twice.`,
      "`x-personal-mcp.capabilities`: The address `resource://skills/a/references/gone` is not served.",
    ]);
  });
});

describe("settings that change", () => {
  it("are looked at again while the server runs", async () => {
    writeTree(folder.path, { "a/SKILL.md": skill("a") });
    const as = findDialect("openclaw");
    if (as === undefined) throw new Error("The dialect is there.");
    let isEnabled = true;
    const { server } = await serve([folder.path], {
      as,
      settings: () => ({ skills: { entries: { a: { enabled: isEnabled } } } }),
    });
    expect(server.catalog().skills).toHaveLength(1);
    isEnabled = false;
    await until("the skill is gone", () => server.catalog().skills.length === 0);
    expect(server.catalog().leftOut).toHaveLength(1);
  });
});
