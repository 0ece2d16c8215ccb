import { existsSync } from "node:fs";
import type { UserConfig } from "tsdown";

const common: UserConfig = {
  format: "esm",
  outDir: "dist",
  target: "node22.12",
  // The manifest says `"type": "module"`, so plain `.js` and `.d.ts` are modules already.
  fixedExtension: false,
  report: false,
  failOnWarn: true,
};

const library: UserConfig = {
  ...common,
  entry: present({
    index: "src/index.ts",
    "skill/index": "src/skill/index.ts",
    "check/index": "src/check/index.ts",
  }),
  // The library must load in a browser as well.
  platform: "neutral",
  dts: true,
  sourcemap: true,
};

// A build of its own, so that the program shares no chunk with the library: a shared chunk could pull
// modules into the start of the program that only the library needs.
const program: UserConfig = {
  ...common,
  entry: present({
    "cli/main": "src/cli/main.ts",
    "cli/worker": "src/cli/worker.ts",
  }),
  platform: "node",
  dts: false,
  sourcemap: false,
  // A few files load faster than the many files of the packages.
  deps: { alwaysBundle: [/.*/u] },
  // Chunks lie beside the entries, so that `new URL("./worker.js", import.meta.url)` holds in all of them.
  outputOptions: { chunkFileNames: "cli/[name]-[hash].js" },
};

const config: UserConfig[] = [library, program].filter(hasEntries);
export default config;

/** Keeps the entries that exist, so that a checkout without some of the rooms still builds. */
function present(entries: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file)));
}

function hasEntries(build: UserConfig): boolean {
  return Object.keys(build.entry ?? {}).length > 0;
}
