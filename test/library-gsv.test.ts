/** What GSV promises of skills, hosts and prompts, through the public library. */
import { afterEach, describe, expect, it } from "vitest";
import {
  HostInventory,
  type Library,
  openFolderStore,
  openLibrary,
  openMemoryStore,
  openScopes,
  simulateHost,
  type Store,
} from "../src/library/index.ts";
import type { Json, JsonObject } from "../src/skill/index.ts";
import { skillText } from "./support/library.ts";
import { useFolder } from "./support/skill-folders.ts";

const folder = useFolder();
const opened: Library[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((library) => library.close()));
});

interface Setting {
  readonly files: { readonly [key: string]: string };
  readonly hosts?: readonly JsonObject[];
  readonly settings?: JsonObject;
  readonly dialect?: string;
  readonly agent?: string;
}

function inventoryOf(hosts: readonly JsonObject[]): HostInventory {
  const inventory = new HostInventory();
  for (const described of hosts) {
    const { value } = simulateHost(described);
    if (value === undefined) throw new Error("It is no host.");
    inventory.connect(value);
  }
  return inventory;
}

async function open({ files, hosts = [], settings = {}, ...more }: Setting): Promise<Library> {
  const store = await openMemoryStore();
  for (const [key, text] of Object.entries(files)) await store.put(key, bytes(text));
  const { dialect = "gsv", agent = "main" } = more;
  const options = { dialect, agent, store, settings, hosts: inventoryOf(hosts) };
  const library = await openLibrary(options);
  opened.push(library);
  return library;
}

function gated(requires: Json, more: JsonObject = {}): string {
  const metadata = { gsv: { requires } };
  return skillText({ name: "t", description: "Does it.", metadata, ...more });
}

/** Reasons in the words of the system; none where the skill is offered. */
async function reasonsOf(setting: Setting, name = "t"): Promise<readonly (string | undefined)[]> {
  const { files } = (await open(setting)).explain(name);
  return files.flatMap(({ reasons }) => reasons.map(({ asSystem, code }) => asSystem ?? code));
}

async function namesOf(setting: Setting): Promise<readonly string[]> {
  return (await open(setting)).snapshot().skills.map(({ name }) => name);
}

const EXECUTION: JsonObject = { id: "box", os: "linux" };
const one = (text: string): Setting["files"] => ({ "skills/t/SKILL.md": text });

const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  ["memory", () => openMemoryStore()],
  ["a folder", () => openFolderStore(folder.path)],
];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe.each(stores)("the read tool over %s", (_name, openStore) => {
  it.each([
    ["Windows line ends", bytes("---\r\nname: a\r\n---\r\n\r\nDo it.\r\n")],
    ["old line ends", bytes("---\rname: a\r---\rDo it.\r")],
    ["a byte order mark", bytes("\ufeff---\nname: a\n---\nDo it.\n")],
    ["mixed ends and no last one", bytes("---\nname: a\r\n---\rDo\n\n it.\t ")],
    ["no frontmatter", bytes("Just words.\r\n")],
    ["a NUL and an emoji", bytes("---\nname: a\n---\n\u0000 \u{1f419}\n")],
    ["an empty file", new Uint8Array()],
    ["bytes that are no UTF-8", new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0xc3, 0x28])],
  ])("[GSV-02] gives a file with %s byte for byte", async (_what, content) => {
    const store = await openStore();
    await store.put("skills/a/SKILL.md", content);
    const read = await openScopes(store, "main").read("skills/a/SKILL.md");
    if (read?.kind !== "file") throw new Error("It is no file.");
    expect([...Buffer.from(read.content, read.encoding)]).toEqual([...content]);
    expect(read.size).toBe(content.length);
    await store.close();
  });

  it("[GSV-03] [GSV-19] gives what the prompt names: the agent's own before the shared one", async () => {
    const store = await openStore();
    await store.put("skills/a/SKILL.md", bytes(skillText({ name: "a", description: "Shared." })));
    await store.put("skills/b/SKILL.md", bytes(skillText({ name: "b", description: "Shared." })));
    const own = skillText({ name: "a", description: "Own." }, "Mine.\r\n");
    await store.put("agents/ada/skills/a/SKILL.md", bytes(own));
    const library = await openLibrary({ dialect: "gsv", agent: "ada", store });
    opened.push(library);
    const scopes = openScopes(store, "ada");
    const paths = [...library.snapshot().prompt.matchAll(/<read_path>(.*)<\/read_path>/g)];
    const read = await Promise.all(paths.map(([, path = ""]) => scopes.read(path)));
    expect(read.map((file) => file?.kind === "file" && file.resolvedPath)).toEqual([
      "agents/ada/skills/a/SKILL.md",
      "skills/b/SKILL.md",
    ]);
    expect(read[0]).toMatchObject({ content: own, resolvedSource: "agent" });
    await store.close();
  });
});

describe("entries of the configuration", () => {
  const files = { "skills/dir/SKILL.md": skillText({ name: "shown", description: "Does it." }) };

  it.each(["shown", "dir", "skills/dir/SKILL.md"])(
    "[GSV-12] switch a skill off under %s",
    async (key) => {
      const settings = { skills: { entries: { [key]: { enabled: false } } } };
      expect(await reasonsOf({ files, settings }, "shown")).toEqual([
        "disabled by skills.entries policy",
      ]);
    },
  );

  it.each([
    [{ shown: {}, dir: { enabled: false } }, ["shown"]],
    [{ Shown: { enabled: false } }, ["shown"]],
    [{ dir: { enabled: false }, "skills/dir/SKILL.md": { enabled: true } }, []],
  ])("[GSV-12] are taken by name before folder before location: %j", async (entries, names) => {
    expect(await namesOf({ files, settings: { skills: { entries } } })).toEqual(names);
  });

  it.each([
    ["gsv", []],
    ["gsv@code", ["requires bins: gh"]],
  ])("[GSV-12] take the place of `always` and of what is required: %s", async (dialect, others) => {
    const text = gated({ bins: ["gh"], os: ["darwin"] });
    const of = (entry: JsonObject): Promise<readonly (string | undefined)[]> =>
      reasonsOf({
        dialect,
        files: one(text),
        hosts: [EXECUTION],
        settings: { skills: { entries: { t: entry } } },
      });
    expect(await of({})).toEqual(["requires os: darwin", "requires bins: gh"]);
    // The document replaces all that is required, the program each list for itself.
    expect(await of({ requires: { os: ["linux"] } })).toEqual(others);
    expect(await of({ requires: { os: [], bins: ["jq"] } })).toEqual(["requires bins: jq"]);
    expect(await of({ always: true })).toEqual([]);
  });
});

describe("requirements that mean nothing", () => {
  it.each([
    { bins: ["gh", 5] },
    { env: ["  "] },
    { os: "linux" },
    { capabilities: ["shell.exe"] },
    { hostRoles: ["server"] },
  ])("[GSV-13] exclude the skill that has %j, and no other", async (requires) => {
    const files = {
      ...one(gated(requires)),
      "skills/u/SKILL.md": skillText({ name: "u", description: "Does it." }),
    };
    const setting = { files, hosts: [EXECUTION] };
    expect(await reasonsOf(setting)).toEqual(["invalid requirement identifiers"]);
    expect(await namesOf(setting)).toEqual(["u"]);
  });

  it("[GSV-13] may be among any capabilities by the document, and not by the program", async () => {
    const files = one(gated({ anyCapabilities: ["shell.exec", "x"] }));
    expect(await namesOf({ files, hosts: [EXECUTION] })).toEqual(["t"]);
    expect(await namesOf({ files, hosts: [EXECUTION], dialect: "gsv@code" })).toEqual([]);
  });

  it("[GSV-13] [GSV-16] do not matter to a skill that is always there", async () => {
    const files = one(gated({ capabilities: ["shell.exe"] }, { always: true }));
    expect(await namesOf({ files })).toEqual(["t"]);
  });
});

describe("hosts", () => {
  it("[GSV-14] are needed as soon as something is required, even of the configuration", async () => {
    expect(await namesOf({ files: one(gated({})) })).toEqual(["t"]);
    expect(
      await reasonsOf({ files: one(gated({ config: ["a"] })), settings: { a: true } }),
    ).toEqual(["no connected hosts"]);
  });

  it("[GSV-14] must meet everything alone, and fall out in the order of the lists", async () => {
    const text = gated({
      anyBins: ["x", "y"],
      bins: ["gh"],
      env: ["TOKEN"],
      os: ["darwin"],
      anyCapabilities: ["text.search"],
      capabilities: ["filesystem.edit"],
      hostRoles: ["specialized"],
    });
    expect(await reasonsOf({ files: one(text), hosts: [EXECUTION] })).toEqual([
      "requires hostRoles: specialized",
      "requires capabilities: filesystem.edit",
      "requires anyCapabilities: text.search",
      "requires os: darwin",
      "requires env: TOKEN",
      "requires bins: gh",
      "requires anyBins: x, y",
    ]);
    const bins = { files: one(gated({ bins: ["a", "b"] })) };
    const halves = [
      { id: "one", bins: ["a"] },
      { id: "two", bins: ["b"] },
    ];
    expect(await reasonsOf({ ...bins, hosts: halves })).toEqual(["requires bins: a, b"]);
    const whole = { id: "all", bins: ["a", "b"] };
    const library = await open({ ...bins, hosts: [...halves, whole] });
    expect(library.snapshot().find("t")?.hosts).toEqual(["all"]);
  });

  it("[GSV-14] are compared by system in any case", async () => {
    const hosts = [{ id: "mac", os: " Darwin " }];
    expect(await namesOf({ files: one(gated({ os: ["DARWIN"] })), hosts })).toEqual(["t"]);
  });

  it("[GSV-17] are not asked for a system that stands beside `requires`", async () => {
    const metadata = { gsv: { os: ["darwin"], requires: { bins: ["tmux"] } } };
    const text = skillText({ name: "t", description: "Does it.", metadata });
    const hosts = [{ ...EXECUTION, bins: ["tmux"] }];
    expect(await namesOf({ files: one(text), hosts })).toEqual(["t"]);
  });
});

describe("the configuration", () => {
  it.each([
    [true, true],
    ["x", true],
    [[0], true],
    [{ a: null }, true],
    [1, true],
    [false, false],
    [null, false],
    ["", false],
    [[], false],
    [{}, false],
  ])("[GSV-15] with %j at a path counts as %s", async (value, isTrue) => {
    const files = one(gated({ config: ["a.b"] }));
    const reasons = await reasonsOf({ files, hosts: [EXECUTION], settings: { a: { b: value } } });
    expect(reasons).toEqual(isTrue ? [] : ["requires config: a.b"]);
  });

  it.each(["a..b", ".a", "a.", "list.0", "toString", "a.b.c"])(
    "[GSV-15] has nothing at %s",
    async (path) => {
      const settings = { a: { b: 1 }, list: [1] };
      expect(
        await reasonsOf({ files: one(gated({ config: [path] })), hosts: [EXECUTION], settings }),
      ).toEqual([`requires config: ${path}`]);
    },
  );

  it("[GSV-16] switches off even what is always there", async () => {
    const files = one(gated({ bins: ["gh"] }, { always: true }));
    expect(await namesOf({ files })).toEqual(["t"]);
    const settings = { skills: { entries: { t: { enabled: false } } } };
    expect(await namesOf({ files, settings })).toEqual([]);
  });
});

describe("the prompt", () => {
  const files = {
    "agents/main/skills/mine/SKILL.md": skillText({
      name: 'a <b> & "c"',
      description: "Reads <x>.",
      always: true,
    }),
    "skills/shared/SKILL.md": skillText({ name: "shared", description: "Does it." }),
    "skills/gone/SKILL.md": gated({ bins: ["gh"] }),
    "agents/other/skills/theirs/SKILL.md": skillText({ name: "theirs", description: "Not here." }),
  };

  it("[GSV-18] [GSV-19] lists what is eligible, with what is always so and where it is read", async () => {
    const { prompt } = (await open({ files })).snapshot();
    expect(prompt.slice(prompt.indexOf("<available_skills>"))).toBe(`<available_skills>
  <skill name="a &lt;b&gt; &amp; &quot;c&quot;" always="true">
    <description>Reads &lt;x&gt;.</description>
    <location>agents/main/skills/mine/SKILL.md</location>
    <read_path>skills/mine/SKILL.md</read_path>
  </skill>
  <skill name="shared">
    <description>Does it.</description>
    <location>skills/shared/SKILL.md</location>
    <read_path>skills/shared/SKILL.md</read_path>
  </skill>
</available_skills>`);
  });

  it("[GSV-18] leaves values as they are under the profile of the program", async () => {
    const raw = { "skills/a/SKILL.md": "---\nname: a <b> & c\nalways: true\n---\nReads <x>.\n" };
    const { prompt } = (await open({ files: raw, dialect: "gsv@code" })).snapshot();
    expect(prompt).toContain(
      '<skill name="a <b> & c" always="true">\n    <description>Reads <x>.</description>',
    );
  });

  it("[GSV-18] is empty where nothing is eligible", async () => {
    const library = await open({ files: { "skills/gone/SKILL.md": gated({ bins: ["gh"] }) } });
    expect(library.snapshot().prompt).toBe("");
  });
});
