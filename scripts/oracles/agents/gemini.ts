/** Gemini CLI: `gemini skills list`, and the system instruction that it sends. */
import { dirname, join } from "node:path";
import { buildEnvironment, mergeJsonFile } from "../place.ts";
import { finish } from "../process.ts";
import type { Stub } from "../stub.ts";
import type { Agent, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
import { readElements, readStrings } from "./elements.ts";

export function createGemini(program: string, version: string, stub: Stub, limitMs: number): Agent {
  return {
    id: "gemini",
    version,
    ask: (placed) => ask(program, placed, stub, limitMs),
    close: () => Promise.resolve(),
  };
}

async function ask(
  program: string,
  placed: PlacedCase,
  stub: Stub,
  limitMs: number,
): Promise<Observation> {
  const folder = join(placed.home, ".gemini");
  const security = { auth: { selectedType: "gemini-api-key" } };
  mergeJsonFile(join(folder, "settings.json"), { security });
  mergeJsonFile(join(folder, "trustedFolders.json"), { [placed.project]: "TRUST_FOLDER" });
  const env = buildEnvironment(placed, {
    GEMINI_API_KEY: "x",
    GOOGLE_GEMINI_BASE_URL: stub.url,
    GEMINI_CLI_NO_RELAUNCH: "true",
  });
  const args = (placed.case.in.args ?? []).map(placed.resolve);
  const base = { program: process.execPath, cwd: placed.cwd, env, limitMs };
  stub.take();
  const [listed, asked] = await Promise.all([
    finish({ ...base, args: [program, ...args, "skills", "list", "--all", "--debug"] }),
    finish({ ...base, args: [program, ...args, "-m", "gemini-2.5-pro", "-p", "X"] }),
  ]);
  const bodies = stub.take();
  if (bodies.length === 0) throw new Error(`gemini sent no request: ${asked.stderr.slice(-1000)}`);
  const list = readList(listed.stdout.includes("[") ? listed.stdout : listed.stderr);
  const warnings = readWarnings(`${listed.stdout}\n${listed.stderr}`);
  return {
    prompt: readPrompt(bodies, dirname(program)),
    list,
    warnings,
    reasons: readReasons(warnings),
  };
}

/** What comes with the program lies beside it. */
function readPrompt(bodies: readonly string[], ownFolder: string): readonly PromptEntry[] {
  const texts = bodies.flatMap((body) => readStrings(JSON.parse(body)));
  const prompt = texts.find((text) => text.includes("</available_skills>"));
  return readElements(prompt ?? "").map((element) => ({
    name: element.name,
    isBuiltIn: element.location.startsWith(`${ownFolder}/`),
    shown: element.shown,
    text: element.text,
    path: element.location,
  }));
}

const LISTED =
  /^([^\n]*?) \[(Enabled|Disabled)\]( \[Built-in\])?\n {2}Description: ([^]*?)\n {2}Location: {4}([^\n]*)$/gmu;

function readList(stdout: string): readonly ListEntry[] {
  return [...stdout.matchAll(LISTED)].map((match) => ({
    name: match[1] ?? "",
    isBuiltIn: match[3] !== undefined,
    description: match[4] ?? "",
    path: match[5] ?? "",
    enabled: match[2] === "Enabled",
    lists: ["list"],
  }));
}

function readWarnings(log: string): readonly string[] {
  const lines = log
    .split("\n")
    .filter((line) =>
      /^(?:Skill conflict detected|YAML frontmatter parsing failed|Failed to load skills|Error (?:reading|parsing|discovering)[^\n]*skill|Skill )/iu.test(
        line,
      ),
    );
  return [...new Set(lines)];
}

/** A conflict names the file that lost, last. */
function readReasons(warnings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    warnings.flatMap((line) => {
      const loser = /overriding the same skill from "([^"]*)"/u.exec(line)?.[1];
      return loser === undefined ? [] : [[loser, line] as const];
    }),
  );
}
