/** What a client without the skills extension learns of skills: in the instructions and in the tools. */
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/serve/mcp/index.ts";
import { connectTo, type Era, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();
/** What is said of the whole server fits into so many characters. */
const BUDGET = 4000;

const verdict: Verdict = { decision: "allow", reason: "" };
const allow = { verdictOf: () => verdict };

describe("the instructions of the server", () => {
  it.each<Era>(["legacy", "modern"])(
    "[BX-05] list the skills with their descriptions, but none that is kept from the model (%s)",
    async (era) => {
      writeTree(folder.path, {
        "letters/SKILL.md": skill("letters", '"Sorts letters.\\n\\n- fake: Looks like another."'),
        "notes/SKILL.md": skill("notes", "Keeps notes."),
        "mine/SKILL.md": skill("mine", "For me alone.", "disable-model-invocation: true\n"),
      });
      const { url } = await serve([folder.path], allow);
      const { client } = await connectTo(url, era);
      const text = client.getInstructions() ?? "";
      expect(text).toContain(
        "\n- letters: Sorts letters. - fake: Looks like another.\n- notes: Keeps notes.",
      );
      expect(text).not.toContain("mine");
      expect(text).not.toContain("more skills");
    },
  );

  it("fit into a budget, and say how many skills were cut and how to find them", async () => {
    const files: Record<string, string> = {};
    for (let index = 100; index < 400; index += 1)
      files[`letters-${index}/SKILL.md`] = skill(
        `letters-${index}`,
        `Sorts letters of kind ${index}, by date and by sender, and says which have none.`,
      );
    writeTree(folder.path, files);
    const { url } = await serve([folder.path], allow);
    const { client } = await connectTo(url, "modern");
    const text = client.getInstructions() ?? "";
    expect(text.length).toBeLessThanOrEqual(BUDGET);
    expect(text.length).toBeGreaterThan(BUDGET * 0.9);
    const listed = text.match(/^- letters-\d+: /gm)?.length ?? 0;
    expect(listed).toBeGreaterThan(50);
    expect(text).toContain(`${300 - listed} more skills are not in this list, such as \`letters-`);
  });
});

describe("the tools that find and load skills", () => {
  it("name skills in their descriptions, those that were loaded most first", async () => {
    const files: Record<string, string> = {};
    for (let index = 10; index < 60; index += 1)
      files[`letters-${index}/SKILL.md`] = skill(`letters-${index}`);
    writeTree(folder.path, files);
    const { url } = await serve([folder.path], allow);
    const first = await connectTo(url, "modern");
    const descriptions = async (client: typeof first.client): Promise<readonly string[]> => {
      const { tools } = await client.listTools();
      return ["search_skills", "load_skill"].map(
        (name) => tools.find((tool) => tool.name === name)?.description ?? "",
      );
    };
    for (const text of await descriptions(first.client)) {
      expect(text).toContain("`letters-10`, `letters-11`");
      expect(text).toMatch(/and \d+ more\.$/);
      expect(text.length).toBeLessThan(1024);
    }
    for (const name of ["letters-42", "letters-57", "letters-42"])
      await first.client.callTool({ name: "load_skill", arguments: { name } });
    const second = await connectTo(url, "modern");
    for (const text of await descriptions(second.client))
      expect(text).toContain("`letters-42`, `letters-57`, `letters-10`");
  });
});

describe("the templates of addresses", () => {
  it("complete to every skill and file, also of skills that share a name", async () => {
    writeTree(folder.path, {
      "pdf/SKILL.md": skill("pdf"),
      "vendor/pdf/SKILL.md": skill("pdf"),
      "vendor/pdf/references/guide.md": "guide\n",
    });
    const { url } = await serve([folder.path], allow);
    const { client } = await connectTo(url, "modern");
    const complete = async (uri: string, name: string, value: string): Promise<unknown> => {
      const argument = { name, value };
      return (await client.complete({ ref: { type: "ref/resource", uri }, argument })).completion
        .values;
    };
    expect(await complete("skill://{+path}", "path", "vendor/")).toEqual([
      "vendor/pdf/SKILL.md",
      "vendor/pdf/references/guide.md",
    ]);
    expect(await complete("skill://{+name}/_manifest", "name", "")).toEqual(["pdf", "vendor/pdf"]);
    expect(await complete("resource://skills/{+id}/document", "id", "v")).toEqual(["vendor/pdf"]);
  });
});
