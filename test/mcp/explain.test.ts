// @starts a server
/** Why a skill does not load, asked over MCP: the same answer as on the command line. */
import { describe, expect, it } from "vitest";
import { connectTo, serve } from "../support/mcp.ts";
import { playground } from "../support/program.ts";

const BROKEN = '---\nname: broken\ndescription: "Writes notes\ntags: [a, b\n---\n\nRead the log.\n';
const NEEDS =
  '---\nname: needs\ndescription: Needs a program. Use it for tests.\nmetadata: { "openclaw": { "requires": { "bins": ["no-such-program"] } } }\n---\n\nRun it.\n';

async function explainBoth(name: string): Promise<readonly [unknown, unknown, string]> {
  const ground = playground({
    "skills/broken/SKILL.md": BROKEN,
    "skills/needs/SKILL.md": NEEDS,
  });
  const ran = ground.run(["explain", name, "--root", "skills", "--json"]);
  const { url } = await serve([ground.path("skills")]);
  const { client } = await connectTo(url, "modern");
  const told = await client.callTool({ name: "explain_skill", arguments: { name } });
  const [content] = told.content as readonly { readonly text?: string }[];
  return [JSON.parse(ran.stdout), told.structuredContent, content?.text ?? ""];
}

/** Each side names the file in its own way: by its place on the disk, with its root, or below what is served. */
function withoutPlaces(value: unknown): unknown {
  const told = JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"root":"[^"]*",/gu, "")
      .replaceAll(/[^" ]*skills\/(?:needs|broken)\/SKILL\.md/gu, "SKILL.md"),
  ) as { readonly systems: readonly object[] };
  return told.systems.map((system) => ({ ...system, list: undefined }));
}

describe("explain_skill", () => {
  it("[BX-15] finds the fault in broken YAML, with its place and what to do", async () => {
    const [, told, text] = await explainBoth("broken");
    expect(told).toMatchObject({
      name: "broken",
      // OpenClaw reads line by line, and stumbles over the list alone.
      systems: [
        { line: 3, column: 14 },
        { line: 4, column: 7 },
        { line: 3, column: 14 },
        { line: 3, column: 14 },
      ].map((start) => ({
        isLoaded: false,
        files: [
          {
            path: "skills/broken/SKILL.md",
            problem: { range: { start } },
            reasons: [
              { remedies: [{ command: expect.stringContaining("skillwright lint") as unknown }] },
            ],
          },
        ],
      })),
      served: [{ path: "skills/broken/SKILL.md", isServed: true, mends: { length: 2 } }],
    });
    expect(text).toContain("line 3, column 14");
  });

  it.each(["broken", "needs"])("[BX-15] answers as the command line does for %s", async (name) => {
    const [here, told] = await explainBoth(name);
    expect(withoutPlaces(told)).toEqual(withoutPlaces(here));
  });

  it("[BX-15] answers an unknown name with the nearest one", async () => {
    const [here, told] = await explainBoth("need");
    expect(told).toEqual(here);
    expect(told).toMatchObject({ systems: [], nearest: "needs" });
  });
});
