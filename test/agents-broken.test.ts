/** Files that a real program did not load, each asked about by its name: `explain` gives the cause and a remedy. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { explainByAgent, explainElsewhere } from "../src/app/library/agents.ts";
import { inAgentCase } from "../src/app/conform/agent-case.ts";
import { agents } from "../src/library/agents/index.ts";
import { findConfirmation, type JsonObject } from "../src/skill/index.ts";
import { root } from "./support/source.ts";

interface Line {
  readonly id: string;
  readonly agent: string;
  readonly version: string;
  readonly in: JsonObject;
  readonly out: {
    readonly dropped: readonly { readonly path: string }[];
    readonly unstable?: object;
  };
}

/** As people call it: by its folder, or by its file where it has none of its own. */
function wordFor(path: string): string {
  const file = basename(path);
  return /^skills?\.md$/iu.test(file) ? basename(dirname(path)) : file.replace(/\.md$/iu, "");
}

/** What a text can say wrong, the models are held against line by line; here it is about where files lie. */
const STRUCTURE = /-(?:home|file|link)-/u;

/**
 * Files in folders that have nothing to do with the working directory, or that another of the same name stands for; in
 * homes from seeds it is texts that are wrong.
 */
const UNRELATED =
  /-home-(?:seed-\d+|subfolder-no-git|add-dir|parents-same-name|same-name-\w+|order-\w+|roots-pairs|xdg|path-root)$/u;

/** What is neither a skill nor meant as one. */
const OTHERS = /\/(?:node_modules|commands)\/|\/skills\/SKILL\.md$|notes\.txt/u;

describe.each(agents.filter(({ id }) => findConfirmation(id) !== undefined))(
  "$title",
  ({ command }) => {
    const lines = readFileSync(join(root, `vectors/agents/${command}.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line)
      .filter(({ id, out }) => STRUCTURE.test(id) && out.dropped.length > 0)
      .filter(({ id, out }) => !UNRELATED.test(id) && out.unstable === undefined);

    it("[BX-03] [BX-10] names a cause and a remedy for whatever the program did not load", () => {
      const unexplained = lines.flatMap(({ id, agent, version, in: input, out }) => {
        const paths = out.dropped
          .map(({ path }) => path)
          .filter((path) => !OTHERS.test(path))
          // One of each kind of folder is enough, and takes a while.
          .slice(-4);
        return inAgentCase(agent, version, input, (seen, show) =>
          paths
            .filter((path) => {
              const word = wordFor(path);
              const { files = [] } =
                explainByAgent(word, seen) ?? explainElsewhere(word, seen) ?? {};
              return !files.some(
                (file) =>
                  show(file.path) === path &&
                  !file.isEligible &&
                  file.reasons.length > 0 &&
                  file.reasons.every(({ say, remedies }) => say !== "" && remedies.length > 0),
              );
            })
            .map((path) => `${id}: ${path}`),
        );
      });
      expect(lines.length).toBeGreaterThan(7);
      expect(unexplained).toEqual([]);
    });
  },
);
