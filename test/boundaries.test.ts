/** The import table of ARCHITECTURE.md and the rules beside it, checked on the sources as they stand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkDialectIsolation,
  checkDoors,
  checkOutsideWorld,
  checkPure,
  checkTable,
  findCycles,
  findUnusedContracts,
} from "./support/imports.ts";
import type { ImportTable } from "./support/imports.ts";
import { isTest, listFiles, readFiles, root } from "./support/source.ts";
import {
  checkDependencies,
  checkDialectList,
  checkDialectNames,
  checkLength,
  checkRules,
  dialectFolders,
} from "./support/tree.ts";

const rooms = [
  "skill",
  "check",
  "library",
  "run",
  "registry",
  "hub",
  "serve",
  "platform",
  "client",
];

const table: ImportTable = {
  skill: [],
  platform: ["skill/model"],
  check: ["skill"],
  library: ["skill", "platform"],
  run: ["skill", "library", "platform"],
  registry: ["skill", "check", "platform", "library/store"],
  hub: ["skill", "check", "library", "run", "registry", "platform"],
  app: ["skill", "check", "library", "run", "registry", "hub", "platform", "client"],
  serve: [...rooms, "app"],
  // The program shows its version, which stands in the manifest alone.
  cli: [...rooms.filter((room) => room !== "check"), "app", "package.json"],
  index: rooms,
  // Speaks HTTP and nothing else, in a browser too.
  client: [],
  // The rooms that run in a browser; everything else of the server is reached over HTTP.
  web: [
    "app/browser.ts",
    // The names and summaries of all operations, which the build writes into the page.
    "app/operations.ts",
    "app/input.ts",
    "skill",
    "check",
    "client",
    "library/gate",
    "library/prompt",
    "library/hosts/facts.ts",
    "run/authority/sentences.ts",
    "run/workflow/nodes/form.ts",
    "run/workflow/rename.ts",
  ],
};

/**
 * Interfaces reach the rooms through operations, and what many share through the hub; their tests reach further. They
 * may name the types of what they are handed, and speak the protocols of registries and hosts, which stand with their
 * room.
 */
const interfaces: ImportTable = {
  cli: [
    "app",
    "platform",
    "client",
    "serve",
    "skill/model",
    "package.json",
    "type skill",
    "type registry",
  ],
  serve: [
    "app",
    "hub",
    "platform",
    "client",
    "skill/model",
    "registry/contract",
    "registry/protocols",
    "library/hosts",
    "library/gateway",
    // What editors ask, in the words of their protocol.
    "check/editor",
    "type skill",
    "type check",
    "type library",
    "type run",
    "type registry",
  ],
};

/** Files besides an index.ts through which a room may be entered. */
const CONTRACT = [
  "src/app/about/codes.ts",
  "src/app/about/pages.ts",
  "src/app/browser.ts",
  "src/app/context.ts",
  "src/app/fields.ts",
  "src/app/input.ts",
  "src/app/library/local-agents.ts",
  "src/app/library/render-problem.ts",
  "src/app/library/selection.ts",
  "src/app/library/served-systems.ts",
  "src/app/library/settings.ts",
  "src/app/library/systems.ts",
  "src/app/machine/inputs.ts",
  "src/app/machine/lint/drafts.ts",
  "src/app/machine/lint/library.ts",
  "src/app/machine/lint/run.ts",
  "src/app/machine/mcp-connection.ts",
  "src/app/machine/offered-tools.ts",
  "src/app/machine/parts.ts",
  "src/app/machine/server.ts",
  "src/app/machine/token-counter.ts",
  "src/app/operation.ts",
  "src/app/operations.ts",
  "src/app/plain-text.ts",
  "src/app/registry/fields.ts",
  "src/app/registry/lock-folders.ts",
  "src/app/registry/scan-memory.ts",
  "src/app/registry/states.ts",
  "src/app/registry/rename-refusal.ts",
  "src/app/schema.ts",
  "src/app/server/servers.ts",
  "src/app/statuses.ts",
  "src/app/text.ts",
  "src/app/tools/fields.ts",
  "src/check/scan/rules-version.ts",
  "src/skill/text/places.ts",
  "src/skill/text/rewrite.ts",
  "src/library/hosts/facts.ts",
  "src/platform/sandbox/host-rules.ts",
  "src/run/authority/sentences.ts",
  "src/run/workflow/nodes/form.ts",
  "src/run/workflow/rename.ts",
  // What the command line loads before anything else, to answer a client at once.
  "src/serve/mcp/early/index.ts",
  "src/platform/guard-listener.ts",
];

/** Files over the limit of lines, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/client/operations.ts": "It is made from the table of routes.",
  "web/src/pages/workflow/node-forms.ts": "It is made from the list of nodes.",
  "web/src/texts/en.ts": "Translators get one file of texts.",
  "web/src/texts/de.ts": "Translators get one file of texts.",
  "web/src/texts/es.ts": "Translators get one file of texts.",
};

const dialectIds = [
  "gsv",
  "openclaw",
  "gaia",
  "gaia-nested",
  "agent-flow",
  "personal-mcp",
  "agentskills",
  "claude",
];

const sources = readFiles(["src", "web"], /\.tsx?$/u);
const helpers = readFiles(["scripts", "bench", "test"], /\.tsx?$/u);
const none: readonly string[] = [];

describe("imports", () => {
  it("keep to the table of rooms", () => {
    expect(checkTable(sources, table)).toEqual(none);
  });

  it("[BX-15] of interfaces reach the rooms through operations and the hub alone", () => {
    const own = sources.filter(({ path }) => !isTest(path));
    expect(checkTable(own, { ...table, ...interfaces })).toEqual(none);
  });

  it("enter another room through an index or a contract", () => {
    expect(checkDoors(sources, CONTRACT)).toEqual(none);
    expect(findUnusedContracts(sources, CONTRACT)).toEqual(none);
  });

  it("form no cycle", () => {
    expect(findCycles(sources)).toEqual(none);
  });

  it("never lead from one dialect to another", () => {
    expect(checkDialectIsolation(sources)).toEqual(none);
  });

  it("of Node stay out of the rooms that run in a browser", () => {
    expect(checkPure(sources, ["skill", "check", "client"])).toEqual(none);
  });

  it("of files, processes and sockets stay in platform", () => {
    expect(checkOutsideWorld(sources)).toEqual(none);
  });
});

describe("sources", () => {
  it("name no dialect outside its folder", () => {
    const ids = [...new Set([...dialectIds, ...dialectFolders(sources)])];
    expect(checkDialectNames(sources, ids)).toEqual(none);
  });

  it("list every dialect that has a folder", () => {
    expect(checkDialectList(sources)).toEqual(none);
  });

  it("list every lint rule, and have a page for it", () => {
    const pages = listFiles(["docs/reference/diagnostics/lint"], /\.md$/u);
    expect(checkRules(sources, pages)).toEqual(none);
  });

  it("stay under 400 lines a file", () => {
    expect(checkLength([...sources, ...helpers], 400, ALLOWED)).toEqual(none);
  });
});

/** Every file that starts programs, with what it starts. A new one needs its rows in `test/hostile/programs.test.ts`. */
const STARTERS: Readonly<Record<string, string>> = {
  "src/platform/archive/unpack.ts": "bzip2",
  "src/platform/jobs/worker-process.ts": "Node, with a file of this program and no variables",
  "src/platform/machine/machine.ts": "the login shell of the user",
  "src/platform/process/helper.ts": "Node, with a file of this program and no variables",
  "src/platform/process/open-page.ts": "the browser of the user, with the address of a page",
  "src/platform/process/run-program.ts": "git, installers of programs, pip and npm",
  "src/platform/sandbox/bridge.ts": "nsenter and socat, for the network of the sandbox",
  "src/platform/sandbox/interpreters.ts": "Python, to ask where it lives",
  "src/platform/sandbox/spawn.ts": "bubblewrap, and nothing else does",
};

describe("programs", () => {
  const starters = sources.filter(
    ({ path, text }) => !path.endsWith(".test.ts") && text.includes('"node:child_process"'),
  );

  it("[BX-14] are started by these files alone", () => {
    expect(starters.map(({ path }) => path).toSorted()).toEqual(Object.keys(STARTERS));
  });

  it("[BX-14] are no bubblewrap but in the one function that refuses NUL characters", () => {
    const calls = starters.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|exec|fork)\(\s*([^,)]+)/gu,
        ),
      ].map(([, program = ""]) => `${path}: ${program.trim()}`),
    );
    const named = calls.filter((call) => /bwrap|bubblewrap/iu.test(call));
    expect(named).toEqual(["src/platform/sandbox/spawn.ts: bwrap"]);
    expect(calls).toHaveLength(Object.keys(STARTERS).length);
  });
});

describe("dependencies", () => {
  it("are each justified in docs/decisions", () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const decisions = readFiles(["docs/decisions"], /\.md$/u);
    expect(checkDependencies(manifest, decisions)).toEqual(none);
  });
});
