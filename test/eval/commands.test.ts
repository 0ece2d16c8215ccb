// @starts the program
/** `skillwright eval`, as a user calls it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { playground } from "../support/program.ts";
import { fixtures } from "./fixtures.ts";

const SKILL = [
  "---",
  "name: release-notes",
  'description: Writes release notes. Use when the user asks to "sum up a release". Not for commit messages.',
  "---",
  "",
  "1. Read the log.",
  "2. Group the changes.",
  "",
].join("\n");

describe("[BX-09] skillwright eval", () => {
  it("names its actions, and the nearest one to a word that is none", () => {
    const ground = playground();
    expect(ground.run(["help", "eval"]).stdout).toContain("\n  cases ");
    expect(ground.run(["eval", "--help"]).stdout).toBe(ground.run(["help", "eval"]).stdout);
    expect(ground.run(["help", "eval", "cases"]).stdout).toBe(
      ground.run(["eval", "cases", "--help"]).stdout,
    );
    const bare = ground.run(["eval"]);
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain("`eval` needs an action: cases, ");
    const wrong = ground.run(["eval", "convrt"]);
    expect(wrong.stderr).toContain("Did you mean `skillwright eval convert`?");
  });

  it("finds suites of every format below a folder, each once", () => {
    const ground = playground();
    for (const [index, { files }] of fixtures.entries())
      for (const { path, text } of files) ground.write(`all/${index}/${path}`, text);
    const ran = ground.run(["eval", "cases", "all", "--json"]);
    const { suites, errors } = JSON.parse(ran.stdout) as {
      readonly suites: readonly { readonly format: string; readonly skill?: string }[];
      readonly errors: number;
    };
    expect(suites.map(({ format }) => format).toSorted()).toEqual(
      fixtures.map(({ format }) => format).toSorted(),
    );
    expect(errors).toBe(0);
    expect(ran.code).toBe(0);
  });

  it("takes the name of the skill from the folder above a file that is named", () => {
    const ground = playground({
      "skills/notes/SKILL.md": SKILL,
      "skills/notes/evals/triggers.json": '[{"query": "Write notes", "should_trigger": true}]',
    });
    const inside = ground.run(["eval", "cases", "triggers.json"], { folder: "skills/notes/evals" });
    expect(inside.stdout).toContain(
      "triggers.json: list of queries with should_trigger for release-notes\n",
    );
    expect(inside.stdout).toContain("write-notes Write notes (loads release-notes)\n");
  });

  it("says which file, which line and what to do", () => {
    const ground = playground({ "evals/evals.json": '{"evals": [\n {"prompt": "a",}\n]}' });
    const ran = ground.run(["eval", "cases"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("evals/evals.json:2:17 error The file is not JSON");
    expect(ran.stdout).toContain("Fix the file at this place");
    expect(ran.stdout).toContain("eval/syntax");
  });

  it("says that a file which is called as one of ours has another shape", () => {
    const ground = playground({ "notes/evals/skillwright.json": '{"cases": []}' });
    expect(ground.run(["eval", "cases", "notes"]).stdout).toContain("eval/unknown-format");
  });

  it("passes over other files in the folder of evaluations", () => {
    const ground = playground({
      "evals/results/benchmark.json": '{"metadata": {}}',
      "evals/schema.json": '{"type": "object"}',
    });
    const ran = ground.run(["eval", "cases"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe("0 cases in 0 suites, 0 errors, 0 warnings\n");
    expect(ran.stderr).toContain("skillwright eval new PATH");
  });

  it("drafts cases of the description and the steps, which read without a problem", () => {
    const ground = playground({ "notes/SKILL.md": SKILL });
    const ran = ground.run(["eval", "new", "notes"]);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toBe("notes/evals/triggers.json\nnotes/evals/evals.json\n");
    const triggers = JSON.parse(
      readFileSync(ground.path("notes/evals/triggers.json"), "utf8"),
    ) as readonly { readonly query: string; readonly should_trigger: boolean }[];
    const wanted = triggers.filter((row) => row.should_trigger).map(({ query }) => query);
    expect(wanted).toContain("Sum up a release.");
    const unwanted = triggers.filter((row) => !row.should_trigger).map(({ query }) => query);
    expect(unwanted).toContain("Commit messages.");
    expect(ground.run(["eval", "cases", "notes"]).stdout).toMatch(/ 0 errors, 0 warnings\n$/u);
    const again = ground.run(["eval", "new", "notes"]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("notes/evals/triggers.json already exists.");
  });

  it("drafts requests as a user would word them, and statements that a judge can decide", () => {
    const ground = playground({
      "minutes/SKILL.md":
        "---\nname: minutes\ndescription: Applies a template to rough notes. Use when the user pastes a transcript or asks for minutes.\n---\n\n1. Fill in the [template](template.md).\n",
    });
    ground.run(["eval", "new", "minutes"]);
    const triggers = readFileSync(ground.path("minutes/evals/triggers.json"), "utf8");
    expect(triggers).toContain('"Apply a template to rough notes."');
    expect(triggers).toContain('"I need minutes."');
    expect(readFileSync(ground.path("minutes/evals/evals.json"), "utf8")).toContain(
      '"The answer follows the instruction: Fill in the template."',
    );
  });

  it("names what can answer in place of a model, where none is configured", () => {
    const ground = playground({ "notes/SKILL.md": SKILL });
    ground.run(["eval", "new", "notes"]);
    const ran = ground.run(["eval", "run", "notes"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("`--script FILE`");
    expect(ran.stderr).not.toContain("--dry-run");
  });

  it("converts the suites of a skill as one, and reports what is lost", () => {
    const ground = playground({ "notes/SKILL.md": SKILL });
    ground.run(["eval", "new", "notes"]);
    const ran = ground.run(["eval", "convert", "notes", "--to", "waza-triggers", "--out", "out"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe("out/evals/trigger_tests.yaml\n");
    expect(ran.stderr).toMatch(
      /lost 1: .*has no place for a case that says nothing of triggering/u,
    );
    const all = ground.run(["eval", "convert", "notes", "--to", "skillwright"]);
    expect(all.stderr).toMatch(/ as skillwright: 0 values lost, 0 preserved\n$/u);
  });
});

function describeSkill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;
}

describe("[BX-13] skillwright eval collisions", () => {
  it("shows who collides, in which sentences, and reads the requests of evaluations", () => {
    const ground = playground({
      "skills/spring/SKILL.md": describeSkill("spring", "Builds Spring Boot applications."),
      "skills/java/SKILL.md": describeSkill(
        "java",
        "Builds Spring Boot applications. Designs Java.",
      ),
      "skills/trips/SKILL.md": describeSkill("trips", "Plans trips by train."),
      "skills/trips/evals/triggers.json": '[{"query": "Plan a trip", "should_trigger": true}]',
    });
    const ran = ground.run(["eval", "collisions", "skills", "--ranker", "words", "--strict"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("java and spring collide\n");
    expect(ran.stdout).toContain("spring: “Builds Spring Boot applications.”");
    expect(ran.stdout).toContain("the right skill stands first in 100 %");
    expect(ran.stdout).toContain(
      "1 collision, 0 overlaps, 0 told apart among 3 skills, compared by words\n",
    );
  });
});
