import { describe, expect, it } from "vitest";
import { type Dialect, dialects, findDialect, readAs } from "../dialects/index.ts";
import { SkillError } from "../model/index.ts";
import { readSkill } from "../read-skill.ts";
import { readDocument } from "../text/index.ts";
import { convert, reportMarkdown } from "./index.ts";
import type { Conversion } from "./convert.ts";
import type { LossEntry } from "./report.ts";

const PATH = "skills/sort-photos/SKILL.md";

function dialect(id: string): Dialect {
  const found = findDialect(id);
  if (found === undefined) throw new Error(`No dialect ${id}`);
  return found;
}

function run(text: string, from: string, to: string): Conversion {
  return convert(text, { from: dialect(from), to: dialect(to), path: PATH });
}

function file(...lines: readonly string[]): string {
  return ["---", ...lines, "---", "", "# Sort photos", "", "Sort them by date.", ""].join("\n");
}

function entry(conversion: Conversion, ...source: readonly string[]): LossEntry | undefined {
  return conversion.report.entries.find((item) => item.source.join(".") === source.join("."));
}

describe("the same dialect", () => {
  it.each([
    file("name: a", "description: [odd", "zzz: &x {a: 1}"),
    "\ufeff# no frontmatter\r\n",
    "---\nname: a\nname: b\n\tx: 1",
    "",
  ])("[BX-02] leaves the bytes of %j alone", (text) => {
    const result = run(text, "claude", "claude");
    expect(result.text).toBe(text);
    expect(new Set(result.report.entries.map(({ outcome }) => outcome)).size).toBeLessThanOrEqual(
      1,
    );
  });
});

describe("fields of a file that stays as it is", () => {
  it.each(dialects.map(({ id }) => id))(
    "[BX-02] are accounted for in %s, broken ones too",
    (id) => {
      const broken = ["metadata: {", '  "openclaw": [{"emoji": "x"}', "}"];
      const result = run(file("name: a", "description: D", ...broken), id, id);
      expect(result.report.entries.map(({ source }) => source)).toEqual([
        ["name"],
        ["description"],
        ["metadata"],
      ]);
      expect(entry(result, "metadata")).toMatchObject({ outcome: "kept", target: ["metadata"] });
    },
  );
});

describe("dialects by name", () => {
  it("[BX-02] takes the id of a dialect for the dialect", () => {
    const text = file("name: a", "description: D");
    expect(convert(text, { from: "claude", to: "gsv" })).toEqual(
      convert(text, { from: dialect("claude"), to: dialect("gsv") }),
    );
  });

  it.each([{ to: "gvs" }, { to: "claude", from: "gvs" }])(
    "[BX-02] refuses %j with the format that was probably meant",
    (options) => {
      const refusal = (): Conversion => convert(file("name: a"), options);
      expect(refusal).toThrow(SkillError);
      expect(refusal).toThrow("There is no format `gvs`.");
    },
  );

  it("says what it takes where it is given something else", () => {
    // Callers without types can do this.
    const nothing = undefined as never;
    expect(() => convert(nothing, { to: "gsv" })).toThrow(
      "A skill must be the text of a SKILL.md or its document, not `undefined`.",
    );
    expect(() => convert("", nothing)).toThrow(
      "Missing options: `to` must name a format or its id.",
    );
    expect(() => readSkill(nothing)).toThrow(
      "A skill must be the text or the bytes of a SKILL.md, not `undefined`.",
    );
  });
});

describe("what stays", () => {
  it("[BX-02] keeps bytes, comments, order and quotes of everything that both dialects read", () => {
    const text = file(
      "# who",
      "name:   'sort-photos'   # the name",
      "license: MIT",
      "description: >-",
      "  Sorts photos",
      "  by date.",
      "allowed-tools: Read Write",
    );
    for (const to of ["claude", "agentskills", "claude@upload", "gaia-nested"])
      expect(run(text, "agentskills", to).text).toBe(text);
  });

  it("[BX-02] changes only the field that the target says otherwise", () => {
    const text = file(
      "name: a # n",
      "description: 'D'",
      "disable-model-invocation: true # m",
      "x: [1]",
    );
    const result = run(text, "claude", "gsv");
    expect(result.text).toBe(
      file(
        "name: a # n",
        "description: 'D'",
        "x: [1]",
        'metadata: {"skillwright":{"invocation.byModel":false}}',
      ),
    );
    expect(entry(result, "disable-model-invocation")).toEqual({
      source: ["disable-model-invocation"],
      facet: "invocation.byModel",
      outcome: "preserved",
      target: ["metadata", "skillwright", "invocation.byModel"],
      note: "GSV has no field for this (offered to the model).",
      value: false,
    });
  });

  it("keeps the line ends", () => {
    const text = file("name: a", "description: D", "version: 1.0.0").replaceAll("\n", "\r\n");
    const result = run(text, "gaia-nested", "agentskills").text;
    expect(result).toBe(
      file(
        "name: a",
        "description: D",
        "metadata:",
        `  skillwright.identity.version: '"1.0.0"'`,
      ).replaceAll("\n", "\r\n"),
    );
  });

  it("keeps a block of metadata that both read", () => {
    const text = file("name: a", "description: D", 'metadata: {"openclaw": {"emoji": "🐙"}}');
    expect(run(text, "openclaw", "gsv").text).toBe(text);
    expect(run(text, "openclaw", "openclaw@2026.9").text).toBe(text);
  });

  it("finds the dialect itself where none is named", () => {
    const result = convert(file("name: a", "security_tier: community"), { to: dialect("gsv") });
    expect(result.from.id).toBe("gaia");
  });
});

describe("what moves", () => {
  it("[BX-02] maps a requirement to the place where the target reads it", () => {
    const text = file(
      "name: a",
      "description: D",
      'metadata: {"gsv": {"requires": {"os": ["Windows"]}}}',
    );
    const result = run(text, "gsv", "openclaw");
    expect(result.text).toBe(
      file("name: a", "description: D", 'metadata: {"openclaw":{"os":["win32"]}}'),
    );
    expect(entry(result, "metadata", "gsv", "requires", "os")).toMatchObject({
      outcome: "mapped",
      target: ["metadata", "openclaw", "os"],
    });
  });

  it("[BX-02] cuts text at a word, puts the whole aside and restores it on the way back", () => {
    const words = "sorts photos by date ".repeat(12).trim();
    const text = file("name: sort-photos", `description: ${words}`);
    const there = run(text, "openclaw", "gaia");
    const { description } = readDocument(there.text).frontmatter;
    expect(description).toMatch(/^sorts .{183}sorts…$/);
    expect(entry(there, "description")).toMatchObject({
      outcome: "approximated",
      note: "Approximated: the text is cut to 200 characters.",
      preservedAt: ["x-skillwright", "guidance.description"],
      value: words,
    });
    expect(run(there.text, "gaia", "openclaw").text).toBe(text);
  });

  it("[BX-02] believes the field where it was changed after the conversion", () => {
    const text = file("name: sort-photos", `description: ${"x ".repeat(300).trim()}`);
    const edited = run(text, "openclaw", "gaia").text.replace(
      /description: x.*/,
      "description: New.",
    );
    const back = run(edited, "gaia", "openclaw");
    expect(readDocument(back.text).frontmatter["description"]).toBe("New.");
    expect(entry(back, "x-skillwright", "guidance.description")).toMatchObject({
      outcome: "dropped",
      note: "The field was changed after this value was preserved, and wins.",
    });
  });

  it("[BX-02] makes names that the target takes", () => {
    const result = run(file("name: My Claude_Skill", "description: D"), "openclaw", "claude");
    expect(readDocument(result.text).frontmatter["name"]).toBe("my-skill");
    expect(entry(result, "name")).toMatchObject({
      outcome: "approximated",
      value: "My Claude_Skill",
      preservedAt: ["metadata", "skillwright.identity.name"],
    });
    expect(run(file("name: 日本", "description: D"), "openclaw", "claude").text).toContain(
      "name: sort-photos",
    );
  });

  it("takes tags out of a description for a target that refuses them", () => {
    const text = file("name: a", "description: Writes <b>bold</b> to <path>.");
    expect(run(text, "openclaw", "claude").text).toContain("description: Writes bold to path.");
  });

  it("preserves what breaks a limit and cannot be mended", () => {
    const text = file(
      "name: a",
      "description: D",
      'metadata: {"gsv": {"requires": {"os": ["macos"]}}}',
    );
    const result = run(text, "gsv", "openclaw");
    expect(entry(result, "metadata", "gsv", "requires", "os")).toMatchObject({
      outcome: "preserved",
      note: "OpenClaw does not take this value as operating systems.",
      target: ["metadata", "skillwright", "requirements.os"],
    });
  });
});

describe("a target that reads one line for each field", () => {
  it.each([
    ["description: >-", "  Sorts photos", "  by date."],
    ["description: >", "  Sorts photos", "  by date."],
    ["description: |", "  Sorts photos by date."],
    ['description: "Sorts photos', '  by date."'],
    ["description: Sorts photos", "  by date."],
    ["description:", "  Sorts photos by date."],
  ])("[BX-02] gets %s on one line", (...lines) => {
    const result = run(file("name: a # n", ...lines, "zzz: z"), "agentskills", "openclaw");
    expect(result.text).toBe(file("name: a # n", "description: Sorts photos by date.", "zzz: z"));
    expect(entry(result, "description")).toMatchObject({ outcome: "mapped" });
    expect(result.diagnostics).toEqual([]);
  });

  it("[BX-02] gets blanks for line breaks, with the whole preserved for the way back", () => {
    const text = file("name: a", "description: |-", "  Sorts photos.", "", "  By date.");
    const there = run(text, "agentskills", "openclaw");
    expect(readDocument(there.text).frontmatter["description"]).toBe("Sorts photos. By date.");
    expect(entry(there, "description")).toMatchObject({
      outcome: "approximated",
      note: "Approximated: line breaks become blanks.",
    });
    expect(there.diagnostics).toEqual([]);
    const back = run(there.text, "openclaw", "agentskills");
    expect(readDocument(back.text).frontmatter).toEqual(readDocument(text).frontmatter);
  });

  it("leaves what stands on one line, and the lines of a release that reads YAML", () => {
    const folded = file("name: a", "description: >-", "  Sorts photos", "  by date.");
    expect(run(folded, "agentskills", "openclaw@2026.9").text).toBe(folded);
    const plain = file(
      "name: a",
      "description: 'Sorts photos.'  # d",
      "homepage: https://a.example",
    );
    expect(run(plain, "gsv", "openclaw").text).toBe(plain);
  });
});

describe("what nobody knows", () => {
  const text = file(
    "name: sort-photos",
    "description: D",
    "zzz: [1, 2]",
    "metadata:",
    "  team: infra",
    "  level: 3",
    "  openclaw:",
    "    requires: {bins: [gh]}",
  );

  it("[BX-02] stays where the target keeps unknown fields", () => {
    const result = run(text, "claude", "gaia");
    expect(entry(result, "zzz")).toMatchObject({ outcome: "kept", target: ["zzz"] });
    expect(entry(result, "metadata")).toMatchObject({ outcome: "kept" });
  });

  it("[BX-02] is preserved as text where the target refuses it", () => {
    const result = run(text, "claude", "agentskills");
    expect(readDocument(result.text).frontmatter).toEqual({
      name: "sort-photos",
      description: "D",
      metadata: {
        team: "infra",
        "skillwright.extensions": JSON.stringify([
          { path: ["zzz"], value: [1, 2] },
          { path: ["metadata", "level"], value: 3 },
          { path: ["metadata", "openclaw"], value: { requires: { bins: ["gh"] } } },
        ]),
      },
    });
    expect(entry(result, "zzz")?.note).toBe("Agent Skills refuses fields that it does not know.");
    expect(entry(result, "metadata", "level")?.note).toBe(
      "Agent Skills takes only text under `metadata`.",
    );
  });

  it("[BX-02] is not taken for a gate that the source never had", () => {
    const result = run(text, "claude", "openclaw");
    expect(entry(result, "metadata", "openclaw", "requires", "bins")).toMatchObject({
      outcome: "preserved",
      note: "OpenClaw reads the required binaries at this place.",
    });
  });

  it("is read from now on where it only describes the skill, and no longer on the way back", () => {
    const plain = file("name: sort-photos", "description: D", "version: 1.2.3");
    const there = run(plain, "claude", "gaia");
    expect(entry(there, "version")).toMatchObject({
      outcome: "kept",
      note: "GAIA reads it as the version.",
    });
    expect(there.report.added.map(({ target }) => target)).not.toContainEqual(["version"]);
    expect(run(there.text, "gaia", "claude").text).toBe(plain);
  });

  it("[BX-02] says which entries of a list the source itself passes over", () => {
    const template = file("name: a", "inputs:", "  - name: x", "  - label: nameless");
    expect(entry(run(template, "agent-flow", "claude"), "inputs")).toMatchObject({
      outcome: "approximated",
      note: "Claude has no field for this (inputs). 1 of 2 entries, which Agent Flow Lite passes over, are left out.",
      value: [{ name: "x" }, { label: "nameless" }],
      preservedAt: ["metadata", "skillwright.template.inputs"],
    });
  });

  it("says of empty fields that they say nothing", () => {
    const result = run(file("name: a", "description: D", "license:"), "claude", "agentskills");
    expect(entry(result, "license")).toEqual({
      source: ["license"],
      facet: "identity.license",
      outcome: "dropped",
      note: "It is empty and says nothing.",
      value: null,
    });
  });

  it("keeps the text of fields whose YAML cannot be read", () => {
    const broken = file("name: a", "description: D", "zzz: |", " x", "x", "more: 'open");
    const result = run(broken, "claude", "agentskills");
    const lost = result.report.entries.filter(({ outcome }) => outcome === "dropped");
    for (const item of lost) expect(item).toMatchObject({ note: "Its YAML cannot be read." });
    expect(readAs(dialect("agentskills"), readDocument(result.text)).refusals).toEqual([]);
  });
});

describe("what is missing", () => {
  it("[BX-02] fills required fields, says so, and takes them away on the way back", () => {
    const text = file("name: sort-photos", "description: D");
    const there = run(text, "claude", "personal-mcp");
    expect(there.report.added).toEqual([
      { target: ["x-personal-mcp", "id"], value: "sort-photos", note: "Follows from the name." },
      {
        target: ["x-personal-mcp", "version"],
        value: "0.1.0",
        note: "The source says no `x-personal-mcp.version`.",
      },
      {
        target: ["x-personal-mcp", "capabilities"],
        value: ["resource://skills/sort-photos/document"],
        note: "Follows from the name.",
      },
    ]);
    expect(there.diagnostics).toEqual([]);
    expect(run(there.text, "personal-mcp", "claude").text).toBe(text);
  });

  it("[BX-02] names required fields that cannot be made up", () => {
    const result = run(file("name: a", "description: D"), "claude", "gaia");
    expect(result.report.missing).toEqual([
      {
        path: ["tools"],
        doc: "Functions of `tools.py` that the skill offers; at least one.",
      },
    ]);
    expect(result.diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["lint/field-missing", ["tools"]],
    ]);
  });

  it("[BX-02] makes frontmatter for a file without, from its folder and first paragraph", () => {
    const result = run("# Sort photos\n\nSorts photos\nby date.\n", "gsv", "agentskills");
    expect(result.text).toBe(
      [
        "---",
        "name: sort-photos",
        "description: Sorts photos by date.",
        "metadata:",
        `  skillwright.added: '[["name"],["description"]]'`,
        "---",
        "# Sort photos",
        "",
        "Sorts photos",
        "by date.",
        "",
      ].join("\n"),
    );
    expect(run(result.text, "agentskills", "gsv").text).toBe(
      "# Sort photos\n\nSorts photos\nby date.\n",
    );
  });
});

describe("files that the target would refuse", () => {
  it.each([
    ["a byte order mark", `\ufeff${file("name: a", "description: D")}`],
    ["lines before the fence", `\n\n${file("name: a", "description: D")}`],
    ["an unclosed fence", "---\nname: a\ndescription: D"],
    ["blanks behind the fence", file("name: a", "description: D").replace("---", "---  ")],
    ["flow style", file("name: a", "description: D", "metadata: {x: y}")],
    ["an anchor", file("name: &n a", "description: *n")],
    ["a tag", file("name: !!str a", "description: D")],
    ["an unquoted colon", file("name: a", "description: Use when: asked")],
    ["a tab", file("name: a", "description: D", "metadata:", "\tx: y")],
    ["a key given twice", file("name: b", "name: a", "description: D")],
    ["three dashes in a value", file("name: a", "description: one --- two")],
    ["three dashes in a comment", file("# --- who ---", "name: a", "description: D")],
    ["a list as frontmatter", "---\n- a\n---\ntext\n"],
    ["a rule as the first line", "---\nSome prose.\n---\ntext\n"],
  ])("[BX-02] are mended: %s", (_what, text) => {
    for (const to of ["agentskills", "gsv@code", "openclaw@2026.9", "agent-flow@code", "gaia"]) {
      const result = run(text, "claude", to);
      const reading = readAs(dialect(to), readDocument(result.text), { path: PATH });
      expect(reading.refusals, to).toEqual([]);
      if (text.includes("name: ")) expect(reading.view["name"], to).toBe("a");
    }
  });

  it("keep text that stood before the frontmatter", () => {
    const text = `<!-- made by hand -->\n${file("name: a", "description: D")}`;
    expect(run(text, "claude", "agentskills").text).toContain("\n<!-- made by hand -->\n");
  });

  it("keep what is no frontmatter in the instructions, and say so", () => {
    const text = "---\n- a\n- b\n---\ntext\n";
    const result = run(text, "claude", "agentskills");
    expect(result.text.endsWith(text)).toBe(true);
    expect(result.report.review).toEqual([
      "What stands between the `---` lines could not be read; it is now part of the instructions.",
    ]);
  });
});

describe("instructions", () => {
  it("[BX-02] are never rewritten; placeholders that change are named", () => {
    const text = file("name: a", "description: D", "inputs: [{name: topic}]").concat(
      "On {{topic}}.\n",
    );
    const result = run(text, "agent-flow", "claude");
    expect(result.text.endsWith("On {{topic}}.\n")).toBe(true);
    expect(entry(result, "<body>")).toEqual({
      source: ["<body>"],
      outcome: "approximated",
      target: ["<body>"],
      note: "Claude leaves placeholders such as `{{topic}}` as they are.",
    });
  });

  it.each([
    [
      "claude",
      "gsv",
      "Do $ARGUMENTS.",
      "GSV leaves placeholders such as `$ARGUMENTS` as they are.",
    ],
    [
      "openclaw",
      "gsv",
      "Run {baseDir}/x.",
      "GSV leaves placeholders such as `{baseDir}` as they are.",
    ],
    [
      "gsv",
      "agent-flow",
      "On {{x}}.",
      "Agent Flow Lite fills in `{{x}}`, which GSV leaves as it is.",
    ],
    ["claude", "gsv", "Costs $5, no more.", "GSV leaves placeholders such as `$5` as they are."],
    ["claude", "gsv", "Nothing to fill.", undefined],
  ])("[BX-02] from %s to %s: %s", (from, to, body, note) => {
    const result = run(`---\nname: a\ndescription: D\n---\n${body}\n`, from, to);
    expect(entry(result, "<body>")?.note).toBe(note);
  });
});

describe("projection", () => {
  const text = [
    "---",
    "name: sort-photos",
    "description: D",
    "when_to_use: Now.",
    "license: MIT",
    "metadata: {author: jo}",
    "x-personal-mcp:",
    "  id: sort-photos",
    "  version: 1.0.0",
    "  tags: [x]",
    "  capabilities: [resource://skills/sort-photos/document]",
    "  owner: 5",
    "zzz: [1]",
    "---",
    "",
  ].join("\n");

  it.each(["claude@upload", "agentskills"])("[PM-06] is what a conversion to %s writes", (to) => {
    const source = readAs(dialect("personal-mcp"), readDocument(text));
    const result = run(text, "personal-mcp", to);
    const projected = dialect("personal-mcp").project?.(source) ?? {};
    const written = readAs(dialect(to), readDocument(result.text)).view;
    expect(written).toEqual({
      ...projected,
      metadata: {
        ...(projected["metadata"] as object),
        // A number in the block reads back as text, so the number is preserved too.
        "skillwright.extensions": '[{"path":["x-personal-mcp","owner"],"value":5}]',
      },
    });
    expect(entry(result, "x-personal-mcp", "version")).toMatchObject({
      outcome: "preserved",
      target: ["metadata", "x-personal-mcp.version"],
    });
    expect(result.diagnostics).toEqual([]);
    const back = run(result.text, to, "personal-mcp");
    expect(readDocument(back.text).frontmatter).toEqual(readDocument(text).frontmatter);
  });

  it("[PM-06] is understood by a third system", () => {
    const result = run(run(text, "personal-mcp", "claude@upload").text, "claude@upload", "gaia");
    const { frontmatter } = readDocument(result.text);
    expect(frontmatter["version"]).toBe("1.0.0");
    expect(frontmatter["tags"]).toEqual(["x"]);
  });
});

describe("migration", () => {
  const legacy = file(
    "name: Web Search",
    "description: Searches the web.",
    "claw_version: 1.2.0",
    "network: true",
    "pip_requires: [requests]",
    "actions:",
    "  - name: search-web",
    "    handler: handlers/search.py",
    "    parameters: {query: string}",
  );

  it("[GA-16] takes over actions, packages and coarse grants, with the wrapper and what to review", () => {
    const result = run(legacy, "openclaw", "gaia");
    const { frontmatter } = readDocument(result.text);
    expect(frontmatter).toMatchObject({
      name: "web-search",
      version: "1.2.0",
      permissions: ["network:read", "network:write"],
      requirements: { dependencies: ["requests"] },
      tools: [{ name: "search_web", parameters: { query: { type: "string", required: true } } }],
      security_tier: "experimental",
    });
    expect(Object.keys(result.files ?? {})).toEqual(["tools.py"]);
    expect(result.report.review).toContain(
      "`network: true` grants all of `network`; narrow it with a scope.",
    );
    expect(result.report.missing).toEqual([]);
    expect(entry(result, "actions")).toMatchObject({
      outcome: "approximated",
      preservedAt: ["x-skillwright", "extensions"],
    });
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("[GA-16] can be undone", () => {
    const there = run(legacy, "openclaw", "gaia");
    const back = run(there.text, "gaia", "openclaw");
    expect(readDocument(back.text).frontmatter).toEqual(readDocument(legacy).frontmatter);
  });

  it("[GA-16] moves programs to grants for the nested form, and leaves the rest in place", () => {
    const text = file(
      "name: sort-photos",
      "description: D",
      'metadata: {"openclaw": {"emoji": "🐙", "requires": {"bins": ["gh"], "env": ["GH_TOKEN"]}}}',
    );
    const result = run(text, "openclaw", "gaia-nested");
    expect(readDocument(result.text).frontmatter).toMatchObject({
      metadata: {
        openclaw: { emoji: "🐙" },
        gaia: { permissions: ["shell:execute:gh"], requirements: { env_vars: ["GH_TOKEN"] } },
      },
    });
    expect(result.report.review).toContain(
      "The grant `shell:execute:gh` needs a tier above experimental to install.",
    );
  });

  it("[GA-16] [BX-02] tells in the row of a value which fields the migration made of it", () => {
    const block = {
      primaryEnv: "B",
      requires: { bins: ["gh"], env: ["A", "B"] },
      install: [
        { kind: "node", package: "zx" },
        { kind: "uv", package: "rich" },
      ],
    };
    const metadata = `metadata: ${JSON.stringify({ openclaw: block })}`;
    const text = file("name: a", "description: D", "version: 1.5", metadata);
    const result = run(text, "openclaw", "gaia-nested");
    const gaia = ["metadata", "gaia"];
    expect(entry(result, "metadata", "openclaw", "requires", "bins")).toMatchObject({
      outcome: "approximated",
      target: [...gaia, "permissions"],
      preservedAt: ["metadata", "skillwright", "requirements.bins"],
    });
    expect(entry(result, "metadata", "openclaw", "primaryEnv")).toMatchObject({
      outcome: "approximated",
      target: [...gaia, "requirements", "env_vars"],
    });
    expect(entry(result, "metadata", "openclaw", "install")).toMatchObject({
      outcome: "kept",
      target: ["metadata", "openclaw", "install"],
      also: [
        [...gaia, "requirements", "dependencies"],
        [...gaia, "requirements", "node_dependencies"],
      ],
    });
    expect(entry(result, "version")).toMatchObject({
      outcome: "approximated",
      target: ["version"],
    });
    expect(result.report.added).toEqual([]);
    expect(reportMarkdown(result.report)).toContain(
      "| `metadata.openclaw.requires.bins` | `metadata.gaia.permissions` | required binaries |",
    );
  });

  it("[GA-16] [BX-02] gives every field of the older picture the place where it went", () => {
    const { entries, added } = run(legacy, "openclaw", "gaia").report;
    expect(entries.map(({ source, target }) => [source.join("."), target?.join(".")])).toEqual([
      ["name", "name"],
      ["description", "description"],
      ["claw_version", "version"],
      ["network", "permissions"],
      ["pip_requires", "requirements.dependencies"],
      ["actions", "tools"],
    ]);
    expect(added.map(({ target }) => target.join(".")).toSorted()).toEqual([
      "author",
      "license",
      "security_tier",
    ]);
  });

  it("[GA-16] [BX-02] says of a claim that the migration passes over that it was preserved", () => {
    const text = legacy.replace("network: true", "security_tier: verified\nversion: 2.0.0");
    const result = run(text, "openclaw", "gaia");
    expect(entry(result, "security_tier")).toMatchObject({
      outcome: "preserved",
      note: "The migration takes nothing of it over.",
    });
    expect(entry(result, "claw_version")?.outcome).toBe("preserved");
  });

  it("[GA-16] says why the target does not take it over, and converts by the tables", () => {
    const text = file(
      "name: a",
      "description: D",
      'metadata: {"openclaw": {"requires": {"bins": ["jq"]}}}',
    );
    const result = run(text, "openclaw", "gaia-nested");
    expect(result.report.review).toEqual(["The program `jq` has no read-only policy."]);
    expect(entry(result, "metadata", "openclaw", "requires", "bins")?.outcome).toBe("preserved");
  });
});

describe("reportMarkdown", () => {
  it("[BX-02] shows the losses first", () => {
    const text = file("name: a", "description: D", "license:", "effort: low", "x: a|b");
    const page = reportMarkdown(run(text, "claude", "gaia").report);
    expect(page).toBe(
      [
        "# From `claude` to `gaia`",
        "",
        "1 dropped, 0 approximated, 1 preserved, 0 mapped, 3 kept.",
        "",
        "## Missing",
        "",
        "- `tools`: Functions of `tools.py` that the skill offers; at least one.",
        "",
        "## Dropped",
        "",
        "| from | to | meaning | note |",
        "|---|---|---|---|",
        "| `license` |  | licence | It is empty and says nothing. Was `null`. |",
        "",
        "## Preserved",
        "",
        "| from | to | meaning | note |",
        "|---|---|---|---|",
        '| `effort` | `x-skillwright.execution.effort` | effort | GAIA has no field for this (effort). Was `"low"`. |',
        "",
        "## Kept",
        "",
        "| from | to | meaning | note |",
        "|---|---|---|---|",
        "| `name` | `name` | name |  |",
        "| `description` | `description` | description |  |",
        "| `x` | `x` |  |  |",
        "",
        "## Filled in",
        "",
        '- `version` = `"0.1.0"`. The source says no `version`.',
        '- `author` = `"unknown"`. The source says no `author`.',
        '- `license` = `"LicenseRef-unknown"`. The source says no `license`.',
        "- `permissions` = `[]`. The source says no `permissions`.",
        '- `security_tier` = `"experimental"`. The source says no `security_tier`.',
        "",
      ].join("\n"),
    );
  });
});
