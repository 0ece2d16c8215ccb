import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import { type CommandSkill, readCommand, slashCommands } from "./commands.ts";

function command(name: string, more: Partial<CommandSkill> = {}): CommandSkill {
  return { name, description: `Does ${name}.`, isOfferedToUser: true, ...more };
}

const release = dialectNamed("openclaw@2026.9");

describe("slashCommands", () => {
  it("[OC-07] are the skills that a user may start", () => {
    const skills = [command("one"), command("two", { isOfferedToUser: false })];
    expect(slashCommands(skills, release).map(({ name }) => name)).toEqual(["one"]);
  });

  it("get names that neither collide nor take the place of a built-in one", () => {
    const skills = ["PDF Tools", "pdf-tools", "help", "pdf_tools"].map((name) => command(name));
    expect(slashCommands(skills, release, ["help"]).map(({ name }) => name)).toEqual([
      "pdf_tools",
      "pdf_tools_2",
      "help_2",
      "pdf_tools_3",
    ]);
  });

  it("keep the names of skills where a system has no rule for them", () => {
    const skills = ["pdf-tools", "Pdf-Tools", "new"].map((name) => command(name));
    const commands = slashCommands(skills, dialectNamed("claude"), ["new"]);
    expect(commands.map(({ name }) => name)).toEqual(["pdf-tools", "Pdf-Tools-2", "new-2"]);
  });

  it("[OC-09] go to a tool only when both fields say so", () => {
    const skills = [
      command("both", { dispatch: "tool", dispatchTool: " exec " }),
      command("half", { dispatch: "tool" }),
      command("other", { dispatch: "model", dispatchTool: "exec" }),
    ];
    expect(slashCommands(skills, release).map(({ dispatch }) => dispatch)).toEqual([
      { tool: "exec", argumentMode: "raw" },
      undefined,
      undefined,
    ]);
  });
});

describe("readCommand", () => {
  const commands = slashCommands(
    [command("pdf-tools"), command("run it", { dispatch: "tool", dispatchTool: "exec" })],
    release,
  );

  it("[OC-09] hands a tool the arguments as typed, the command and the skill", () => {
    expect(readCommand("/run_it  ls -la 'a  b' ", commands)).toEqual({
      kind: "tool",
      tool: "exec",
      parameters: { command: "ls -la 'a  b'", commandName: "run_it", skillName: "run it" },
    });
  });

  it("[OC-07] gives other commands to the model", () => {
    expect(readCommand("/PDF_tools merge\nall of them", commands)).toEqual({
      kind: "model",
      skillName: "pdf-tools",
      arguments: "merge\nall of them",
    });
  });

  it.each(["/skill pdf-tools merge", "/skill PDF_TOOLS merge"])("reads %s", (message) => {
    expect(readCommand(message, commands)).toEqual({
      kind: "model",
      skillName: "pdf-tools",
      arguments: "merge",
    });
  });

  it.each(["pdf_tools", "/none", "/skill none", "a /pdf_tools", "/"])(
    "sees no call in `%s`",
    (message) => {
      expect(readCommand(message, commands)).toBeUndefined();
    },
  );
});
