import { describe, expect, it } from "vitest";
import { dialects } from "../../skill/index.ts";
import { clients, matrix, matrixHtml, matrixSystems, matrixText } from "./index.ts";

const plain = {
  path: "skills/sort-photos/SKILL.md",
  text: "---\nname: sort-photos\ndescription: Sorts photos. Use when a folder is in disorder.\n---\n\nSort them.\n",
};
const gated = {
  path: "skills/tmux/SKILL.md",
  text: '---\nname: tmux\ndescription: Drives tmux.\nmetadata: {"openclaw": {"requires": {"bins": ["tmux"]}}}\n---\n\nGo.\n',
};
const colon = {
  path: "skills/a/SKILL.md",
  text: "---\nname: a\ndescription: Use when: asked\n---\n\nGo.\n",
};
const bare = { path: "skills/b/SKILL.md", text: "# Title\n\nJust words.\n" };

function verdicts(input: typeof plain): { readonly [system: string]: string } {
  const cells = matrix([input]).rows[0]?.cells ?? [];
  return Object.fromEntries(cells.map((cell) => [cell.system, cell.verdict]));
}

function refusals(input: typeof plain): readonly string[] {
  const [row] = matrix([input], ["claude-ai"]).rows;
  return row?.cells[0]?.reasons.map(({ message }) => message) ?? [];
}

function reasonsOn(system: string, input: typeof plain): readonly string[] {
  const cell = matrix([input], [system]).rows[0]?.cells[0];
  return [cell?.verdict ?? "", ...(cell?.reasons.map(({ message }) => message) ?? [])];
}

function withDescription(description: string): typeof plain {
  return {
    path: "skills/a/SKILL.md",
    text: `---\nname: a\ndescription: ${description}\n---\nGo.\n`,
  };
}

describe("matrix", () => {
  it("[BX-04] has a cell for every dialect and every client of the field table", () => {
    const ids = matrixSystems().map((system) => system.id);
    expect(ids).toEqual([...dialects.map((item) => item.id), ...clients.map((item) => item.id)]);
    expect(Object.keys(verdicts(plain))).toEqual(ids);
  });

  it("[BX-04] gives every cell that is not green a reason in words", () => {
    for (const row of matrix([plain, gated, colon, bare]).rows)
      for (const cell of row.cells) {
        expect(cell.reasons.length > 0, `${row.path} on ${cell.system}`).toBe(
          cell.verdict !== "works",
        );
        for (const reason of cell.reasons) expect(reason.message).toMatch(/^[A-Z`].*\.$/s);
      }
  });

  it("[OC-06] judges by the edition of a system that people run, not by its first document", () => {
    const block = {
      path: "skills/notes/SKILL.md",
      text: "---\nname: notes\ndescription: Writes notes. Use when asked.\nmetadata:\n  openclaw:\n    requires: { bins: [gh] }\n---\n\nGo.\n",
    };
    for (const input of [plain, gated, colon, bare, block]) {
      const [row] = matrix([input], ["openclaw", "openclaw@2026.9"]).rows;
      const [bareName, edition] = row?.cells ?? [];
      expect(bareName, input.text).toEqual({ ...edition, system: "openclaw" });
    }
  });

  it("[BX-04] shows a plain skill green on every client", () => {
    const found = verdicts(plain);
    for (const client of clients) expect(found[client.id], client.id).toBe("works");
  });

  it("[BX-04] says that gates are lost where nobody reads them, with the place", () => {
    expect(verdicts(gated)).toMatchObject({
      openclaw: "works",
      gsv: "works",
      agentskills: "refused",
      "claude-code": "partial",
      "mcp-sdk": "refused",
    });
    const cell = matrix([gated], ["claude-code"]).rows[0]?.cells[0];
    expect(cell?.reasons).toMatchObject([
      {
        message:
          "`metadata.openclaw.requires.bins` is not read: it is offered where its binaries are missing.",
        range: { start: { line: 4, column: 46 } },
      },
    ]);
  });

  it("[BX-04] tells clients that repair an unquoted colon from those that refuse or lose the fields", () => {
    expect(verdicts(colon)).toMatchObject({
      agentskills: "refused",
      "claude-code": "partial",
      "claude-ai": "refused",
      codex: "works",
      "gemini-cli": "works",
      opencode: "works",
      goose: "refused",
      cursor: "refused",
    });
  });

  it("[BX-10] says in each cell which program confirmed the rules, or that none did", () => {
    const { cells = [] } = matrix([colon], ["codex", "goose", "cursor"]).rows[0] ?? {};
    const by = new Map(cells.map(({ system, confirmedBy }) => [system, confirmedBy]));
    expect(by.get("codex")).toMatch(/^codex \d/u);
    expect(by.get("goose")).toMatch(/^goose \d/u);
    expect(by.get("cursor")).toBeNull();
  });

  it("[BX-04] does not take a map of settings for the text that a client reads at its place", () => {
    const template = {
      path: "skills/a/SKILL.md",
      text: "---\nname: a\ndescription: d\nmodel: {temperature: 0.2}\n---\nGo.\n",
    };
    const cell = matrix([template], ["claude-code"]).rows[0]?.cells[0];
    expect(cell).toMatchObject({
      verdict: "partial",
      reasons: [
        {
          message: "`model.temperature` is not read: its temperature is not used.",
          range: { start: { line: 4, column: 22 } },
        },
      ],
    });
  });

  it("[BX-04] names the field for which a client refuses the skill", () => {
    const refused = {
      path: "skills/a/SKILL.md",
      text: `---\nname: claude-a\ndescription: Writes <b>bold</b>\nwhen_to_use: now\n---\nGo.\n`,
    };
    const long = {
      path: "skills/a/SKILL.md",
      text: `---\nname: a\ndescription: ${"é".repeat(1025)}\n---\n`,
    };
    expect(refusals(refused)).toEqual([
      "`description` contains the tag `<b>`, but must be text without XML tags.",
      "`claude-a` is not a valid name: use lower-case letters, digits and hyphens, without `anthropic` or `claude`.",
      "The field `when_to_use` is not in the open specification.",
    ]);
    expect(refusals(long)).toEqual([
      "`description` has 1025 characters; at most 1024 are allowed.",
    ]);
    expect(refusals({ ...long, text: long.text.replace("éé", "é") })).toEqual([]);
  });

  it("[BX-04] does not count a field that a system takes without effect as read", () => {
    const tools = {
      path: "skills/a/SKILL.md",
      text: "---\nname: a\ndescription: d\ncompatibility: Needs git\nallowed-tools: Read\n---\nGo.\n",
    };
    const compatibility =
      "`compatibility` has no effect: its words on what it needs are not shown.";
    const allowed = "`allowed-tools` has no effect: its allowed tools are not approved beforehand.";
    expect(reasonsOn("agent-flow", tools)).toEqual(["partial", compatibility, allowed]);
    expect(reasonsOn("gaia-nested", tools)).toEqual(["partial", compatibility, allowed]);
    expect(reasonsOn("claude@upload", tools)).toEqual(["partial", compatibility, allowed]);
    expect(reasonsOn("agentskills", tools)).toEqual(["partial", allowed]);
    expect(reasonsOn("claude", tools)).toEqual(["partial", compatibility]);
    const own = { ...tools, text: tools.text.replace("name:", "user_id: u\nname:") };
    expect(reasonsOn("agent-flow", own)).toEqual(["partial", compatibility, allowed]);
    const refusing = {
      ...tools,
      text: "---\nname: a\ndescription: d\ndisallowed-tools: Bash\n---\n",
    };
    expect(reasonsOn("gaia-nested", refusing)).toEqual([
      "partial",
      "`disallowed-tools` has no effect: its disallowed tools stay available.",
    ]);
  });

  it("[BX-04] holds an upload to the folder's name but for case and underscores", () => {
    const other = "The name `sort-photos` differs from the folder `photos`.";
    for (const system of ["claude-ai", "claude@upload"]) {
      expect(reasonsOn(system, { ...plain, path: "photos/SKILL.md" })).toEqual(["refused", other]);
      expect(reasonsOn(system, { ...plain, path: "Sort_Photos/SKILL.md" })).toEqual(["works"]);
    }
  });

  it("[BX-04] says where the list that the model is shown cuts the description", () => {
    expect(reasonsOn("claude-code", withDescription("x".repeat(1536)))).toEqual(["works"]);
    expect(reasonsOn("claude-code", withDescription("x".repeat(1609)))).toEqual([
      "partial",
      "`description` has 1609 characters; the model is shown the first 1536.",
    ]);
    expect(
      reasonsOn(
        "claude-code",
        withDescription(`${"x".repeat(1000)}\nwhen_to_use: ${"y".repeat(600)}`),
      ),
    ).toEqual([
      "partial",
      "`description` and `when_to_use` have 1601 characters; the model is shown the first 1536.",
    ]);
  });

  it("[BX-04] says what is not documented", () => {
    expect(reasonsOn("claude-ai", gated)[1]).toBe(
      "`metadata.openclaw` is no text; it is not documented whether the skill loads.",
    );
  });

  it("shows profiles where they are asked for", () => {
    const ids = matrix([plain], ["claude@upload", "openclaw"]).systems.map((system) => system.id);
    expect(ids).toEqual(["openclaw", "claude@upload"]);
  });

  it("[BX-04] keeps source and date of every client in the table", () => {
    for (const client of clients) {
      expect(client.source).not.toBe("");
      expect(client.date).toMatch(/^2026-\d{2}/);
    }
  });
});

describe("renderers", () => {
  it("prints marks, words and reasons for a terminal", () => {
    const text = matrixText(matrix([gated], ["openclaw", "claude-code"]));
    expect(text).toContain("● OpenClaw     works");
    expect(text).toContain("◐ Claude Code  works in part");
    expect(text).toContain("4:46 `metadata.openclaw.requires.bins` is not read");
  });

  it("writes one page without script in which names cannot break out", () => {
    const hostile = {
      path: "<b>/SKILL.md",
      text: "---\nname: <script>x</script>\ndescription: d\n---\nb\n",
    };
    const html = matrixHtml(matrix([hostile]));
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain('<th scope="row">');
  });
});
