/** Exceptions that leave a listener end the process: those that strangers' bytes feed may let none out. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/source.ts";

const EVENTS = "data|message|line|readable|response|unexpected-response|ping|pong|open";
const LISTENER = new RegExp(
  `\\.(?:on|once|addListener|addEventListener)\\(\\s*"(?:${EVENTS})",\\s*(?<listener>[^;]*)`,
  "gu",
);
/** A listener that settles a promise with what it is given cannot throw. */
const SETTLES = /^(?:settle|resolve|settled)\b/u;

function sourceFiles(): readonly string[] {
  return globSync("src/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));
}

/** Names that a file gives to guarded listeners. */
function guardedNames(text: string): ReadonlySet<string> {
  const found = text.matchAll(/const (?<name>\w+) = guard(?:Listener|ed)\(/gu);
  return new Set([...found].flatMap(({ groups }) => groups?.["name"] ?? []));
}

/** Workers have nobody beside them: what ends one ends its own job, and the pool starts another. */
const WORKERS: ReadonlySet<string> = new Set([
  "src/platform/jobs/run-jobs.ts",
  "src/app/machine/worker.ts",
  "src/app/library/agents-worker.ts",
]);

describe("[BX-14] listeners for what strangers send", () => {
  it("let no exception out", () => {
    const open = sourceFiles().flatMap((path) => {
      if (WORKERS.has(path)) return [];
      const text = readFileSync(join(root, path), "utf8");
      const guarded = guardedNames(text);
      return [...text.matchAll(LISTENER)].flatMap(({ groups }) => {
        const listener = groups?.["listener"] ?? "";
        const [name = ""] = /^\w+/u.exec(listener) ?? [];
        const isSafe =
          /^guard(?:Listener|ed)\(/u.test(listener) || SETTLES.test(listener) || guarded.has(name);
        return isSafe ? [] : [`${path}: ${listener.slice(0, 60)}`];
      });
    });
    expect(open).toEqual([]);
  });

  it("look names up without the threads of the process, but for those of the operator", () => {
    const users = sourceFiles().filter((path) =>
      /from "(?:node:)?dns(?:\/promises)?"/u.test(readFileSync(join(root, path), "utf8")),
    );
    expect(users).toEqual(["src/platform/network/name-resolver.ts"]);
  });
});
