// @starts the program
/** `skillwright eval`, as a user calls it. */
import { existsSync, readFileSync } from "node:fs";
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

function task(id: string): string {
  return `id: ${id}\ninputs: {prompt: Do ${id}.}\ngraders: [{type: text, config: {contains: [x]}}]\n`;
}

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

  it("finds the tasks that a suite names, wherever it lies", () => {
    const suite = `name: x\nskill: s\ntasks: [tasks/*.yaml, "more/**/*.yaml"]\n`;
    const ground = playground({
      "s/evals/eval.yaml": suite,
      "s/evals/tasks/a.yaml": task("a"),
      "s/evals/more/deep/b.yaml": task("b"),
      "w/eval.yaml": suite,
      "w/tasks/c.yaml": task("c"),
    });
    const count = (folder: string, ...words: readonly string[]): string =>
      ground
        .run(["eval", "cases", ...words], { folder })
        .stdout.split("\n")
        .at(-2) ?? "";
    expect(count("s/evals", "eval.yaml")).toBe("2 cases in 1 suite, 0 errors, 0 warnings");
    expect(count("s/evals")).toBe("2 cases in 1 suite, 0 errors, 0 warnings");
    expect(count(".", "w/eval.yaml")).toBe("1 case in 1 suite, 0 errors, 0 warnings");
    expect(count("w", "../s")).toBe("2 cases in 1 suite, 0 errors, 0 warnings");
    expect(count(".", ".")).toBe("3 cases in 2 suites, 0 errors, 0 warnings");
  });

  it.each([
    ["compare", "notes", "notes"],
    ["triggers", "notes", "--cassette", "notes"],
    ["run", "notes", "--script", "notes"],
  ])("says that a folder in the place of a file is one: %s", (...words) => {
    const ground = playground({ "notes/SKILL.md": SKILL });
    ground.write(
      "notes/evals/evals.json",
      '{"evals": [{"prompt": "Go.", "should_trigger": true, "expected_output": "x"}]}',
    );
    const ran = ground.run(["eval", ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("notes");
    expect(ran.stderr).toContain("The file cannot be read: it is a folder.");
    expect(ran.stderr).not.toContain(" at ");
  });

  it("says what is the matter with evaluations that it found and cannot use", () => {
    const ground = playground({
      "notes/SKILL.md": SKILL,
      "notes/evals/evals.json": '{"evals": [{"prompt": "a",}]}',
      "old/evals/evals.json": '{"evals": [{"prompt": "a", "expected_output": "b"}]}',
    });
    const broken = ground.run(["eval", "run", "notes"]);
    expect(broken.stderr).toContain("No evaluation file could be read: notes/evals/evals.json.");
    expect(ground.run(["eval", "cases", "notes"]).stderr).toBe("");
    ground.write("notes/evals/evals.json", '[{"query": "a", "should_trigger": true}]');
    const unfit = ground.run(["eval", "run", "notes"]);
    expect(unfit.stderr).toContain(
      "No case says what a good answer holds: notes/evals/evals.json.",
    );
    const other = ground.run(["eval", "triggers", "old"]);
    expect(other.stderr).toContain("No case says which skill has to load: old/evals/evals.json.");
    const words = ["eval", "convert", "old/evals/evals.json", "--to", "waza", "--from"];
    const empty = ground.run([...words, "promptfoo"]);
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain("It looks like `agentskills-evals`: leave out `--from`.");
  });

  it("refuses to write files that would hold no case", () => {
    const evals = { evals: [{ prompt: "Write notes", assertions: ["Has a list"] }] };
    const ground = playground({
      "notes/SKILL.md": SKILL,
      "notes/evals/evals.json": JSON.stringify(evals),
    });
    for (const to of ["trigger-list", "library-triggers"]) {
      const ran = ground.run(["eval", "convert", "notes", "--to", to, "--out", "made"]);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain("none of the cases says whether a skill has to load");
      expect(ran.stderr).toMatch(/Formats that hold every case: .*promptfoo/u);
    }
    expect(existsSync(ground.path("made"))).toBe(false);
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

  it.each(["[]", "{}", "5", "null", '[1, "a", null]'])(
    "does not pass over a file that is called as evaluations are: %s",
    (text) => {
      const ground = playground({ "notes/SKILL.md": SKILL, "notes/evals/evals.json": text });
      const ran = ground.run(["eval", "cases", "notes"]);
      expect(ran.stdout).toContain("notes/evals/evals.json");
      expect(ran.stdout).toContain("eval/unknown-format");
      expect(ran.code).toBe(1);
    },
  );

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
    // The command has no such option.
    expect(again.stderr).not.toContain("--dir");
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

  it("drafts near misses of the skills beside it, and requests that read as such", () => {
    const ground = playground({
      "skills/forms/SKILL.md": describeSkill(
        "forms",
        "Fills in PDF forms and extracts their values. Use when the user asks to fill a form, 'complete this PDF', or read fields. Not for merging files (use merge).",
      ),
      "skills/merge/SKILL.md": describeSkill("merge", "Merges PDF files and splits them."),
      "skills/trips/SKILL.md": describeSkill("trips", "Plans journeys by train."),
    });
    ground.run(["eval", "new", "skills/forms"]);
    const rows = JSON.parse(
      readFileSync(ground.path("skills/forms/evals/triggers.json"), "utf8"),
    ) as readonly { readonly query: string; readonly expected_skill?: string }[];
    expect(rows.slice(0, 5).map(({ query, expected_skill: other }) => [query, other])).toEqual([
      ["Complete this PDF.", undefined],
      ["Fill in PDF forms and extract their values.", undefined],
      ["Fill a form, or read fields.", undefined],
      ["Merge PDF files and split them.", "merge"],
      ["Help me with merging files.", undefined],
    ]);
    // Nothing says yet what a good answer holds.
    expect(ground.run(["eval", "cases", "skills"]).stdout).toContain("eval/nothing-expected");
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
