import { describe, expect, it } from "vitest";
import { operations } from "../../../src/app/operations.ts";
import { findCommands, markWords, operationCommands, skillCommands } from "./commands.ts";

const infos = operations.map(({ id, command = id, summary }) => ({ id, command, summary }));
const systems = [
  { id: "gaia", title: "GAIA" },
  { id: "openclaw", title: "OpenClaw" },
];

describe("the palette", () => {
  it("knows every operation, as something to do or as a command to copy", () => {
    const commands = operationCommands(infos);
    expect(commands).toHaveLength(operations.length);
    expect(new Set(commands.map(({ title }) => title)).size).toBe(operations.length);
  });

  it("finds by verb and object, and keeps the groups in their order", () => {
    const commands = [
      ...skillCommands("docx", systems, "others"),
      ...skillCommands("pdf", systems, "this"),
    ];
    const titles = (words: string) => findCommands(commands, words, 3).map(({ title }) => title);
    expect(titles("convert pdf to openclaw")).toEqual(["Convert pdf to OpenClaw"]);
    expect(titles("run")).toEqual(["Run pdf", "Run docx"]);
    // A word that begins one counts for more than one in the middle of another.
    expect(titles("convert docx to o")[0]).toBe("Convert docx to OpenClaw");
    expect(titles("")).toHaveLength(6);
    expect(titles("nothing of it")).toEqual([]);
    const [convert] = findCommands(commands, "convert pdf to gaia", 3);
    expect(convert?.line).toBe("skillwright convert pdf --to gaia");
  });

  it("marks what was typed", () => {
    expect(markWords("Convert pdf to OpenClaw", "open pdf")).toEqual([
      ["Convert ", false],
      ["pdf", true],
      [" to ", false],
      ["Open", true],
      ["Claw", false],
    ]);
    expect(markWords("Run", "")).toEqual([["Run", false]]);
  });
});
