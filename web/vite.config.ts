import react from "@vitejs/plugin-react";
import { join } from "node:path";
import type { Plugin, UserConfig } from "vite";
import { operations } from "../src/app/operations.ts";
import { listSystems } from "./src/engine/systems.ts";

const machine = join(import.meta.dirname, "src/engine/machine.ts");
const OF_MACHINE = /\/src\/(?:platform\/.*|library\/hosts\/index)\.ts$/u;

/** Rooms that run in the page may name a machine in their remedies; there is none. */
function withoutMachine(): Plugin {
  return {
    name: "without-machine",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (importer === undefined || !/(?:platform|hosts)\//u.test(source)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found !== null && OF_MACHINE.test(found.id) ? machine : null;
    },
  };
}

/** The page is served under strict rules: no inline script or style, nothing from another host. */
const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [react(), withoutMachine()],
  logLevel: "warn",
  // Pages that only name systems need not load the engine for that.
  define: {
    SKILL_SYSTEMS: JSON.stringify(listSystems()),
    SKILL_OPERATIONS: JSON.stringify(
      operations.map(({ id, command = id, summary }) => ({ id, command, summary })),
    ),
  },
  build: {
    target: "es2023",
    outDir: "../dist/web",
    emptyOutDir: true,
    // A file inside another would be a `data:` address, which the policy of the page refuses for most kinds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The table of tokens is as large as it is, and loaded by the one page that counts them.
    chunkSizeWarningLimit: 2500,
    manifest: ".vite/manifest.json",
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: {
    format: "es",
    plugins: () => [withoutMachine()],
    rolldownOptions: { checks: { pluginTimings: false } },
  },
};

export default config;
