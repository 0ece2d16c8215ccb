import { describe, expect, it } from "vitest";
import { aroundOf, candidateOf, dialectNamed, skillText } from "../../../test/support/library.ts";
import type { ListingRules } from "../../skill/index.ts";
import { selectSkills } from "../gate/index.ts";
import {
  promptLimits,
  type PromptSkill,
  promptSkills,
  readablePath,
  renderPrompt,
} from "./index.ts";

function listingOf(id: string): ListingRules {
  const { listing } = dialectNamed(id);
  if (listing === undefined) throw new Error(`${id} has no list.`);
  return listing;
}

function skill(name: string, more: Partial<PromptSkill> = {}): PromptSkill {
  return { name, description: "It.", location: `skills/${name}/SKILL.md`, ...more };
}

const odd = skill("a&b", { description: `<i> "x" 'y'`, location: "skills/a&b/SKILL.md" });

describe("the block of GSV", () => {
  const listing = listingOf("gsv");

  it("[GSV-18] shows name, description, location and read path, and `always` where it holds", () => {
    const mine = skill("mine", { isAlways: true, location: "agents/ops/skills/mine/SKILL.md" });
    expect(renderPrompt([mine, skill("all")], listing, { agentId: "ops" }).text).toBe(
      `<available_skills>
  <skill name="mine" always="true">
    <description>It.</description>
    <location>agents/ops/skills/mine/SKILL.md</location>
    <read_path>skills/mine/SKILL.md</read_path>
  </skill>
  <skill name="all">
    <description>It.</description>
    <location>skills/all/SKILL.md</location>
    <read_path>skills/all/SKILL.md</read_path>
  </skill>
</available_skills>`,
    );
  });

  it("[GSV-18] escapes what the program leaves raw", () => {
    expect(renderPrompt([odd], listing).text).toContain(
      '<skill name="a&amp;b">\n    <description>&lt;i&gt; &quot;x&quot; &apos;y&apos;</description>',
    );
    expect(renderPrompt([odd], listingOf("gsv@code")).text).toContain(
      `<skill name="a&b">\n    <description><i> "x" 'y'</description>`,
    );
  });

  it("[GSV-18] is not there without skills", () => {
    expect(renderPrompt([], listing)).toEqual({
      text: "",
      length: 0,
      included: [],
      entries: [],
      shortened: [],
      cut: [],
    });
  });

  it.each([
    ["agents/ops/skills/g/a/SKILL.md", "skills/g/a/SKILL.md"],
    ["skills/a/SKILL.md", "skills/a/SKILL.md"],
    ["agents/other/skills/a/SKILL.md", undefined],
    ["skills/a/skill.md", undefined],
  ])("[GSV-19] the agent reads %s as %s", (location, path) => {
    expect(readablePath(location, listing, "ops")).toBe(path);
  });

  it("[GSV-19] a skill that the agent cannot read is told and not shown", () => {
    const far = skill("far", { location: "agents/other/skills/far/SKILL.md" });
    const { text, cut } = renderPrompt([far], listing, { agentId: "ops" });
    expect(text).toBe("");
    expect(cut).toMatchObject([{ skill: far, reason: { code: "outside-scope" } }]);
  });
});

describe("the block of Agent Skills", () => {
  const listing = listingOf("agentskills");

  it("[BX-05] keeps the order, trims values and leaves the location as it is", () => {
    const { text } = renderPrompt([skill("z", { description: " It's. " }), odd], listing);
    expect(text).toBe(
      "<available_skills>\n<skill>\n<name>\nz\n</name>\n<description>\nIt&#x27;s.\n</description>\n" +
        "<location>\nskills/z/SKILL.md\n</location>\n</skill>\n<skill>\n<name>\na&amp;b\n</name>\n" +
        "<description>\n&lt;i&gt; &quot;x&quot; &#x27;y&#x27;\n</description>\n" +
        "<location>\nskills/a&b/SKILL.md\n</location>\n</skill>\n</available_skills>",
    );
  });

  it("[BX-05] is empty, yet there, without skills", () => {
    expect(renderPrompt([], listing).text).toBe("<available_skills>\n</available_skills>");
  });
});

describe("the list of OpenClaw", () => {
  const listing = listingOf("openclaw");

  it("[OC-18] costs 195 characters, and 97 for each skill besides its escaped values", () => {
    const skills = [odd, skill("b")];
    const values = [
      "a&amp;b&lt;i&gt; &quot;x&quot; &apos;y&apos;skills/a&amp;b/SKILL.md",
      "bIt.skills/b/SKILL.md",
    ];
    const { length, text } = renderPrompt(skills, listing);
    expect(length).toBe(195 + 2 * 97 + values.join("").length);
    expect(length).toBe(text.length);
    expect(renderPrompt([], listing).length).toBe(0);
  });

  it("[OC-18] placeholders in values are just text", () => {
    const { text } = renderPrompt(
      [skill("{description}", { description: "{name} $& {note}" })],
      listing,
    );
    expect(text).toContain("<name>{description}</name>\n    <description>{name} $&amp; {note}<");
  });
});

describe("from verdicts to the list", () => {
  const release = dialectNamed("openclaw@2026.9");
  const listing = listingOf("openclaw@2026.9");

  it("[OC-08] shows eligible skills, but for those that the model may not invoke", () => {
    const texts = [
      skillText({ name: "a", description: "It." }),
      skillText({ name: "b", description: "It.", "disable-model-invocation": true }),
      skillText({ name: "c", description: "It.", metadata: { openclaw: { os: ["win32"] } } }),
    ];
    const files = texts.map((text, at) =>
      candidateOf(release, text, { path: `/home/me/${at}/SKILL.md` }),
    );
    const around = aroundOf(release, { hosts: [{ id: "this", platform: "linux" }] });
    const selection = selectSkills(files, around);
    const shown = promptSkills(selection, around, (path) => path.replace("/home/me", "~"));
    const { included, cut, text } = renderPrompt(shown, listing);
    expect(included.map(({ name }) => name)).toEqual(["a"]);
    expect(cut.map(({ skill: { name }, reason }) => [name, reason.code])).toEqual([
      ["b", "hidden-from-model"],
    ]);
    expect(text).toContain("<location>~/0/SKILL.md</location>");
  });

  it("[GSV-18] `always` is what the configuration makes of it", () => {
    const gsv = dialectNamed("gsv");
    const around = aroundOf(gsv, { entries: { a: { always: true } } });
    const file = candidateOf(gsv, skillText({ name: "a", description: "It." }));
    const [shown] = promptSkills(selectSkills([file], around), around);
    expect(shown?.isAlways).toBe(true);
  });

  it("[OC-18] limits come from the configuration, those of the agent first", () => {
    const config = {
      skills: { limits: { maxSkillsInPrompt: 3, maxSkillsPromptChars: 900 } },
      agents: { entries: { ops: { skillsLimits: { maxSkillsPromptChars: 400 } } } },
    };
    expect(promptLimits(listing, config)).toEqual({
      maxSkills: 3,
      maxLength: 900,
      lengthPath: ["skills", "limits", "maxSkillsPromptChars"],
    });
    expect(promptLimits(listing, config, "ops")).toEqual({
      agentId: "ops",
      maxSkills: 3,
      maxLength: 400,
      lengthPath: ["agents", "entries", "ops", "skillsLimits", "maxSkillsPromptChars"],
    });
    expect(promptLimits(listing, {})).toEqual({});
  });
});

describe("entries of the list", () => {
  const items = ["a", "b", "c"].map((name) => ({
    name,
    description: `${name} & `.repeat(40),
    location: `/skills/${name}/SKILL.md`,
  }));

  it.each([
    ["openclaw", {}],
    ["openclaw@2026.9", { maxLength: 900 }],
    ["openclaw@2026.9", { maxLength: 700 }],
    ["claude", { maxLength: 200 }],
    ["gsv", {}],
  ])("[OC-18] [GSV-18] of %s with %j are the parts of the text", (id, limits) => {
    const { text, entries, included } = renderPrompt(items, listingOf(id), limits);
    expect(entries).toHaveLength(included.length);
    expect(text).toContain(entries.join(""));
  });
});
