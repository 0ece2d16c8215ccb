/** `--client`: the folders that other clients read skills from. */
import { describe, expect, it } from "vitest";
import { goodSkill, playground } from "../support/program.ts";

describe("--client", () => {
  const ground = playground({
    ".agents/skills/hello/SKILL.md": goodSkill("hello"),
    ".cursor/skills/bye/SKILL.md": goodSkill("bye"),
    ".home/.codex/skills/mine/SKILL.md": goodSkill("mine"),
  });

  it.each([
    ["codex", "hello", 0],
    ["codex", "mine", 0],
    ["codex", "bye", 1],
    ["cursor", "bye", 0],
    ["cursor", "hello", 0],
    ["goose", "bye", 1],
  ])("[BX-03] says of %s whether it has `%s`", (client, name, code) => {
    expect(ground.run(["explain", name, "--client", client]).code).toBe(code);
  });

  it("takes the rules of another system along with the folders", () => {
    const { stdout } = ground.run(["explain", "hello", "--client", "vscode", "--as", "claude"]);
    expect(stdout.split("\n")[0]).toBe("hello in Claude: loaded, and visible to the model");
  });

  it("names the nearest client for an unknown one", () => {
    const { code, stderr } = ground.run(["doctor", "--client", "codx"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "error: The skill folders of the client `codx` are not known.\n  Did you mean `codex`?\n",
    );
  });
});
