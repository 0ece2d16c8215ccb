import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import type { ListingRules } from "../../skill/index.ts";
import { type Prompt, type PromptLimits, type PromptSkill, renderPrompt } from "./index.ts";

const SEED = 20261115;

function listingOf(id: string): ListingRules {
  const { listing } = dialectNamed(id);
  if (listing === undefined) throw new Error(`${id} has no list.`);
  return listing;
}

const release = listingOf("openclaw@2026.9");
const claude = listingOf("claude");

function skill(name: string, words = 10): PromptSkill {
  const description = Array.from({ length: words }, () => "word").join(" ");
  return { name, description, location: `skills/${name}/SKILL.md` };
}

const four = ["d", "b", "c", "a"].map((name) => skill(name, 30));

function names(skills: readonly PromptSkill[]): string {
  return skills.map(({ name }) => name).join("");
}

function rank({ name }: PromptSkill): number {
  return name === "c" ? 1 : 0;
}

function cutNames({ cut }: Prompt): string {
  return names(cut.map((item) => item.skill));
}

describe("the budget of OpenClaw 2026.9", () => {
  const full = renderPrompt(four, release);

  it("[OC-18] leaves a list alone that just fits", () => {
    const exact = renderPrompt(four, release, { maxLength: full.length });
    expect(exact).toEqual(full);
    expect(exact.shortened).toEqual([]);
  });

  it("[OC-18] shortens all descriptions alike, and says so", () => {
    const tight = renderPrompt(four, release, { maxLength: full.length - 1 });
    expect(tight.text).toMatch(
      /^⚠️ Skills catalog using compact format \(descriptions shortened\)/,
    );
    expect(tight.text).toContain("matches its name or description.");
    expect(names(tight.included)).toBe("abcd");
    expect(new Set(tight.shortened.map(({ shown }) => shown)).size).toBe(1);
    expect(tight.shortened[0]).toMatchObject({
      of: 149,
      reason: { code: "shortened-by-budget", names: [String(full.length - 1)] },
      remedy: { path: ["skills", "limits", "maxSkillsPromptChars"], value: full.length },
    });
  });

  it("[OC-18] drops descriptions before skills, and skills from the end", () => {
    const bare = renderPrompt(four, release, { maxLength: 780 });
    expect(bare.text).toContain("(compact format, descriptions omitted)");
    expect(names(bare.included)).toBe("abc");
    expect(cutNames(bare)).toBe("d");
    expect(bare.cut[0]?.reason).toEqual({ code: "cut-by-budget", names: ["780"] });
  });

  it("[OC-18] keeps the most wanted skills where the caller ranks them", () => {
    const wanted: Record<string, number> = { d: 3, b: 2 };
    const limits: PromptLimits = { maxLength: 780, priorityOf: ({ name }) => wanted[name] ?? 0 };
    const ranked = renderPrompt(four, release, limits);
    expect(names(ranked.included)).toBe("abd");
    expect(cutNames(ranked)).toBe("c");
    expect(names(renderPrompt(four, release, { ...limits, maxSkills: 2 }).included)).toBe("bd");
  });

  it("[OC-18] counts skills before characters", () => {
    const counted = renderPrompt(four, release, { maxSkills: 3 });
    expect(counted.text).toMatch(/^⚠️ Skills truncated: included 3 of 4\. Run /);
    expect(counted.cut).toMatchObject([
      {
        reason: { code: "cut-by-count", names: ["3"] },
        remedy: { path: ["skills", "limits", "maxSkillsInPrompt"], value: 4 },
      },
    ]);
    const many = Array.from({ length: 151 }, (_item, at) => skill(`s${at}`, 1));
    expect(renderPrompt(many, release).included).toHaveLength(150);
  });

  it("[OC-18] leaves the note alone where nothing else fits, and nothing where that does not", () => {
    const note = renderPrompt(four, release, { maxLength: 120 });
    expect(note.text).toBe(
      "⚠️ Skills truncated: included 0 of 4 (compact format, descriptions omitted). " +
        "Run `openclaw skills check` to audit.",
    );
    expect(cutNames(note)).toBe("abcd");
    expect(renderPrompt(four, release, { maxLength: 60 }).text).toBe("");
  });

  it("[OC-17] puts the line on remote nodes above the list where it fits", () => {
    const note = "Remote macOS node available (mac).";
    const above = renderPrompt(four, release, { note });
    expect(above.text).toBe(`${note}\n${full.text}`);
    expect(renderPrompt(four, release, { note, maxLength: full.length }).text).toBe(full.text);
    expect(renderPrompt([], release, { note }).text).toBe(note);
  });

  it("[OC-18] shows a remark on a location in every form", () => {
    const remark = { ...skill("a", 30), note: "on <mac>" };
    const line = "    <location_note>on &lt;mac&gt;</location_note>\n";
    expect(renderPrompt([remark], release).text).toContain(line);
    expect(renderPrompt([remark], release, { maxLength: 600 }).text).toContain(line);
  });

  it("[OC-18] shortens further for a model with a small context", () => {
    const small = renderPrompt(four, release, { contextTokens: 5 * (full.length - 100) });
    expect(small.length).toBeLessThanOrEqual(full.length - 100);
    expect(names(small.included)).toBe("abcd");
    expect(small.shortened[0]?.remedy.say).toMatch(/larger context/);
    const tiny = renderPrompt(four, release, { contextTokens: 10 });
    expect(tiny.shortened.map(({ shown }) => shown)).toEqual([64, 64, 64, 64]);
  });

  const skills = fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-zé&]{1,6}$/),
      description: fc.string({ maxLength: 90, unit: "grapheme" }),
      location: fc.constant("skills/x/SKILL.md"),
    }),
    { selector: ({ name }) => name, maxLength: 7 },
  );

  it("[OC-18] never exceeds its limits, and tells of every skill that is not shown in full", () => {
    const limits = fc.record({
      maxLength: fc.integer({ min: 0, max: 1600 }),
      maxSkills: fc.integer({ min: 0, max: 8 }),
    });
    fc.assert(
      fc.property(skills, limits, (items, limit) => {
        const prompt = renderPrompt(items, release, limit);
        expect(prompt.length).toBe(prompt.text.length);
        expect(prompt.length).toBeLessThanOrEqual(limit.maxLength);
        const told = [...prompt.included, ...prompt.cut.map((item) => item.skill)];
        expect(told.map(({ name }) => name).sort()).toEqual(items.map(({ name }) => name).sort());
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("[BX-03] the limit that a remedy names does bring the skill back", () => {
    fc.assert(
      fc.property(skills, fc.integer({ min: 0, max: 1500 }), (items, maxLength) => {
        const prompt = renderPrompt(items, release, { maxLength });
        for (const { skill: gone, remedy } of prompt.cut) {
          const again = renderPrompt(items, release, { maxLength: remedy.value ?? 0 });
          expect(again.included).toContain(gone);
        }
        for (const { remedy } of prompt.shortened)
          expect(renderPrompt(items, release, { maxLength: remedy.value ?? 0 }).shortened).toEqual(
            [],
          );
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe("the advice of OpenClaw 2026.9", () => {
  it("[BX-03] brings every skill back when it is followed all at once", () => {
    const many = Array.from({ length: 60 }, (_item, at) => skill(`s${at}`, 40));
    const before = renderPrompt(many, release, { maxSkills: 40, maxLength: 3000 });
    const advice = [...before.cut, ...before.shortened].map(({ remedy }) => remedy);
    const at = (key: string): number | undefined =>
      advice.find(({ path }) => path?.at(-1) === key)?.value;
    const [maxSkills = 0, maxLength = 0] = [at("maxSkillsInPrompt"), at("maxSkillsPromptChars")];
    expect(new Set(advice.map(({ say }) => say)).size).toBe(2);
    const after = renderPrompt(many, release, { maxSkills, maxLength });
    expect([after.included.length, after.cut, after.shortened]).toEqual([60, [], []]);
  });

  it("[BX-03] names the limit that is in force, or none where the caller has set it", () => {
    const lengthPath = ["agents", "entries", "a", "skillsLimits", "maxSkillsPromptChars"];
    const own = renderPrompt(four, release, { maxLength: 500, lengthPath });
    expect(own.cut[0]?.remedy.path).toEqual(lengthPath);
    const given = renderPrompt(four, release, { maxLength: 500, isCallersLength: true });
    expect(given.cut[0]?.remedy.say).toMatch(/^Give a budget of \d+ characters or more\.$/);
  });
});

describe.each(["openclaw", "gsv", "agentskills", "claude"])(
  "a budget of the caller in %s",
  (id) => {
    const rules = listingOf(id);
    const full = renderPrompt(four, rules);

    it("[BX-03] is kept whatever it is, and nobody is left out in silence", () => {
      for (let maxLength = 0; maxLength <= full.length; maxLength += 7) {
        const limits = { maxLength, isCallersLength: true };
        const prompt = renderPrompt(four, rules, limits);
        expect(prompt.text.length).toBeLessThanOrEqual(maxLength);
        const told = [...prompt.included, ...prompt.cut.map((item) => item.skill)];
        expect(names(told.toSorted((a, b) => (a.name < b.name ? -1 : 1)))).toBe("abcd");
        for (const { remedy } of [...prompt.cut, ...prompt.shortened])
          expect(renderPrompt(four, rules, { ...limits, maxLength: remedy.value ?? 0 })).toEqual(
            full,
          );
      }
    });

    it("[BX-03] leaves a list alone that fits, shortens before it cuts, and cuts by rank", () => {
      const limits = { maxLength: full.length, isCallersLength: true };
      expect(renderPrompt(four, rules, limits)).toEqual(full);
      const tight = renderPrompt(four, rules, { ...limits, maxLength: full.length - 1 });
      expect([tight.cut, tight.shortened.length > 0]).toEqual([[], true]);
      expect(tight.shortened[0]?.reason.names).toEqual([String(full.length - 1)]);
      const one = [...Array(full.length).keys()].findLast(
        (maxLength) => renderPrompt(four, rules, { ...limits, maxLength }).included.length === 1,
      );
      const ranked = renderPrompt(four, rules, {
        ...limits,
        maxLength: one ?? 0,
        priorityOf: rank,
      });
      expect(names(ranked.included)).toBe("c");
    });
  },
);

describe("the budget of Claude Code", () => {
  const list = ["a", "b", "c"].map((name) => skill(name, 5));

  it("[BX-03] keeps every name and drops the descriptions of the least used skills", () => {
    const uses: Record<string, number> = { a: 0, b: 9, c: 4 };
    const usageOf = ({ name }: PromptSkill): number => uses[name] ?? 0;
    expect(renderPrompt(list, claude, { maxLength: 60, usageOf }).text).toBe(
      "- a\n- b: word word word word word\n- c\n",
    );
    const two = renderPrompt(list, claude, { maxLength: 70, usageOf });
    expect(two.text).toBe("- a\n- b: word word word word word\n- c: word word word word word\n");
    expect(two.shortened).toMatchObject([{ skill: { name: "a" }, shown: 0, of: 24 }]);
    expect(renderPrompt(list, claude, { maxLength: 1 }).text).toBe("- a\n- b\n- c\n");
  });

  it("[BX-03] ranks come before uses", () => {
    const limits = { maxLength: 60, usageOf: () => 1, priorityOf: rank };
    expect(renderPrompt(list, claude, limits).text).toMatch(/^- a\n- b\n- c: word/);
  });

  it("[BX-03] appends when to use, and cuts both at 1,536 characters", () => {
    const long = { ...skill("a", 1), whenToUse: "x".repeat(2000) };
    const { text, shortened } = renderPrompt([long], claude);
    expect(text).toMatch(/^- a: word x+…\n$/);
    expect(text).toHaveLength("- a: \n".length + 1536);
    expect(shortened).toMatchObject([
      { shown: 1536, of: 2005, remedy: { say: "Shorten the description to 1536 characters." } },
    ]);
  });

  it("[BX-03] takes one per cent of the context", () => {
    const { length } = renderPrompt(list, claude, { contextTokens: 1500 });
    expect(length).toBeLessThanOrEqual(60);
  });
});
