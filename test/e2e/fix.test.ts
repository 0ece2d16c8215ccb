/** What `lint --fix` writes, and what it must never write. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { brokenSkill, goodSkill, playground } from "../support/program.ts";

const MENDED = brokenSkill("letters").replace(
  /description: (.*)/u,
  (_, words: string) => `description: "${words}"`,
);

describe("lint --fix", () => {
  it("mends files, says how, and finds nothing more to do", () => {
    const ground = playground({ "skills/letters/SKILL.md": brokenSkill("letters") });
    const first = ground.run(["lint", "skills", "--fix"]);
    expect(first.stderr).toBe(
      "fixed skills/letters/SKILL.md\n  Quote the value (parse/unquoted-text)\n",
    );
    expect(first.stdout).toBe("1 skill, no problems.\n");
    expect(first.code).toBe(0);
    expect(readFileSync(ground.path("skills/letters/SKILL.md"), "utf8")).toBe(MENDED);
    const second = ground.run(["lint", "skills", "--fix"]);
    expect(second).toEqual({ code: 0, stdout: "1 skill, no problems.\n", stderr: "" });
    expect(readFileSync(ground.path("skills/letters/SKILL.md"), "utf8")).toBe(MENDED);
  });

  it("leaves fixes that need a look to --fix-unsafe", () => {
    const text = goodSkill("Two Words");
    const ground = playground({ "two-words/SKILL.md": text });
    expect(ground.run(["lint", "--fix"]).code).toBe(1);
    expect(readFileSync(ground.path("two-words/SKILL.md"), "utf8")).toBe(text);
    expect(ground.run(["lint", "--fix-unsafe"]).code).toBe(0);
    expect(readFileSync(ground.path("two-words/SKILL.md"), "utf8")).toBe(goodSkill("two-words"));
  });

  it("keeps the mode of the file and leaves nothing beside it", () => {
    const ground = playground({ "letters/SKILL.md": brokenSkill("letters") });
    chmodSync(ground.path("letters/SKILL.md"), 0o640);
    ground.run(["lint", "--fix"]);
    expect(statSync(ground.path("letters/SKILL.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(ground.path("letters"))).toEqual(["SKILL.md"]);
  });

  it("writes through a link that stays in the folder, and keeps the link", () => {
    const ground = playground({
      "tree/shared/text.md": brokenSkill("letters"),
      "tree/letters/notes.md": "",
    });
    symlinkSync("../shared/text.md", ground.path("tree/letters/SKILL.md"));
    expect(ground.run(["lint", "tree", "--fix"]).code).toBe(0);
    expect(lstatSync(ground.path("tree/letters/SKILL.md")).isSymbolicLink()).toBe(true);
    expect(readFileSync(ground.path("tree/shared/text.md"), "utf8")).toBe(MENDED);
  });

  it("never writes through a link that leads out of the folder", () => {
    const ground = playground({
      "elsewhere/SKILL.md": brokenSkill("letters"),
      "tree/letters/notes.md": "",
    });
    symlinkSync("../../elsewhere/SKILL.md", ground.path("tree/letters/SKILL.md"));
    const ran = ground.run(["lint", "tree", "--fix"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^Not fixed: tree\/letters\/SKILL\.md: it links to .*outside/u);
    expect(readFileSync(ground.path("elsewhere/SKILL.md"), "utf8")).toBe(brokenSkill("letters"));
  });

  it("fails where a file cannot be written, also where only notes remain", () => {
    // The name leaves no room for that of the file which takes its place.
    const name = `${"a".repeat(245)}.md`;
    const text = `\uFEFF${goodSkill("letters")}`;
    const ground = playground({ [`letters/${name}`]: text });
    const words = ["lint", `letters/${name}`, "--dialect", "claude"];
    expect(ground.run(words).code).toBeLessThan(2);
    const ran = ground.run([...words, "--fix"]);
    expect(ran.stderr).toBe(
      `Not fixed: letters/${name}: the path is too long.\n1 file was not fixed and is as before.\n`,
    );
    expect(ran.code).toBe(2);
    expect(readFileSync(ground.path("letters", name), "utf8")).toBe(text);
  });

  it("does not touch a file that is not UTF-8", () => {
    const ground = playground();
    const bytes = Buffer.from(brokenSkill("letters").replace("date", "d\u00e4te"), "latin1");
    ground.write("letters/SKILL.md", bytes);
    const ran = ground.run(["lint", "--fix"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe(
      "Not fixed: letters/SKILL.md: it is not UTF-8 text.\n1 file was not fixed and is as before.\n",
    );
    expect(readFileSync(ground.path("letters/SKILL.md"))).toEqual(bytes);
  });
});

describe("lint --fix-dry-run", () => {
  it("shows a diff that patch understands, and writes nothing", () => {
    const ground = playground({ "letters/SKILL.md": brokenSkill("letters") });
    const ran = ground.run(["lint", "--fix-dry-run"]);
    expect(ran.stdout).toBe(`--- a/letters/SKILL.md
+++ b/letters/SKILL.md
@@ -1,6 +1,6 @@
 ---
 name: letters
-description: Sorts letters: by their date. Use when the user asks to sort letters.
+description: "Sorts letters: by their date. Use when the user asks to sort letters."
 ---
 
 # Letters
`);
    expect(ran.stderr).toBe("1 fix in 1 file, none written.\n");
    expect(readFileSync(ground.path("letters/SKILL.md"), "utf8")).toBe(brokenSkill("letters"));
  });
});

describe("output files", () => {
  it("are replaced whole, and a folder in their place is a failure that is told", () => {
    const ground = playground({ "letters/SKILL.md": goodSkill("letters") });
    writeFileSync(ground.path("report.json"), "old");
    ground.run(["lint", "--format", "json", "--output", "report.json"]);
    expect(JSON.parse(readFileSync(ground.path("report.json"), "utf8"))).toMatchObject({
      errors: 0,
    });
    const ran = ground.run(["lint", "--output", "letters"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/^error: letters: The file cannot be written: /u);
    expect(existsSync(ground.path("letters/SKILL.md"))).toBe(true);
  });
});
