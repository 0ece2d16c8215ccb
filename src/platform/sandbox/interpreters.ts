import { execFile } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Mount } from "./contract.ts";
import { runsOnNode } from "../process/folders.ts";
import { findAllOnPath } from "./programs.ts";

/** A program that runs code, and what of the machine it needs for that. */
export interface Interpreter {
  readonly program: string;
  readonly mounts: readonly Mount[];
}

/** The Node that runs this program. */
export function nodeInterpreter(): Interpreter {
  return { program: realpathSync(process.execPath), mounts: [] };
}

/** The one on PATH where this program is a single binary, which Bun runs. */
export function findNode(path: string): Interpreter | undefined {
  if (runsOnNode()) return nodeInterpreter();
  const [program] = findAllOnPath("node", path);
  return program === undefined ? undefined : { program: realpathSync(program), mounts: [] };
}

const ASK = `
import sys, sysconfig, json, os
config = sysconfig.get_config_vars()
library = os.path.join(config.get("LIBDIR") or "", config.get("LDLIBRARY") or "")
print(json.dumps({
  "program": sys.executable,
  "prefix": sys.base_prefix,
  "library": library if library.endswith(".so") or ".so." in library else "",
  "standard": [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")],
}))
`;
import { parseJson } from "../../skill/model/index.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** By what managers of versions decide which Python they start. */
const MANAGERS = /^(?:HOME|PYENV_\w+|ASDF_\w+|MISE_\w+|XDG_(?:CONFIG|DATA)_HOME)$/u;

/**
 * Asks the Python on PATH where it lives; undefined where there is none. What a manager of versions put there is asked
 * as it would be called, and answers with the Python that it stands for.
 */
export async function pythonInterpreter(
  path: string,
  environment: Variables = {},
): Promise<Interpreter | undefined> {
  const known = Object.entries(environment).filter(([name]) => MANAGERS.test(name));
  const variables = { ...Object.fromEntries(known), PATH: path };
  for (const name of ["python3", "python"])
    for (const found of findAllOnPath(name, path)) {
      const answer = await queryInterpreter(found, variables);
      if (answer !== undefined) return answer;
    }
  return undefined;
}

function queryInterpreter(
  program: string,
  env: Record<string, string | undefined>,
): Promise<Interpreter | undefined> {
  return new Promise((settle) => {
    execFile(program, ["-I", "-c", ASK], { timeout: 10_000, env, cwd: "/" }, (error, out) => {
      settle(error === null ? readAnswer(out) : undefined);
    });
  });
}

function readAnswer(text: string): Interpreter | undefined {
  const answer = parseJson(text);
  if (typeof answer !== "object" || answer === null) return undefined;
  const places = new Map(Object.entries(answer));
  const program: unknown = places.get("program");
  const prefix: unknown = places.get("prefix");
  const standard: unknown = places.get("standard");
  if (typeof program !== "string" || typeof prefix !== "string") return undefined;
  // The prefix of a system holds all its programs; one of Python's own holds Python alone.
  const isShared = prefix === "/usr" || prefix === "/usr/local";
  const folders = isShared ? [...listed(standard), ...ownLibrary(places.get("library"))] : [prefix];
  const real = [...new Set(folders.filter(isThere))];
  return {
    program: realpathSync(program),
    mounts: real.map((place) => ({ path: place, access: "read" })),
  };
}

/** Libraries of the system are there anyway. */
function ownLibrary(value: unknown): readonly string[] {
  return listed([value]).filter((place) => place.startsWith("/usr/local/"));
}

function listed(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string" && isAbsolute(item))
    : [];
}

function isThere(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false }) !== undefined;
}
