/** Writes the published JSON Schemas; a test fails where they are not what this would write. */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { configSchema } from "../src/check/index.ts";

const folder = resolve(import.meta.dirname, "../schemas");

mkdirSync(folder, { recursive: true });
writeFileSync(
  resolve(folder, "config.schema.json"),
  `${JSON.stringify(configSchema(), undefined, 2)}\n`,
);
