/** Claude Code: the `initialize` answer, the `system/init` event, its log, and the message that it sends. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildEnvironment } from "../place.ts";
import { finish } from "../process.ts";
import type { Stub } from "../stub.ts";
import type { Agent, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
import { readStrings } from "./elements.ts";

interface Command {
  readonly name: string;
  readonly description: string;
  readonly builtin?: boolean;
  readonly aliases?: readonly string[];
}

interface Event {
  readonly type: string;
  readonly subtype?: string;
  readonly skills?: readonly string[];
  readonly slash_commands?: readonly string[];
  readonly response?: { readonly response?: { readonly commands?: readonly Command[] } };
}

/** What the program lists in a home without skills. */
interface BuiltIn {
  readonly prompt: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
}

interface Answer {
  readonly commands: readonly Command[];
  readonly skills: readonly string[];
  readonly slashCommands: readonly string[];
  readonly entries: readonly string[];
  readonly log: string;
}

export function createClaude(
  program: string,
  version: string,
  stub: Stub,
  limitMs: number,
  withEmptyCase: <Result>(use: (placed: PlacedCase) => Promise<Result>) => Promise<Result>,
): Agent {
  let builtIn: Promise<BuiltIn> | undefined;
  const query = (placed: PlacedCase): Promise<Answer> => queryOnce(program, placed, stub, limitMs);
  return {
    id: "claude",
    version,
    ask: async (placed) => {
      builtIn ??= withEmptyCase(async (empty) => toBuiltIn(await query(empty)));
      const known = await builtIn;
      return toObservation(placed, await query(placed), known);
    },
    close: () => Promise.resolve(),
  };
}

async function queryOnce(
  program: string,
  placed: PlacedCase,
  stub: Stub,
  limitMs: number,
): Promise<Answer> {
  const logFile = join(placed.home, ".oracle-log");
  const request = { subtype: "initialize" };
  const input = [
    { type: "control_request", request_id: "1", request },
    { type: "user", message: { role: "user", content: "X" } },
  ];
  stub.take();
  const formats = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const { stdout, stderr } = await finish({
    program,
    args: [
      "-p",
      "--debug-file",
      logFile,
      ...formats,
      ...(placed.case.in.args ?? []).map(placed.resolve),
    ],
    cwd: placed.cwd,
    env: buildEnvironment(placed, {
      ANTHROPIC_BASE_URL: stub.url,
      ANTHROPIC_API_KEY: "x",
    }),
    input: input.map((line) => `${JSON.stringify(line)}\n`).join(""),
    limitMs,
  });
  const bodies = stub.take();
  if (bodies.length === 0) throw new Error(`claude sent no request: ${stderr.slice(-1000)}`);
  const events = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): Event => JSON.parse(line));
  const init = events.find(({ type, subtype }) => type === "system" && subtype === "init");
  const commands = events.find(({ type }) => type === "control_response");
  return {
    commands: commands?.response?.response?.commands ?? [],
    skills: init?.skills ?? [],
    slashCommands: init?.slash_commands ?? [],
    entries: readEntries(bodies),
    log: existsSync(logFile) ? readFileSync(logFile, "utf8") : "",
  };
}

const HEADING = "The following skills are available for use with the Skill tool:";

function readEntries(bodies: readonly string[]): readonly string[] {
  const texts = bodies.flatMap((body) => readStrings(JSON.parse(body)));
  const text = texts.find((item) => item.includes(HEADING)) ?? "";
  const block = text.slice(text.indexOf(HEADING) + HEADING.length).replace(/^\n+/u, "");
  // Descriptions of built-in skills go over several lines.
  return block
    .replace(/\n(?:<\/system-reminder>|\nToday's date is )[^]*$/u, "")
    .split(/\n(?=- )/u)
    .filter((entry) => entry.startsWith("- "));
}

function toBuiltIn(answer: Answer): BuiltIn {
  return {
    prompt: new Set(answer.entries.map((entry) => entry.slice(2).split(": ")[0] ?? "")),
    listed: new Set([...answer.skills, ...answer.slashCommands]),
  };
}

function toObservation(placed: PlacedCase, answer: Answer, builtIn: BuiltIn): Observation {
  const own = answer.commands.filter((command) => isOwn(command, builtIn));
  const names = new Set([
    ...[...answer.skills, ...answer.slashCommands].filter((name) => !builtIn.listed.has(name)),
    ...own.map((command) => findName(command, answer)),
  ]);
  const prompt = answer.entries.map((entry) => toPromptEntry(entry, names, builtIn));
  for (const { name, isBuiltIn } of prompt) if (!isBuiltIn) names.add(name);
  const list = [...names].map((name) => toEntry(placed, name, answer, own, prompt));
  const counts = /Loaded (\d+) unique skills \((\d+) unconditional, (\d+) conditional/u.exec(
    answer.log,
  );
  return {
    prompt,
    list,
    warnings: readWarnings(answer.log),
    reasons: new Map(),
    ...(counts !== null && {
      loaded: { skills: Number(counts[1]), conditional: Number(counts[3]) },
    }),
  };
}

/** The name of the folder: a command may be called by another one, with the folder as its alias. */
function findName(command: Command, answer: Answer): string {
  const all = [command.name, ...(command.aliases ?? [])];
  const listed = all.find((name) => answer.skills.includes(name));
  return listed ?? command.aliases?.[0] ?? command.name;
}

function isOwn(command: Command, builtIn: BuiltIn): boolean {
  return command.builtin !== true && !builtIn.listed.has(command.name);
}

/** "- name: text", "- name (other name): text" or "- name". */
function toPromptEntry(entry: string, names: ReadonlySet<string>, builtIn: BuiltIn): PromptEntry {
  const line = entry.slice(2);
  const known = [...names]
    .filter((name) => line === name || line.startsWith(`${name}:`) || line.startsWith(`${name} (`))
    .sort((left, right) => right.length - left.length)[0];
  const name = known ?? line.split(": ")[0] ?? "";
  const rest = line.slice(name.length).replace(/^ \([^]*?\)(?=:|$)/u, "");
  return {
    name,
    isBuiltIn: known === undefined && builtIn.prompt.has(name),
    shown: entry,
    text: rest.replace(/^: ?/u, ""),
  };
}

function toEntry(
  placed: PlacedCase,
  name: string,
  answer: Answer,
  own: readonly Command[],
  prompt: readonly PromptEntry[],
): ListEntry {
  const command = own.find((item) => item.name === name || item.aliases?.includes(name) === true);
  const suffix = / \((project|user|plugin|managed|bundled)\)$/u.exec(command?.description ?? "");
  const shown = prompt.find((entry) => entry.name === name);
  const plugin = /^\(([^)]*)\) /u.exec(command?.description ?? "");
  const isPlugin = plugin?.[1] !== undefined && name.startsWith(`${plugin[1]}:`);
  const start = isPlugin ? plugin[0].length : 0;
  const description = command?.description.slice(start, suffix?.index) ?? shown?.text ?? null;
  const path = findPath(placed, name, isPlugin ? "plugin" : suffix?.[1], description);
  const scope = suffix?.[1] ?? (path?.startsWith("HOME") === true ? "user" : "project");
  const source = isPlugin ? "plugin" : scope;
  return {
    name,
    ...(command !== undefined && command.name !== name && { display: command.name }),
    isBuiltIn: false,
    description,
    path: path === null ? null : placed.resolve(path),
    source,
    lists: [
      ...(answer.skills.includes(name) ? ["skills"] : []),
      ...(answer.slashCommands.includes(name) ? ["slash_commands"] : []),
      ...(command === undefined ? [] : ["commands"]),
    ],
  };
}

/** The program says no path: it is the file of that folder, in that scope, with that text. */
function findPath(
  placed: PlacedCase,
  name: string,
  source: string | undefined,
  description: string | null,
): string | null {
  const { files, links } = placed.case.in;
  const linked = Object.keys(links ?? {}).map((path) =>
    /\.md$/iu.test(path) ? path : join(path, "SKILL.md"),
  );
  const last = name.split(":").at(-1) ?? name;
  const inScope = (path: string): boolean =>
    path.startsWith(source === "user" ? "HOME" : "PROJECT") !== (source === "plugin");
  const candidates = [...linked, ...Object.keys(files)].filter(
    (path) =>
      (basename(dirname(path)) === last || basename(path) === `${last}.md`) &&
      existsSync(placed.resolve(path)),
  );
  const hasText = (path: string): boolean =>
    readFileSync(placed.resolve(path), "utf8").includes((description ?? "").slice(0, 40));
  const rank = (path: string): number => (hasText(path) ? 0 : 2) + (inScope(path) ? 0 : 1);
  return candidates.toSorted((left, right) => rank(left) - rank(right))[0] ?? null;
}

function readWarnings(log: string): readonly string[] {
  const rows = log.matchAll(/^\S+ \[(?:WARN|ERROR)\] ([^\n]*)$/gmu);
  return [...rows].map((row) => row[1] ?? "").filter((line) => /skill|frontmatter/iu.test(line));
}
