/** Codex: `skills/list` of its app server, and the prompt that it prints itself. */
import { appendFileSync, existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { buildEnvironment } from "../place.ts";
import { finish, start } from "../process.ts";
import type { Agent, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
import { readStrings } from "./elements.ts";

interface ListedSkill {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly scope: string;
  readonly enabled: boolean;
}

interface ListAnswer {
  readonly id?: number;
  readonly result?: {
    readonly data?: readonly {
      readonly skills: readonly ListedSkill[];
      readonly errors?: readonly { readonly path: string; readonly message: string }[];
    }[];
  };
}

export function createCodex(program: string, version: string, limitMs: number): Agent {
  return {
    id: "codex",
    version,
    ask: (placed) => ask(program, placed, limitMs),
    close: () => Promise.resolve(),
  };
}

async function ask(program: string, placed: PlacedCase, limitMs: number): Promise<Observation> {
  const env = buildEnvironment(placed, {});
  const folder = env["CODEX_HOME"] ?? join(placed.home, ".codex");
  mkdirSync(folder, { recursive: true });
  // Settings and skills of an untrusted project are left out.
  const trust = `\n[projects."${placed.project}"]\ntrust_level = "trusted"\n`;
  appendFileSync(join(folder, "config.toml"), trust);
  const args = (placed.case.in.args ?? []).map(placed.resolve);
  const base = { program, cwd: placed.cwd, env, limitMs };
  const answer = await list({ ...base, args: [...args, "app-server"] }, placed.cwd);
  const { stdout, stderr } = await finish({
    ...base,
    args: [...args, "debug", "prompt-input", "X"],
  });
  const data = answer.result?.data?.[0];
  if (data === undefined) throw new Error(`codex gave no list: ${JSON.stringify(answer)}`);
  if (stdout === "") throw new Error(`codex gave no prompt: ${stderr.slice(-1000)}`);
  const prompt = readStrings(JSON.parse(stdout)).find((text) =>
    /^### Available skills$/mu.test(text),
  );
  const roots = readRoots(prompt ?? "");
  const errors = data.errors ?? [];
  return {
    prompt: readEntries(prompt ?? "", roots, data.skills),
    list: data.skills.map(toEntry),
    warnings: errors.map(({ path, message }) => `${path}: ${message}`),
    reasons: new Map(errors.map(({ path, message }) => [path, message])),
    roots,
  };
}

async function list(command: Parameters<typeof start>[0], cwd: string): Promise<ListAnswer> {
  const running = start(command);
  const send = (value: unknown): void => running.write(`${JSON.stringify(value)}\n`);
  try {
    const clientInfo = { name: "oracles", version: "1" };
    send({ id: 1, method: "initialize", params: { clientInfo } });
    await running.until((stdout) => findAnswer(stdout, 1) !== undefined);
    send({ method: "initialized" });
    send({ id: 2, method: "skills/list", params: { cwds: [cwd] } });
    await running.until((stdout) => findAnswer(stdout, 2) !== undefined);
    return findAnswer(running.stdout(), 2) ?? {};
  } finally {
    await running.stop();
  }
}

function findAnswer(stdout: string, id: number): ListAnswer | undefined {
  const complete = stdout.slice(0, stdout.lastIndexOf("\n") + 1).split("\n");
  return complete
    .filter((line) => line.startsWith("{"))
    .map((line): ListAnswer => JSON.parse(line))
    .find((answer) => answer.id === id);
}

function toEntry(skill: ListedSkill): ListEntry {
  return {
    name: skill.name,
    isBuiltIn: skill.scope === "system",
    description: skill.description,
    path: skill.path,
    source: skill.scope,
    enabled: skill.enabled,
    lists: ["list"],
  };
}

/** The table of aliases: "- `r0` = `/folder`". */
function readRoots(prompt: string): { readonly [alias: string]: string } {
  const rows = prompt.matchAll(/^- `(r\d+)` = `([^`]*)`/gmu);
  return Object.fromEntries([...rows].map((row) => [row[1] ?? "", row[2] ?? ""]));
}

function readEntries(
  prompt: string,
  roots: { readonly [alias: string]: string },
  skills: readonly ListedSkill[],
): readonly PromptEntry[] {
  const first = prompt.search(/^### Available skills$/mu);
  const end = prompt.indexOf("</skills_instructions>", first);
  const block = prompt.slice(first, end < 0 ? undefined : end);
  return [...block.matchAll(/^- ([^]*?) \(file: ([^\n]*)\)$/gmu)].map((match) => {
    const path = (match[2] ?? "").replace(/^r\d+(?=\/)/u, (alias) => roots[alias] ?? alias);
    // Behind a link, the list names what it leads to.
    const real = existsSync(path) ? realpathSync(path) : path;
    const listed = skills.find((skill) => skill.path === path || skill.path === real);
    return {
      ...splitEntry(match[1] ?? "", listed?.name),
      isBuiltIn: path.includes("/skills/.system/"),
      shown: match[0],
      path,
    };
  });
}

/** "name: text" where a name may hold ": " itself, so that the list has to tell it. */
function splitEntry(
  entry: string,
  listed: string | undefined,
): { readonly name: string; readonly text: string } {
  const name = listed !== undefined && entry.startsWith(listed) ? listed : entry.split(": ")[0];
  return { name: name ?? "", text: entry.slice((name ?? "").length).replace(/^:? ?/u, "") };
}
