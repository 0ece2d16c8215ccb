import { getKey, isList, isObject, type Json, type JsonObject } from "../../model/index.ts";

/** A tool that hands its call on to a file of the original skill. */
export interface DelegatedTool {
  /** Name of the function, a Python identifier. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** File of the original handler, relative to the skill; undefined: it cannot be called. */
  readonly handler?: string;
  /** The function in that file. */
  readonly entry: string;
}

const TYPES: { readonly [type: string]: string } = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  array: "list",
  object: "dict",
};

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield"
  ).split(" "),
);

export function isPythonName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !KEYWORDS.has(name);
}

/** The program that a handler needs beside Python, as the shell calls it. */
export function programOf({ handler = "" }: DelegatedTool): string | undefined {
  if (handler === "" || handler.endsWith(".py")) return undefined;
  return handler.endsWith(".sh") ? "sh" : "node";
}

/** The text of a `tools.py` whose functions delegate to the handler files. */
export function renderWrapper(skill: string, tools: readonly DelegatedTool[]): string {
  const title = `"""Tools of ${skill}, handed on to the handlers of the original skill."""\n\n`;
  return [`${title}${HEAD}`, ...tools.map(renderTool)].join("\n\n");
}

/** What every wrapper begins with. */
const HEAD = `import importlib.util
import json
import subprocess
from pathlib import Path

from gaia.agents.base.tools import tool

_ROOT = Path(__file__).resolve().parent

# Calls a function of a module in JavaScript: which one and with what stands on standard input.
_NODE = """
let text = "";
for await (const part of process.stdin) text += part;
const { file, names, given } = JSON.parse(text);
const module = await import(file);
const all = { ...module.default, ...module };
const name = names.find((item) => typeof all[item] === "function");
const run = name === undefined ? module.default : all[name];
if (typeof run !== "function") throw new Error("no function " + names[0]);
process.stdout.write(JSON.stringify((await run(given)) ?? null));
"""


def _inside(handler: str) -> Path:
    path = (_ROOT / handler).resolve()
    if not path.is_relative_to(_ROOT):
        raise ValueError(f"{handler} lies outside the skill")
    return path


def _call(handler: str, entry: str, arguments: dict):
    path = _inside(handler)
    spec = importlib.util.spec_from_file_location(f"_handler_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{handler} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in (entry, "run", "handle", "handler", "main"):
        function = getattr(module, name, None)
        if callable(function):
            return function(**arguments)
    raise AttributeError(f"{handler} has no function {entry}")


def _start(handler: str, entry: str, arguments: dict):
    path = _inside(handler)
    if handler.endswith(".sh"):
        command = ["sh", str(path)]
        given = arguments
    else:
        command = ["node", "--input-type=module", "-e", _NODE]
        names = [entry, "run", "handle", "handler", "main"]
        given = {"file": path.as_uri(), "names": names, "given": arguments}
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[-2000:] or f"{handler} ended with {done.returncode}")
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"output": done.stdout}
`;

function renderTool(tool: DelegatedTool): string {
  const names = Object.keys(tool.parameters);
  const isOptional = (name: string): boolean => {
    const definition = getKey(tool.parameters, name);
    if (!isObject(definition)) return false;
    return Object.hasOwn(definition, "default") || getKey(definition, "required") === false;
  };
  // Python wants parameters without a default first.
  const ordered = [
    ...names.filter((name) => !isOptional(name)),
    ...names.filter((name) => isOptional(name)),
  ];
  const signature = ordered.map((name) => {
    const definition = getKey(tool.parameters, name);
    return renderParameter(name, isObject(definition) ? definition : {}, isOptional(name));
  });
  const given = ordered.map((name) => `${JSON.stringify(name)}: ${name}`).join(", ");
  const call =
    tool.handler === undefined
      ? `raise NotImplementedError(${JSON.stringify(`${tool.name} has no Python handler`)})`
      : `return ${tool.handler.endsWith(".py") ? "_call" : "_start"}(${JSON.stringify(tool.handler)}, ${JSON.stringify(tool.entry)}, {${given}})`;
  return `@tool
def ${tool.name}(${signature.join(", ")}) -> dict:
    ${JSON.stringify(tool.description)}
    ${call}
`;
}

function renderParameter(name: string, definition: JsonObject, isOptional: boolean): string {
  const type = getKey(definition, "type");
  const known = typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  const annotated = known === undefined ? name : `${name}: ${known}`;
  if (!isOptional) return annotated;
  const value = renderLiteral(getKey(definition, "default") ?? null);
  return known === undefined ? `${annotated}=${value}` : `${annotated} = ${value}`;
}

/** A value as a Python literal; JSON text is one, but for three words. */
function renderLiteral(value: Json): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number" && !Number.isFinite(value)) return "None";
  if (isList(value)) return `[${value.map(renderLiteral).join(", ")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${renderLiteral(item)}`,
    );
    return `{${entries.join(", ")}}`;
  }
  return JSON.stringify(value);
}
