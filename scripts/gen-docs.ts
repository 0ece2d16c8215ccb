/** Writes the JSON Schemas and the reference pages that are made from the tables. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { generatedFiles } from "./docs/generated.ts";

const root = resolve(import.meta.dirname, "..");
const files = await generatedFiles();
for (const [path, content] of files) {
  const target = resolve(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
console.log(`Wrote ${files.size} files.`);
