// @starts the program, and the platform with its workers
/** Every operation, called in every way that it has with the same input: the answers are the same. */
import { describe, expect, it } from "vitest";
import type { InlineSkill } from "../src/app/fields.ts";
import type { Interface, Operation } from "../src/app/operation.ts";
import { operations } from "../src/app/operations.ts";
import { remoteFields } from "../src/app/schema.ts";
import { openDatabase } from "../src/hub/data/index.ts";
import { playground, type Ran } from "./support/program.ts";
import { createPlatform, type Platform } from "./support/platform.ts";

const INTERFACES: readonly Interface[] = ["http"];

const GOOD: InlineSkill = {
  path: "release-notes/SKILL.md",
  text: "---\nname: release-notes\ndescription: Writes release notes. Use when a version is released.\n---\n\nRead the log.\n",
};
const BROKEN: InlineSkill = {
  path: "broken/SKILL.md",
  text: '---\nname: broken\ndescription: "Writes notes\ntags: [a, b\n---\n\nRead the log.\n',
};

/** An input, and the same in words of the command line. */
interface Case {
  readonly title: string;
  readonly input: { readonly [name: string]: unknown };
  readonly words: readonly string[];
  /** The text of a skill comes from standard input. */
  readonly stdin?: InlineSkill;
}

const CASES: { readonly [id: string]: readonly Case[] } = {
  new: [
    { title: "a name", input: { name: "release-notes" }, words: ["release-notes"] },
    {
      title: "a format",
      input: { name: "invoices", dialect: "gaia", description: "Sorts invoices." },
      words: ["invoices", "--dialect", "gaia", "--description", "Sorts invoices."],
    },
    { title: "a name that no format takes", input: { name: "No Name" }, words: ["No Name"] },
    {
      title: "an unknown format",
      input: { name: "notes", dialect: "no-such-format" },
      words: ["notes", "--dialect", "no-such-format"],
    },
  ],
  validate: [
    ...ofSkills("skills"),
    {
      title: "an unknown format",
      input: { skills: [GOOD], dialect: "no-such-format" },
      words: ["-", "--dialect", "no-such-format"],
      stdin: GOOD,
    },
  ],
  inspect: ofSkills("skill"),
  matrix: [
    ...ofSkills("skills"),
    {
      title: "an unknown system",
      input: { skills: [GOOD], systems: ["no-such-system"] },
      words: ["-", "--systems", "no-such-system"],
      stdin: GOOD,
    },
  ],
};

function ofSkills(field: "skill" | "skills"): readonly Case[] {
  return [GOOD, BROKEN].map((skill) => ({
    title: skill === GOOD ? "a good skill" : "broken YAML",
    input: { [field]: field === "skill" ? skill : [skill] },
    words: ["-"],
    stdin: skill,
  }));
}

/** An answer, or the words of the refusal. */
type Told = { readonly answer: unknown } | { readonly refusal: string };

function onCommandLine(id: string, { words, stdin }: Case): Told {
  const ground = playground();
  const place = stdin === undefined ? [] : ["--stdin-path", stdin.path];
  const ran = ground.run(
    [id, ...words, ...place, "--json"],
    stdin === undefined ? {} : { input: stdin.text },
  );
  return toTold(ran);
}

function toTold({ stdout, stderr }: Ran): Told {
  if (stdout !== "") return { answer: JSON.parse(stdout) as unknown };
  const lines = stderr.trim().split("\n");
  return { refusal: lines.map((line) => line.replace(/^error: | {2,}/gu, "").trim()).join(" ") };
}

let opened: Promise<Platform & { readonly token: string }> | undefined;

async function openServer(): Promise<Platform & { readonly token: string }> {
  const database = await openDatabase({ address: ":memory:" });
  const platform = await createPlatform({ database });
  return { ...platform, token: await platform.join("root@example.org") };
}

async function overHttp({ expose }: Operation, { input }: Case): Promise<Told> {
  opened ??= openServer();
  const { send, token } = await opened;
  const [method = "", path = ""] = (expose.http ?? "").split(" ");
  const { status, json } = await send(method, `/api/v1${path}`, { token, body: input });
  if (status === 200) return { answer: json };
  const { detail } = json as { readonly detail: string };
  return { refusal: detail };
}

/** Where the program has written files, it says where; nobody else has a folder. */
function withoutFolder(told: Told): Told {
  if (!("answer" in told)) return told;
  const { folder: _folder, ...answer } = told.answer as { readonly folder?: string };
  return { answer };
}

describe.each(operations)("$id", ({ id, load }) => {
  it("[BX-15] can be called in every way, or says why not", async () => {
    const { expose, output } = await load();
    const missing = INTERFACES.filter(
      (name) => expose[name as "http"] === undefined && (expose.not?.[name] ?? "") === "",
    );
    expect(missing).toEqual([]);
    const doubled = INTERFACES.filter(
      (name) => expose[name as "http"] !== undefined && expose.not?.[name] !== undefined,
    );
    expect(doubled).toEqual([]);
    if (expose.http !== undefined || expose.mcp !== undefined) {
      expect(output).toBeDefined();
      expect(CASES[id]?.length ?? 0).toBeGreaterThan(1);
    }
  });

  it.each(CASES[id] ?? [])("[BX-15] answers the same everywhere to $title", async (one) => {
    const operation = await load();
    const shown = withoutFolder(onCommandLine(id, one));
    if (operation.expose.http !== undefined) expect(await overHttp(operation, one)).toEqual(shown);
    if ("answer" in shown) {
      const schema = await operation.output?.();
      expect(schema?.parse(shown.answer)).toEqual(shown.answer);
    }
  });

  it("[BX-15] takes over the network what its cases send", async () => {
    const { input } = await load();
    const known = remoteFields(input).map(([name]) => name);
    const sent = (CASES[id] ?? []).flatMap((one) => Object.keys(one.input));
    expect(sent.filter((name) => !known.includes(name))).toEqual([]);
  });
});
