/** The exit codes are a promise: 0 fine, 1 findings or refusal, 2 usage, configuration or internal failure. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenSkill, goodSkill, playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { runToEnd } from "../support/spawner.ts";

const ground = playground({
  "good/letters/SKILL.md": goodSkill("letters"),
  "bad/letters/SKILL.md": brokenSkill("letters"),
  "warned/letters/SKILL.md": goodSkill("post"),
  "wrong.json": `{ "rulez": {} }`,
  "broken.json": `{ "rules": `,
  "cases/right.jsonl": `{"id":"a","clause":"x","op":"name","dialect":"agentskills","in":{"value":"a"},"out":{"valid":true}}\n`,
  "cases/wrong.jsonl": `{"id":"a","clause":"x","op":"name","dialect":"agentskills","in":{"value":"A"},"out":{"valid":true}}\n`,
  "cases/unknown.jsonl": `{"id":"a","clause":"x","op":"fly","dialect":"agentskills","in":{},"out":{}}\n`,
  "cases/none.jsonl": `not JSON\n`,
});
mkdirSync(ground.path("empty"));

const pinned: readonly (readonly [code: number, words: string])[] = [
  [0, "--version"],
  [0, "--help"],
  [0, "help"],
  [0, "help lint"],
  [0, "lint --help"],
  [2, ""],
  [2, "lnit"],
  [2, "--verson"],
  [2, "help nothing"],
  [2, "lint --nope"],
  [2, "lint --format"],
  [2, "lint --format xml"],
  [2, "lint good --json --format sarif"],
  [0, "lint good --json --format json"],
  [2, "lint --jobs many"],
  [2, "lint --fix=yes good"],
  [0, "lint good"],
  [1, "lint bad"],
  [0, "lint warned"],
  [1, "lint warned --max-warnings 0"],
  [0, "lint warned --max-warnings 1"],
  [0, "lint empty"],
  [2, "lint empty --strict"],
  [2, "lint nowhere"],
  [2, "lint good --dialect nothing"],
  [2, "lint good --config wrong.json"],
  [2, "lint good --config broken.json"],
  [2, "lint good --config nowhere.json"],
  [1, "lint bad --fix-dry-run"],
  [0, "lint good --fix-dry-run"],
  [0, "list bad"],
  [0, "list empty"],
  [2, "list nowhere"],
  [0, "validate good"],
  [1, "validate bad"],
  [2, "validate good --dialect nothing"],
  [0, "inspect good/letters"],
  [0, "inspect bad/letters/SKILL.md"],
  [2, "inspect"],
  [2, "inspect empty"],
  [2, "inspect good/letters bad/letters"],
  [1, "new Bad_Name"],
  [1, "new letters --dir good"],
  [0, "rules"],
  [0, "rules lint/name-directory"],
  [2, "rules lint/nothing"],
  [0, "completion bash"],
  [2, "completion tcsh"],
  [2, "completion"],
  [0, "conform cases/right.jsonl"],
  [1, "conform cases/wrong.jsonl"],
  [1, "conform cases/unknown.jsonl"],
  [2, "conform cases/none.jsonl"],
  [2, "conform cases/nowhere.jsonl"],
  [2, "conform"],
];

describe("exit codes", () => {
  it.each(pinned)("%i for `skillwright %s`", (code, words) => {
    const ran = ground.run(words === "" ? [] : words.split(" "));
    expect(ran.code, ran.stderr).toBe(code);
    // A stack is for faults of the program itself.
    expect(ran.stderr).not.toMatch(/\n\s+at .*\(|node:internal/u);
  });

  it("come with a message that names what was wrong and what to do", () => {
    expect(ground.run(["lint", "nowhere"]).stderr).toBe(
      "error: No such file or folder: `nowhere`.\n" +
        "  Name a folder to search, a skill folder or a SKILL.md file. Relative paths start at the working directory.\n",
    );
    expect(ground.run(["lnit"]).stderr).toBe(
      "error: No command `lnit`.\n  Did you mean `skillwright lint`?\n",
    );
    expect(ground.run(["lint", "--fromat", "json"]).stderr).toBe(
      "error: `lint` has no option `--fromat`.\n  Did you mean `--format`?\n",
    );
    expect(ground.run(["lint", "--dialect", "agentskils"]).stderr).toContain("agentskills");
  });

  it.skipIf(!existsSync("/dev/full")).each(["lint good", "--version", "rules"])(
    "are 2 where `%s` cannot write its output",
    (words) => {
      const program = [process.execPath, join(root, "dist/cli/main.js")];
      const line = `'${program.join("' '")}' ${words} > /dev/full`;
      const ran = runToEnd("sh", ["-c", line], { cwd: ground.folder });
      expect(ran.stderr).toBe("error: The output cannot be written: no space left on device.\n");
      expect(ran.status).toBe(2);
    },
  );

  it.each(["lint good", "lint --help"])("are 2 on a Node that is too old for `%s`", (line) => {
    ground.write(
      "old.mjs",
      `Object.defineProperty(process.versions, "node", { value: "20.20.2" });\n`,
    );
    const words = ["--import", "./old.mjs", join(root, "dist/cli/main.js"), ...line.split(" ")];
    const ran = runToEnd(process.execPath, words, { cwd: ground.folder });
    expect(ran.stderr).toBe("error: Skillwright needs Node >=22.16, and this is Node 20.20.2.\n");
    expect(ran.status).toBe(2);
  });

  it("show the stack of a failure when asked to", () => {
    expect(ground.run(["lint", "nowhere", "--verbose"]).stderr).toMatch(/\n\s+at /u);
  });
});

describe("a failure where JSON is asked for", () => {
  it.each([
    "validate nowhere --json",
    "lint nowhere --json",
    "lint nowhere --format json",
    "scan nowhere --format=json",
    "deps nothing --json --as nothing",
    "lnit --json",
    "install nothing --json",
  ])("[BX-15] `%s` prints one value with code, message and hint", (words) => {
    const { code, stdout, stderr } = ground.run(words.split(" "));
    expect(code).toBe(2);
    const { error } = JSON.parse(stdout) as { readonly error: Record<string, string> };
    expect(error).toMatchObject({
      code: expect.stringMatching(/^[a-z]+\/[a-z-]+$/u) as string,
      severity: "error",
    });
    expect(stderr).toContain(`error: ${error["message"] ?? ""}`);
  });

  it("[BX-15] stays text where none is asked for", () => {
    expect(ground.run(["lint", "nowhere"]).stdout).toBe("");
    expect(ground.run(["run", "nowhere", "--", "--json"]).stdout).toBe("");
  });
});
