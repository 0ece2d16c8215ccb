import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agents } from "../../library/agents/index.ts";
import { HostInventory } from "../../library/hosts/index.ts";
import { createLibraryView } from "./view.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "skillwright-view-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(folder: string, text: string): void {
  const place = join(home, ".codex/skills", folder);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "SKILL.md"), text);
}

describe("the prompt of a coding agent", () => {
  it("[BX-04] is the list as the agent writes it, with what it has cut and why", () => {
    put("letters", "---\nname: letters\ndescription: Sorts letters by date.\n---\n\nDo it.\n");
    const codex = agents.find(({ id }) => id === "codex");
    if (codex === undefined) throw new Error("There is no such agent.");
    const ground = {
      folder: home,
      home,
      environment: { HOME: home },
    };
    const view = createLibraryView([], new HostInventory(), {
      agents: {
        list: () => [],
        see: (id) => (id === "codex" ? [{ agent: codex, ground, view: codex.look(ground) }] : []),
        subscribe: () => () => undefined,
      },
    });
    const parts = view.prompt("codex", "codex");
    expect(parts?.skills).toEqual([]);
    expect(parts?.entries).toContainEqual({
      name: "letters",
      shown: expect.stringContaining("Sorts letters by date.") as string,
      cut: 0,
    });
    expect(view.prompt("nobody", "nobody")).toBeUndefined();
  });
});
