/**
 * What a test needs and a machine may lack. A test that goes through a need is skipped with the reason where
 * the need is not met; `npm test` lists these reasons at its end.
 *
 *     const corpus = needs.corpus();
 *     corpus.describe("the corpus", (folder) => { it("…", () => { … folder … }); });
 *     needs.command("git").it("asks git", async () => { … });
 */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { describe, it, type TestContext } from "vitest";

const root = resolve(import.meta.dirname, "../..");

export interface Need {
  /** Where the needed thing is, or undefined when it is not there. */
  readonly path: string | undefined;
  /** A suite whose body runs only when the need is met, and gets the path. */
  readonly describe: (name: string, body: (path: string) => void) => void;
  /** A test that runs only when the need is met, and gets the path. */
  readonly it: (
    name: string,
    body: (path: string) => void | Promise<void>,
    timeout?: number,
  ) => void;
}

export const needs: { corpus(): Need; command(name: string): Need; browser(): Need } = {
  /** The collection of skills of others. It is no part of the repository, so its absence is never a failure. */
  corpus() {
    const folder = resolve(root, process.env["SKILLWRIGHT_CORPUS"] ?? "../shared/corpus");
    return need({
      path: existsSync(folder) ? folder : undefined,
      reason: "the corpus is absent; SKILLWRIGHT_CORPUS can name its folder",
      isRequired: false,
    });
  },

  command(name) {
    return needCommand(name, findCommand(name));
  },

  /** A browser: the one without windows where it is there, since a page costs it half the work. */
  browser() {
    return needCommand(
      "chromium",
      findCommand("chromium-headless-shell") ?? findCommand("chromium"),
    );
  },
};

/** A program of a system package, which scripts/system-packages.sh installs. */
function needCommand(name: string, path: string | undefined): Need {
  return need({
    path,
    reason: `the command \`${name}\` is not on PATH; scripts/system-packages.sh installs what tests need`,
    isRequired: process.env["SKILLWRIGHT_REQUIRE_ALL"] === "1",
  });
}

/**
 * The test runs only where somebody has the time: that of all of them together is too much before every change. To
 * be called first in it.
 */
export function needsTime({ skip }: Pick<TestContext, "skip">): void {
  const isLong = process.env["SKILLWRIGHT_LONG"] === "1";
  skip(!isLong, "it takes long; SKILLWRIGHT_LONG=1 runs it");
}

interface Requirement {
  readonly path: string | undefined;
  readonly reason: string;
  readonly isRequired: boolean;
}

function need({ path, reason, isRequired }: Requirement): Need {
  if (path !== undefined) {
    return {
      path,
      describe: (name, body) => {
        describe(name, () => {
          body(path);
        });
      },
      it: (name, body, timeout) => it(name, () => body(path), timeout),
    };
  }
  const missing: Need["it"] = (name) => {
    it(name, (context) => {
      if (isRequired) throw new Error(`This test must run, but ${reason}.`);
      context.skip(reason);
    });
  };
  return {
    path,
    // The body is left out, since it may read what is not there while it declares its tests.
    describe: (name) => {
      describe(name, () => {
        missing("runs", () => undefined);
      });
    },
    it: missing,
  };
}

function findCommand(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
