/** `skillwright convert`: what it prints, writes, and refuses to write. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { goodSkill, playground } from "../support/program.ts";

function openclawSkill(name: string): string {
  return goodSkill(name).replace(
    "---\n\n",
    `metadata: {"openclaw":{"emoji":"✉️","requires":{"bins":["git"]}}}\n---\n\n`,
  );
}

describe("convert", () => {
  it("[BX-02] prints the skill, and the account of its values apart", () => {
    const ground = playground({ "letters/SKILL.md": openclawSkill("letters") });
    const ran = ground.run(["convert", "letters", "--to", "agentskills"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^---\nname: letters\n/u);
    expect(ran.stderr).toMatch(/^# letters\/SKILL\.md: From `openclaw` to `agentskills`\n/u);
    const valid = ground.run(["validate", "-"], { input: ran.stdout });
    expect(valid.code).toBe(0);
  });

  it("[BX-02] gives programs the report as JSON, with every value in it", () => {
    const ground = playground({ "letters/SKILL.md": openclawSkill("letters") });
    const words = ["convert", "letters", "--to", "gsv", "--report", "json"];
    const report = JSON.parse(ground.run(words).stderr) as {
      readonly from: string;
      readonly to: string;
      readonly entries: readonly { readonly source: readonly string[] }[];
    };
    expect(report).toMatchObject({ from: "openclaw", to: "gsv" });
    const sources = report.entries.map(({ source }) => source.join("."));
    expect(sources).toContain("name");
    expect(sources).toContain("description");
  });

  it("[BX-02] refuses for an upload what the upload refuses for its size", () => {
    const ground = playground({ "letters/SKILL.md": goodSkill("letters") });
    const size = 30_000_000 - Buffer.byteLength(goodSkill("letters"));
    const words = ["convert", "letters", "--to", "claude@upload", "--out", "up"];
    ground.write("letters/data.bin", "");
    truncateSync(ground.path("letters/data.bin"), size);
    const refused = ground.run(words);
    expect([refused.code, existsSync(ground.path("up"))]).toEqual([1, false]);
    expect(refused.stderr).toContain("The files have 30000000 bytes together");
    truncateSync(ground.path("letters/data.bin"), size - 1);
    expect(ground.run(words).code).toBe(0);
  });

  it("[BX-02] comes back the same by way of another dialect", () => {
    const ground = playground({ "letters/SKILL.md": openclawSkill("letters") });
    ground.run(["convert", "letters", "--to", "claude", "--out", "there"]);
    ground.run([
      "convert",
      "there/letters",
      "--from",
      "claude",
      "--to",
      "openclaw",
      "--out",
      "back",
    ]);
    const model = (path: string): unknown => {
      const words = ["inspect", path, "--dialect", "openclaw", "--json"];
      const { values } = JSON.parse(ground.run(words).stdout) as {
        readonly values: readonly { readonly facet: string; readonly value: unknown }[];
      };
      return values.map(({ facet, value }) => [facet, value]);
    };
    expect(model("back/letters")).toEqual(model("letters"));
  });

  it("writes the skill with its other files, and converts skills inside of it on their own", () => {
    const ground = playground({
      "letters/SKILL.md": openclawSkill("letters"),
      "letters/scripts/sort.sh": "#!/bin/sh\n",
      "letters/inner/SKILL.md": goodSkill("inner"),
      "letters/inner/notes.md": "",
    });
    chmodSync(ground.path("letters/scripts/sort.sh"), 0o755);
    symlinkSync("/etc/hosts", ground.path("letters/link"));
    const ran = ground.run(["convert", "letters", "--to", "claude", "--out", "out"]);
    expect(ran.code).toBe(0);
    const written = readdirSync(ground.path("out"), { recursive: true, encoding: "utf8" });
    expect(written.toSorted()).toEqual([
      "inner",
      "inner/SKILL.md",
      "inner/notes.md",
      "letters",
      "letters/SKILL.md",
      "letters/scripts",
      "letters/scripts/sort.sh",
    ]);
    expect(statSync(ground.path("out/letters/scripts/sort.sh")).mode & 0o777).toBe(0o755);
    expect(ran.stderr).toContain("Not copied: link: it is a link.\n");
  });

  it("[BX-02] gives the folder the name that the skill has in the new dialect", () => {
    const ground = playground({ "ev/b/SKILL.md": openclawSkill("Foo Bar") });
    const words = ["convert", "ev/b", "--from", "openclaw", "--to", "agentskills", "--out", "out"];
    const ran = ground.run(words);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe("out/foo-bar/SKILL.md\n");
    expect(ran.stderr).not.toContain("still finds wrong");
    expect(ground.run(["validate", "out/foo-bar", "--dialect", "agentskills"]).code).toBe(0);
  });

  it("keeps the name of the folder where the skill's own can be none", () => {
    const ground = playground({ "ev/b/SKILL.md": openclawSkill("'../c'") });
    const words = ["convert", "ev/b", "--from", "openclaw", "--to", "gsv", "--out", "out"];
    expect(ground.run(words).stdout).toBe("out/b/SKILL.md\n");
  });

  it("refuses two skills that get one name", () => {
    const ground = playground({
      "two/a/SKILL.md": openclawSkill("Foo Bar"),
      "two/b/SKILL.md": openclawSkill("foo-bar"),
    });
    const ran = ground.run(["convert", "two", "--to", "agentskills", "--out", "out"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("Two skills would be written to the folder `out/foo-bar`");
    expect(existsSync(ground.path("out"))).toBe(false);
  });

  it("writes over nothing without --force", () => {
    const ground = playground({
      "letters/SKILL.md": goodSkill("letters"),
      "out/letters/SKILL.md": "mine",
    });
    const words = ["convert", "letters", "--to", "claude", "--out", "out"];
    const refused = ground.run(words);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Nothing was written.");
    expect(readFileSync(ground.path("out/letters/SKILL.md"), "utf8")).toBe("mine");
    expect(ground.run([...words, "--dry-run"]).stdout).toBe("would write out/letters/SKILL.md\n");
    expect(readFileSync(ground.path("out/letters/SKILL.md"), "utf8")).toBe("mine");
    expect(ground.run([...words, "--force"]).code).toBe(0);
    expect(readFileSync(ground.path("out/letters/SKILL.md"), "utf8")).toContain("name: letters");
  });

  it("tells of what the new dialect needs and nobody can make up", () => {
    const ground = playground({ "letters/SKILL.md": goodSkill("letters") });
    const ran = ground.run(["convert", "letters", "--to", "gaia"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("## Missing\n\n- `tools`: ");
  });

  it.each([
    [["convert", "letters"]],
    [["convert", "letters", "--to", "nothing"]],
    [["convert", "letters", "--to", "claude", "--out", "letters/out"]],
    [["convert", "-", "--to", "claude", "--out", "out"]],
    [["convert", "two", "--to", "claude"]],
    [["convert", "twins", "--to", "claude", "--out", "out"]],
  ])("refuses %j", (words) => {
    const ground = playground({
      "letters/SKILL.md": goodSkill("letters"),
      "two/a/SKILL.md": goodSkill("a"),
      "two/b/SKILL.md": goodSkill("b"),
      "twins/one/a/SKILL.md": goodSkill("a"),
      "twins/two/a/SKILL.md": goodSkill("a"),
    });
    expect(ground.run(words).code).toBe(2);
    expect(existsSync(ground.path("out"))).toBe(false);
  });
});
