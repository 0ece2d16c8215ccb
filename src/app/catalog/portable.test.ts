import { describe, expect, it } from "vitest";
import { readSkill, type Reading } from "../../skill/index.ts";
import { makePortable, portableName } from "./portable.ts";

function reading(text: string, path = "skills/my-folder/SKILL.md"): Reading {
  const { value } = readSkill(text, { path });
  if (value === undefined) throw new Error("Every text is read.");
  return value.reading;
}

async function project(text: string): Promise<Awaited<ReturnType<typeof makePortable>>> {
  const source = reading(text);
  return makePortable(source, portableName(source).name);
}

describe("portableName", () => {
  it.each([
    ["pdf-tools", "pdf-tools"],
    ["PDF Tools", "pdf-tools"],
    ["Café Über", "cafe-uber"],
    ["-a--b-", "a-b"],
    ["x".repeat(70), "x".repeat(64)],
    ["技能", "my-folder"],
  ])("makes of %j the name %j", (written, name) => {
    const wanted = portableName(
      reading(`---\nname: ${JSON.stringify(written)}\ndescription: d\n---\n`),
    );
    expect(wanted.name).toBe(name);
    expect(wanted.mend === undefined).toBe(written === name);
  });

  it("makes up one that stays the same where neither name nor folder has a letter for it", () => {
    const text = "---\nname: 技能\ndescription: d\n---\n";
    const first = portableName(reading(text, "技能/SKILL.md"));
    expect(first.name).toMatch(/^skill-[0-9a-f]{8}$/);
    expect(portableName(reading(text, "技能/SKILL.md"))).toEqual(first);
  });
});

describe("makePortable", () => {
  it("leaves the bytes of a file alone that official clients read as it is", async () => {
    const text =
      "---\nname: my-folder\ndescription: Does it.  # shown\nlicense: MIT\n---\n\nDo it.\n";
    expect(await project(text)).toMatchObject({ ok: true, text, portable: { mends: [] } });
  });

  it.each([
    ["nested metadata", 'metadata: { "openclaw": { "emoji": "x" } }\n'],
    ["numbers under metadata", "metadata:\n  version: 1.0\n"],
    ["an empty metadata", "metadata:\n"],
    ["a block of its own", "x-personal-mcp:\n  id: a\n  version: 1.0.0\n"],
    ["a list over several lines", "allowed-tools: [Read,\n  Grep]\n"],
    ["an anchor", "license: &x MIT\ncompatibility: *x\n"],
  ])("makes text of %s", async (_, more) => {
    const result = await project(`---\nname: my-folder\ndescription: d\n${more}---\n\nDo it.\n`);
    if (!result.ok) throw new Error(result.why);
    const { metadata = {} } = result.portable.frontmatter as { metadata?: Record<string, unknown> };
    expect(Object.values(metadata).every((value) => typeof value === "string")).toBe(true);
    expect(result.text).toContain("Do it.");
  });

  it("cuts a description that is too long, and says so", async () => {
    const result = await project(
      `---\nname: my-folder\ndescription: ${"word ".repeat(300)}\n---\n`,
    );
    if (!result.ok) throw new Error(result.why);
    expect([...result.portable.frontmatter.description].length).toBeLessThanOrEqual(1024);
    expect(result.portable.frontmatter.description).toMatch(/ word…$/);
    expect(result.portable.mends).toEqual(["Its description is cut to 1024 characters."]);
  });

  it("takes a missing description from the text, and refuses where there is none", async () => {
    const text = "---\nname: my-folder\n---\n# Title\n\nFirst *words*\nof it.\n\nMore.\n";
    expect(await project(text)).toMatchObject({
      ok: true,
      portable: { frontmatter: { description: "First *words* of it." } },
    });
    expect(await project("---\nname: my-folder\n---\n")).toMatchObject({ ok: false });
  });

  it("makes the same of the same, and of its own work", async () => {
    const text = "---\nname: My Folder\ndescription: |\n  a\n  b\nmodel: opus\n---\n\nDo it.\n";
    const first = await project(text);
    expect(await project(text)).toEqual(first);
    if (!first.ok) throw new Error(first.why);
    const again = await project(first.text);
    expect(again).toMatchObject({ ok: true, text: first.text });
  });
});
