import { isList, isObject, type Json, parseRelaxedJson, type Span } from "../../../skill/index.ts";
import type { ScanContext, SourceFile } from "../context.ts";

/** Something that runs without being asked for when the skill or its folder is used. */
export interface Automatic {
  readonly file: string;
  readonly span: Span | undefined;
  /** When it runs, to stand after "that runs". */
  readonly when: string;
  readonly command: string;
  /** The system asks the user first, or the file only names a program to start. */
  readonly isAskedFor: boolean;
  /** Variables whose values it is given, and texts that go with every request to it. */
  readonly given?: readonly string[];
}

/** Hooks of agents, tasks of editors, and files that interpreters and shells read by themselves. */
export function automaticOf(context: ScanContext): readonly Automatic[] {
  const found: Automatic[] = [];
  const hooks = context.skill?.skill.execution.hooks;
  if (hooks !== undefined && context.skillFile !== undefined) {
    const file = context.skillFile;
    for (const command of commandsIn(hooks))
      found.push({
        file,
        span: placeOf(context.fileAt(file), command),
        when: "at events of the agent",
        command,
        isAskedFor: false,
      });
  }
  for (const file of context.files) found.push(...ofFile(file));
  return found;
}

interface Row {
  readonly path: RegExp;
  readonly when: string;
  readonly isAskedFor?: boolean;
  readonly commands: (value: Json) => readonly Started[];
}

interface Started {
  readonly command: string;
  readonly given?: readonly string[];
}

function plainly(commands: readonly string[]): readonly Started[] {
  return commands.map((command) => ({ command }));
}

const SETTINGS: readonly Row[] = [
  {
    path: /(?:^|\/)(?:\.claude\/settings(?:\.local)?\.json|hooks\/hooks\.json|\.claude-plugin\/plugin\.json|\.cursor\/hooks\.json|\.codex\/hooks\.json|\.gemini\/settings\.json)$/,
    when: "at events of the agent",
    commands: (value) =>
      plainly(commandsIn(isObject(value) && isObject(value["hooks"]) ? value["hooks"] : null)),
  },
  {
    path: /(?:^|\/)(?:\.mcp|mcp|claude_desktop_config|\.vscode\/mcp|\.cursor\/mcp)\.json$/,
    when: "when the agent starts",
    isAskedFor: true,
    commands: serversIn,
  },
  {
    path: /(?:^|\/)\.vscode\/tasks\.json$/,
    when: "when the folder is opened",
    commands: (value) => plainly(tasksIn(value)),
  },
  {
    path: /(?:^|\/)\.devcontainer\/devcontainer\.json$|(?:^|\/)\.devcontainer\.json$/,
    when: "when the container is made",
    isAskedFor: true,
    commands: (value) => plainly(containerCommands(value)),
  },
];

function ofFile(file: SourceFile): readonly Automatic[] {
  const { path, text } = file;
  if (text === undefined) return [];
  const row = SETTINGS.find((candidate) => candidate.path.test(path));
  if (row !== undefined) {
    const value = parseRelaxedJson(text, "json5");
    if (value === undefined) return [];
    return row.commands(value).map(({ command, given = [] }) => ({
      file: path,
      span: placeOf(file, command),
      when: row.when,
      command,
      given,
      isAskedFor: row.isAskedFor ?? false,
    }));
  }
  const when = TEXT_FILES.find(([name, content]) => name.test(path) && content.test(text))?.[2];
  return when === undefined ? [] : [{ file: path, ...firstCommand(text), when, isAskedFor: false }];
}

/** From the first line on that is neither empty nor a comment, with that line as the place. */
function firstCommand(text: string): Pick<Automatic, "span" | "command"> {
  const match = /^[ \t]*(?![#\s])[^\r\n]+/m.exec(text);
  if (match === null) return { span: undefined, command: text };
  const end = match.index + match[0].length;
  return { span: { start: match.index, end }, command: text.slice(match.index) };
}

/** Files that are run for their name alone. */
const TEXT_FILES: readonly (readonly [path: RegExp, content: RegExp, when: string])[] = [
  [/\.pth$/, /^[ \t]*import[ \t]/m, "when Python starts"],
  [/(?:^|\/)(?:site|user)customize\.py$/, /\S/, "when Python starts"],
  [/(?:^|\/)\.git\/hooks\/[\w-]+$/, /^#!/, "when Git is used"],
  [/(?:^|\/)\.envrc$/, /\S/, "when a shell enters the folder"],
  [/(?:^|\/)\.(?:bashrc|zshrc|bash_profile|profile|zprofile)$/, /\S/, "when a shell starts"],
];

const MOST = 50;
const DEEPEST = 12;

/** Every text under a key `command`, at any depth. */
function commandsIn(value: Json, depth = 0): readonly string[] {
  if (depth > DEEPEST) return [];
  if (isList(value)) return value.flatMap((item) => commandsIn(item, depth + 1)).slice(0, MOST);
  if (!isObject(value)) return [];
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      typeof inner === "string"
        ? key === "command" || key === "bash" || key === "powershell"
          ? [inner]
          : []
        : commandsIn(inner, depth + 1),
    )
    .slice(0, MOST);
}

function serversIn(value: Json): readonly Started[] {
  if (!isObject(value)) return [];
  const servers = [value["mcpServers"], value["servers"]].filter(isObject);
  return servers.flatMap((group) => Object.values(group).flatMap(serverIn));
}

/** A program with its words, or the address of one that runs elsewhere. */
function serverIn(server: Json): readonly Started[] {
  if (!isObject(server)) return [];
  const { command, url, args } = server;
  const started = typeof command === "string" ? command : url;
  if (typeof started !== "string") return [];
  const words = isList(args) ? args.filter((arg) => typeof arg === "string") : [];
  const given = [server["env"], server["headers"]]
    .filter(isObject)
    .flatMap((table) => Object.values(table).filter((text) => typeof text === "string"));
  return [{ command: [started, ...words].join(" "), given }];
}

function tasksIn(value: Json): readonly string[] {
  const tasks = isObject(value) && isList(value["tasks"]) ? value["tasks"] : [];
  return tasks.flatMap((task) => {
    if (!isObject(task) || !isObject(task["runOptions"])) return [];
    if (task["runOptions"]["runOn"] !== "folderOpen") return [];
    return typeof task["command"] === "string" ? [task["command"]] : [];
  });
}

function containerCommands(value: Json): readonly string[] {
  if (!isObject(value)) return [];
  return ["initializeCommand", "onCreateCommand", "postCreateCommand", "postStartCommand"].flatMap(
    (key) => (typeof value[key] === "string" ? [value[key]] : []),
  );
}

function placeOf(file: SourceFile | undefined, command: string): Span | undefined {
  const first = command.split(/\s/, 1)[0] ?? "";
  for (const written of [command, JSON.stringify(command).slice(1, -1), first]) {
    const at = written === "" ? -1 : (file?.text?.indexOf(written) ?? -1);
    if (at !== -1) return { start: at, end: at + written.length };
  }
  return undefined;
}
