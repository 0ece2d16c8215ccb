/** Skills that fight for the same request, found without a language model. */
import { describe, expect, it } from "vitest";
import {
  type CollisionReport,
  findCollisions,
  indexLibrary,
  type LibrarySkill,
  meaningSpace,
  wordSpace,
} from "../../src/check/eval/index.ts";

function library(skills: Readonly<Record<string, string>>): readonly LibrarySkill[] {
  return Object.entries(skills).map(([name, description]) => ({
    name,
    description,
    path: `${name}/SKILL.md`,
  }));
}

function byWords(skills: readonly LibrarySkill[]): CollisionReport {
  const indexed = indexLibrary(skills);
  return findCollisions(indexed, wordSpace(indexed.texts));
}

const OTHERS = {
  "invoice-sorter": "Sorts invoices into folders. Use when the user asks to file invoices.",
  "trip-planner": "Plans trips by train. Use when the user wants to travel.",
  "css-grid": "Lays out pages with CSS grid. Use for columns on a web page.",
};

function ofSystem(system: string): string {
  return `Embeds meetings in ${system} apps. Use when joining meetings from ${system} with the meeting kit.`;
}

describe("[BX-13] collisions", () => {
  const fighting = library({
    ...OTHERS,
    "spring-expert":
      "Builds Spring Boot applications. Use when adding REST endpoints to a Java service.",
    "java-architect":
      "Designs Java services with Spring Boot. Use when building Spring Boot applications or REST endpoints in Java.",
  });

  it("name both skills, both sentences and where to draw the line", () => {
    const { collisions, ranker } = byWords(fighting);
    expect(ranker).toBe("words");
    const [first] = collisions;
    expect([first?.a, first?.b, first?.level]).toEqual([
      "spring-expert",
      "java-architect",
      "collision",
    ]);
    expect(first?.evidence).toContainEqual({
      skill: "spring-expert",
      kind: "sentence",
      text: "Builds Spring Boot applications.",
      against: "Use when building Spring Boot applications or REST endpoints in Java.",
    });
    expect(first?.lines.map(({ skill }) => skill)).toEqual(["spring-expert", "java-architect"]);
    expect(first?.lines[0]?.proposal).toMatch(/^Add "Not for .+: use `java-architect`\."$/u);
  });

  it("are none between skills about different things", () => {
    expect(byWords(library(OTHERS)).collisions).toEqual([]);
  });

  it("are told apart where a description sends the reader to the other skill", () => {
    const declared = fighting.map((skill) =>
      skill.name === "spring-expert"
        ? { ...skill, description: `${skill.description} For design, use java-architect.` }
        : skill,
    );
    expect(byWords(declared).collisions.map(({ level }) => level)).toEqual(["declared"]);
  });

  it("do not come from sentences about other skills, or about what a skill is not for", () => {
    const skills = library({
      ...OTHERS,
      "pdf-text":
        "Extracts text from scans. Not for filling forms in PDF documents (use pdf-forms).",
      "pdf-forms": "Fills forms in PDF documents. See pdf-text for the text of scans.",
    });
    expect(byWords(skills).collisions.filter(({ level }) => level === "collision")).toEqual([]);
  });

  it("come from requests of evaluations that another skill fits better", () => {
    const skills = library(OTHERS).map((skill) =>
      skill.name === "trip-planner"
        ? { ...skill, requests: ["file the invoices of my trip"] }
        : skill,
    );
    const { collisions, ranks } = byWords(skills);
    expect(ranks).toEqual({ requests: 1, first: 0, amongThree: 1, amongFive: 1 });
    expect(collisions[0]?.evidence).toEqual([
      {
        skill: "trip-planner",
        kind: "request",
        text: "file the invoices of my trip",
        against: "Use when the user asks to file invoices.",
      },
    ]);
  });

  it("compare vectors of a model the same way", () => {
    const indexed = indexLibrary(fighting);
    // A model to which all texts about Java mean nearly the same, and nothing else does.
    const vectors = indexed.texts.map((text, index) => {
      const vector = new Float32Array(indexed.texts.length + 1);
      vector[0] = /spring|java/iu.test(text) ? 1 : 0;
      vector[index + 1] = 0.2;
      return vector;
    });
    const { collisions, ranker } = findCollisions(indexed, meaningSpace(vectors));
    expect(ranker).toBe("meaning");
    expect(collisions.some(({ a, b }) => a === "spring-expert" && b === "java-architect")).toBe(
      true,
    );
  });

  it("find languages that are written without blanks", () => {
    const skills = library({
      ...OTHERS,
      "mental-health": "分析心理健康数据，提供个性化健康建议。",
      "work-health": "分析职业健康数据，提供个性化健康建议。",
    });
    const [first] = byWords(skills).collisions;
    expect([first?.a, first?.b]).toEqual(["mental-health", "work-health"]);
  });

  it("do not come from a sentence that many skills share", () => {
    const notice = "Always look up the current fields first.";
    const skills = library({
      ...OTHERS,
      "mail-sender": `Sends mail to a list of readers. ${notice}`,
      "sheet-filler": `Fills cells of a spreadsheet. ${notice}`,
      "ticket-opener": `Opens tickets in a tracker. ${notice}`,
    });
    expect(byWords(skills).collisions).toEqual([]);
  });

  it("do not come from words that lead in to examples", () => {
    const skills = library({
      ...OTHERS,
      "mail-sender":
        'Sends mail. Use when asked to write to a list of readers, to answer a letter, including phrases like "mail this to Ada" or "send the list out", or to forward one.',
      "screen-tester":
        'Runs screenshot tests. Use when pictures of the pages changed, when a test of them fails, including phrases like "update the pictures" or "compare the screens", or in CI.',
    });
    expect(byWords(skills).collisions).toEqual([]);
  });

  it("are none between skills of one sentence each that share little", () => {
    const skills = library({
      "unit-tests": "単体テストと統合テストを書くためのベストプラクティス。",
      "image-builds": "イメージの構築と最適化のためのベストプラクティス。",
      "tax-forms": "確定申告の書類を作成する。控除の計算も確定申告の書類に含める。",
      "bus-times": "バスの時刻を調べる。バスの遅れも調べる。",
    });
    expect(byWords(skills).collisions.filter(({ level }) => level === "collision")).toEqual([]);
  });

  it("say of two skills with one name that one has to go", () => {
    const one = "Sorts letters into folders. Use when the user asks to file letters.";
    const skills = ["a", "b"].map((folder) => ({
      name: "letters",
      description: one,
      path: `${folder}/SKILL.md`,
    }));
    const [first] = byWords([...library(OTHERS), ...skills]).collisions;
    expect(first?.lines).toEqual([
      {
        skill: "letters",
        proposal: "Rename or remove one of the two: a/SKILL.md and b/SKILL.md have the same name.",
      },
    ]);
  });

  it("draw the line by what only one of the names says", () => {
    const skills = library({
      ...OTHERS,
      "meeting-kit-ios": ofSystem("iOS"),
      "meeting-kit-android": ofSystem("Android"),
    });
    expect(byWords(skills).collisions[0]?.lines.map(({ proposal }) => proposal)).toEqual([
      'Add "Not for Android: use `meeting-kit-android`."',
      'Add "Not for iOS: use `meeting-kit-ios`."',
    ]);
  });

  it.each([
    ["report-v1", "report-v2"],
    ["report-a", "report-b"],
    ["report1", "report2"],
  ])("draw no line by a version or a letter: %s and %s", (a, b) => {
    const description = "Writes a report on sales. Use when the user asks for a sales report.";
    const skills = library({ ...OTHERS, [a]: description, [b]: description });
    const [first] = byWords(skills).collisions;
    expect(first?.lines.map(({ proposal }) => proposal)).toEqual([
      `Merge it with \`${b}\`, or say what only one of the two does: no word tells them apart.`,
    ]);
  });

  it("of four hundred skills are found in one go", () => {
    const topics = Array.from({ length: 200 }, (_none, index) => `topic${index}`);
    const skills = topics.flatMap((topic) => [
      {
        name: `${topic}-a`,
        path: "a",
        description: `Builds ${topic} reports. Draws ${topic} charts.`,
      },
      {
        name: `${topic}-b`,
        path: "b",
        description: `Builds ${topic} reports. Mails ${topic} letters.`,
      },
    ]);
    const { collisions } = byWords(skills);
    const pairs = new Set(collisions.map(({ a, b }) => `${a} ${b}`));
    for (const topic of topics) expect(pairs).toContain(`${topic}-a ${topic}-b`);
  });
});
