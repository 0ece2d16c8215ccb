import { describe, expect, it } from "vitest";
import { operations } from "../../../src/app/operations.ts";
import { findCommands, operationCommands, skillCommands } from "./commands.ts";

const infos = operations.map(({ id, command = id, summary }) => ({ id, command, summary }));
const systems = [
  { id: "openclaw", title: "OpenClaw" },
  { id: "gaia", title: "GAIA" },
];

describe("the palette", () => {
  it("knows every operation, as something to do or as a command to copy", () => {
    const commands = operationCommands(infos);
    expect(commands).toHaveLength(operations.length);
    expect(new Set(commands.map(({ title }) => title)).size).toBe(operations.length);
  });

  it("finds by verb and object", () => {
    const commands = [
      ...skillCommands("pdf", systems, "This skill"),
      ...skillCommands("docx", systems, "Skill"),
    ];
    const titles = (words: string) => findCommands(commands, words, 3).map(({ title }) => title);
    expect(titles("convert pdf to openclaw")).toEqual(["Convert pdf to OpenClaw"]);
    expect(titles("run")).toEqual(["Run pdf", "Run docx"]);
    expect(titles("nothing of it")).toEqual([]);
  });
});
