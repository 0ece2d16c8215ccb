import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { UserConfig } from "tsdown";

const common: UserConfig = {
  format: "esm",
  outDir: "dist",
  target: "node22.16",
  // The manifest says `"type": "module"`, so plain `.js` and `.d.ts` are modules already.
  fixedExtension: false,
  report: false,
  failOnWarn: true,
  // Which plugin takes how long is of no use to whoever only wants the program.
  inputOptions: { checks: { pluginTimings: false } },
};

const library: UserConfig = {
  ...common,
  entry: present({
    index: "src/index.ts",
    "client/index": "src/client/index.ts",
    "scan/index": "src/check/scan/public.ts",
  }),
  // The library must load in a browser as well.
  platform: "neutral",
  dts: true,
  sourcemap: true,
};

/** What runs where an agent runs, with everything that Node has. */
const runtime: UserConfig = {
  ...common,
  entry: present({
    "library/index": "src/hub/library/public.ts",
    "mcp/index": "src/serve/mcp/public.ts",
    "run/index": "src/hub/tools/public.ts",
    "registry/index": "src/registry/public.ts",
  }),
  platform: "node",
  dts: true,
  sourcemap: true,
};

/** One file without imports: it is mounted beside modules of tools, where no package is installed. */
const helper: UserConfig = {
  ...common,
  entry: present({ "tools/index": "src/run/tools/helper/index.ts" }),
  platform: "neutral",
  dts: true,
  sourcemap: false,
};

/** What starts every command; none of it may import what only some commands need. */
const coreModules =
  /src\/(?:platform\/(?:[a-z-]+|machine\/(?:clock|signals))|skill\/model\/[a-z-]+|check\/scan\/finding|serve\/mcp\/early\/[a-z-]+|cli\/(?:start|output-cache|meter|parse|context|render|commands\/mcp)|app\/(?:text|machine\/inputs))\.ts$/u;

/** What every operation needs on the command line. */
const operationModules =
  /src\/(?:app\/(?:errors|sources|library\/(?:render-problem|selection)|machine\/(?:documents|meter|parts|skill-source))|cli\/(?:run-operation|text-options|library\/(?:select|show-path))|platform\/(?:content\/.+|process\/(?:environment|folders|home)|sandbox\/programs|tree\/(?:folder|stable-mark)))\.ts$/u;

/** What linting and scanning share. */
const checkModules =
  /src\/(?:check\/(?:lint\/(?:body|hidden|indented-code|links|secrets)|report\/.+)|app\/machine\/(?:threads\/.+|scan\/options))\.ts$/u;

/** What linting needs besides; the scanner is loaded where it is asked for, and a library of skills too. */
const lintModules =
  /src\/(?:check\/lint\/.+|app\/(?:check\/lint-input|machine\/lint\/(?!scan|fix|library).+))\.ts$/u;

/** What scanning needs besides, on this machine and for programs that send skills along. */
const scanModules =
  /src\/(?:check\/scan\/(?!rules-version\.ts).+|app\/(?:check\/scanning(?:\.text)?|machine\/scan\/.+))\.ts$/u;

/** What every command needs that looks into a skill. */
const skillModules =
  /src\/skill\/(?:text\/(?!places|render|rewrite)|dialects\/|(?:confirmations|read-skill|require-dialect)\.ts)|node_modules\/(?:js-yaml|json5|semver)\//u;

/** What every command needs that asks whether a skill is still what was installed. */
const lockModules =
  /src\/(?:registry\/(?:errors|install\/name-check|(?:lock|package|sign|states|transparency)\/(?!sign-skill).+|sources\/(?:answer-json|budget|http|web-cache))|platform\/(?:archive\/.+|folder\/(?:lock|owner|sync|names)|signing\/.+|network\/(?:fetch-bytes|json-values|request)))\.(?:ts|json)$/u;

/** What every command needs that asks which skills an agent has. */
const libraryModules =
  /src\/(?:library\/(?:emit|(?:config|gate|prompt|roots|session)\/.+|hosts\/(?:bins|diagnostics|facts|gateway-address|host-file|inventory|local|messages|probes|runtime|simulate)|install\/(?:choice|diagnostics|plan|plan-download|targets))|app\/library\/(?:confirmed|edition|hosts|limits|ruleless|settings|settings-file|system-problems|systems)|platform\/(?:machine\/(?:fair-queue|machine|secrets)|process\/repeat|tree\/watch))\.ts$/u;

/** What places and changes values in a file. */
const writingModules = /src\/skill\/text\/(?:places|render|rewrite)\.ts$/u;

/** What every command needs that installs, renews or removes skills. */
const registryModules =
  /src\/(?:app\/(?:machine\/logins|registry\/(?:applied\.text|changes\.text|clients|consent|install(?:ing|ed-skills|ed\.text)|lock-folders|scan-memory|sources|states|trusted-keys))|registry\/(?:(?:install|resolve|sources(?!\/mcp))\/.+|manager\/.+|contract\/(?:deprecation|index)))\.(?:ts|json)$/u;

/** What an MCP server needs over any transport; HTTP is loaded where it is asked for. */
const mcpModules =
  /node_modules\/@modelcontextprotocol\/server\/|src\/(?:app\/catalog\/.+|serve\/mcp\/(?:server\/.+|[a-z-]*turns|job-owner|uses|skill-server|stdio))\.ts$/u;

/**
 * Packages that commands and servers load at their start: a few files load faster than many. Packages with files of
 * their own beside their code, such as grammars and dictionaries, stay where npm puts them.
 */
export const bundled: readonly string[] = [
  "@ai-sdk/provider",
  "@hono/node-server",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "dotenv",
  "esprima",
  "hono",
  "jose",
  "js-yaml",
  "js-yaml-3",
  "json5",
  "kysely",
  "semver",
  "smol-toml",
  "tar",
  "vscode-jsonrpc",
  "vscode-languageserver",
  "vscode-languageserver-protocol",
  "vscode-languageserver-textdocument",
  "vscode-languageserver-types",
  "ws",
  "yaml",
  "yauzl",
  "zod",
];

// A build of its own, so that the program shares no chunk with the library: a shared chunk could pull
// modules into the start of the program that only the library needs.
const program: UserConfig = {
  ...common,
  entry: present({
    "cli/main": "src/cli/main.ts",
    "cli/worker": "src/app/machine/worker.ts",
    "cli/jobs": "src/app/jobs/worker.ts",
    "cli/agents": "src/app/library/agents-worker.ts",
  }),
  platform: "node",
  dts: false,
  sourcemap: false,
  deps: { alwaysBundle: bundled.map((name) => new RegExp(`^${name}(?:/|$)`, "u")) },
  define: {
    SCANNER_DIGEST: JSON.stringify(scannerDigest()),
    PROGRAM_DIGEST: JSON.stringify(digestOf(["."])),
  },
  // Chunks lie beside the entries, so that `new URL("./worker.js", import.meta.url)` holds in all of them.
  inputOptions: {
    checks: { pluginTimings: false },
    preserveEntrySignatures: "allow-extension",
  },
  outputOptions: {
    chunkFileNames: "cli/[name]-[hash].js",
    // Every file costs a millisecond to load, so what most commands need lies in few of them.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: "head",
          test: /src\/(?:app\/(?:browser|operation|operations|server\/operations|check\/skills-field|registry\/fields|tools\/fields)|cli\/(?:help|operation-spec|commands\/(?:families|spec|table|[a-z]+-table)))\.ts$/u,
          priority: 3,
        },
        { name: "core", test: coreModules, priority: 2 },
        { name: "operation", test: operationModules, priority: 2 },
        { name: "check", test: checkModules, priority: 2 },
        { name: "lint", test: lintModules, priority: 1 },
        { name: "scan", test: scanModules, priority: 1 },
        { name: "yaml", test: /node_modules\/yaml\//u, priority: 2 },
        { name: "skill", test: skillModules, priority: 1 },
        { name: "lock", test: lockModules, priority: 1 },
        { name: "library", test: libraryModules, priority: 1 },
        { name: "writing", test: writingModules, priority: 1 },
        { name: "registry", test: registryModules },
        { name: "mcp-server", test: mcpModules },
      ],
    },
  },
};

const config: UserConfig[] = [library, runtime, helper, program].filter(hasEntries);
export default config;

/** Of all that a verdict of the scanner depends on: what was found before counts only for the very same scanner. */
function scannerDigest(): string {
  return digestOf(["check", "skill", "platform/scanning", "platform/secrets", "platform/syntax"]);
}

/** Of the sources in folders of `src`, and of the packages that they use. */
function digestOf(folders: readonly string[]): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  for (const folder of folders)
    for (const file of sourcesIn(join("src", folder))) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function sourcesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Keeps the entries that exist, so that a checkout without some of the rooms still builds. */
function present(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)));
}

function hasEntries(build: UserConfig): boolean {
  return Object.keys(build.entry ?? {}).length > 0;
}
