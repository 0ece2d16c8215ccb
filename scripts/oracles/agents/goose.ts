/** Goose: `goose skills list`, and the system message that it sends. */
import { join } from "node:path";
import { buildEnvironment } from "../place.ts";
import { finish } from "../process.ts";
import type { Stub } from "../stub.ts";
import type { Agent, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
import { readStrings } from "./elements.ts";

const BUILT_IN = "builtin://";
const INTRODUCTION = "You have these skills at your disposal";

export function createGoose(program: string, version: string, stub: Stub, limitMs: number): Agent {
  return {
    id: "goose",
    version,
    ask: (placed) => ask(program, placed, stub, limitMs),
    close: async () => undefined,
  };
}

async function ask(
  program: string,
  placed: PlacedCase,
  stub: Stub,
  limitMs: number,
): Promise<Observation> {
  const env = buildEnvironment(placed, {
    GOOSE_PROVIDER: "openai",
    GOOSE_MODEL: "gpt-4.1",
    GOOSE_DISABLE_KEYRING: "1",
    GOOSE_TELEMETRY_ENABLED: "false",
    OPENAI_HOST: stub.url,
    OPENAI_API_KEY: "x",
  });
  const base = { program, cwd: placed.cwd, env, limitMs };
  const listed = await finish({ ...base, args: ["skills", "list"] });
  stub.take();
  const asked = await finish({ ...base, args: ["run", "-t", "X", "--no-session"] });
  const bodies = stub.take();
  if (bodies.length === 0) throw new Error(`goose sent no request: ${asked.stderr.slice(-1000)}`);
  const list = readTable(listed.stdout);
  const builtIn = new Set(list.filter((entry) => entry.isBuiltIn).map(({ name }) => name));
  const prompt = readPrompt(bodies, builtIn);
  return {
    prompt,
    list: list.map((entry) => describe(entry, prompt)),
    warnings: [],
    reasons: new Map(),
  };
}

/** The table cuts descriptions; the place of a skill stands last in its row, and a row begins with its name. */
function readTable(text: string): readonly ListEntry[] {
  return text
    .split("\n")
    .slice(1)
    .flatMap((row): readonly ListEntry[] => {
      const columns = row.split(" | ");
      const place = columns.at(-1)?.trim() ?? "";
      const isBuiltIn = place.startsWith(BUILT_IN);
      if (columns.length < 5 || !(isBuiltIn || place.startsWith("/"))) return [];
      return [
        {
          name: (columns[0] ?? "").trim(),
          isBuiltIn,
          description: wholeOf(columns.slice(1, -3).join(" | ").trimEnd()),
          path: isBuiltIn ? place : join(place, "SKILL.md"),
          lists: ["list"],
        },
      ];
    });
}

function wholeOf(column: string): string | null {
  return column.endsWith("...") ? null : column;
}

/** What the model is told is the whole description, and the name with the blanks at its ends. */
function describe(entry: ListEntry, prompt: readonly PromptEntry[]): ListEntry {
  const shown = prompt.find(({ name }) => name.trim() === entry.name);
  return shown === undefined ? entry : { ...entry, name: shown.name, description: shown.text };
}

function readPrompt(
  bodies: readonly string[],
  builtIn: ReadonlySet<string>,
): readonly PromptEntry[] {
  const texts = bodies.flatMap((body) => readStrings(JSON.parse(body)));
  const prompt = texts.find((text) => text.includes(INTRODUCTION)) ?? "";
  const [, list = ""] = prompt.slice(prompt.indexOf(INTRODUCTION)).split(/:\n(?=• )/u, 2);
  const [entries = ""] = list.split(/\n+(?=#)/u, 1);
  return entries
    .replace(/\n+$/u, "")
    .split(/\n(?=• )/u)
    .filter((entry) => entry.startsWith("• "))
    .map((shown) => {
      const [name = "", ...rest] = shown.slice(2).split(" - ");
      return { name, isBuiltIn: builtIn.has(name), shown, text: rest.join(" - ") };
    });
}
