import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

/** The page is served under strict rules: no inline script or style, nothing from another host. */
const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: "warn",
  build: {
    target: "es2023",
    outDir: "../dist/web",
    emptyOutDir: true,
    // A file inside another would be a `data:` address, which the policy of the page refuses for most kinds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    manifest: ".vite/manifest.json",
  },
  worker: { format: "es" },
};

export default config;
