/** Copilot CLI: `copilot skill list --json`, and the system message that it sends. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildEnvironment } from "../place.ts";
import { finish } from "../process.ts";
import type { Stub } from "../stub.ts";
import type { Agent, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
import { readElements, readStrings } from "./elements.ts";

interface ListedSkill {
  readonly name: string;
  readonly description?: string | null;
  readonly source: string;
  readonly path: string;
  readonly enabled: boolean;
}

export function createCopilot(
  program: string,
  version: string,
  stub: Stub,
  limitMs: number,
): Agent {
  // The program unpacks 235 MB of itself into its cache; nothing of a case is kept there.
  const cache = mkdtempSync(join(tmpdir(), "oracle-cache-"));
  return {
    id: "copilot",
    version,
    ask: (placed) => ask(program, placed, stub, cache, limitMs),
    close: async () => rmSync(cache, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function ask(
  program: string,
  placed: PlacedCase,
  stub: Stub,
  cache: string,
  limitMs: number,
): Promise<Observation> {
  const env = buildEnvironment(placed, {
    XDG_CACHE_HOME: cache,
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${stub.url}/v1`,
    COPILOT_PROVIDER_API_KEY: "x",
    COPILOT_MODEL: "gpt-4.1",
  });
  const args = (placed.case.in.args ?? []).map(placed.resolve);
  const base = { program, cwd: placed.cwd, env, limitMs };
  const listing = finish({ ...base, args: ["skill", "list", "--json"] });
  // The first start fills the cache.
  if (readdirSync(cache).length === 0) await listing;
  stub.take();
  const asked = await finish({ ...base, args: ["-p", "X", "--allow-all-tools", ...args] });
  const listed = await listing;
  const bodies = stub.take();
  if (bodies.length === 0) throw new Error(`copilot sent no request: ${asked.stderr.slice(-1000)}`);
  const skills: readonly ListedSkill[] = JSON.parse(listed.stdout);
  const warnings = [...listed.stderr.matchAll(/^ {2}• ([^\n]*)$/gmu)].map((row) => row[1] ?? "");
  return {
    prompt: readPrompt(bodies),
    list: skills.map(toEntry),
    warnings,
    reasons: new Map(
      warnings.map((line) => {
        const at = line.indexOf(".md: ") + 3;
        const path = line.slice(0, at);
        return [path.startsWith("/") ? path : join(placed.cwd, path), line.slice(at + 2)];
      }),
    ),
  };
}

function toEntry(skill: ListedSkill): ListEntry {
  return {
    name: skill.name,
    isBuiltIn: skill.source === "builtin",
    description: skill.description ?? null,
    path: join(skill.path, "SKILL.md"),
    source: skill.source,
    enabled: skill.enabled,
    lists: ["list"],
  };
}

function readPrompt(bodies: readonly string[]): readonly PromptEntry[] {
  const texts = bodies.flatMap((body) => readStrings(JSON.parse(body)));
  const prompt = texts.find((text) => text.includes("</available_skills>"));
  return readElements(prompt ?? "").map((element) => ({
    name: unescape(element.name),
    isBuiltIn: element.location === "builtin",
    shown: element.shown,
    text: unescape(element.text),
  }));
}

function unescape(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
