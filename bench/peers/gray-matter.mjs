import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const matter = createRequire(new URL("../.peers/package.json", import.meta.url))("gray-matter");
const [root] = process.argv.slice(2);
let parsed = 0;
let refused = 0;
for (const dir of readdirSync(root)) {
  const text = readFileSync(`${root}/${dir}/SKILL.md`, "utf8");
  try {
    // An options object turns off the cache, which would return a broken file as empty.
    matter(text, {});
    parsed += 1;
  } catch {
    refused += 1;
  }
}
process.stdout.write(`${parsed} parsed, ${refused} refused\n`);
