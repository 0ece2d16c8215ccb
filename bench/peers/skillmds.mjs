import { readdirSync, readFileSync } from "node:fs";

const { lint } = await import(
  new URL("../.peers/node_modules/@skillmds/core/dist/index.js", import.meta.url)
);
const [root] = process.argv.slice(2);
let accepted = 0;
let refused = 0;
for (const slug of readdirSync(root)) {
  const result = lint(readFileSync(`${root}/${slug}/SKILL.md`, "utf8"), { slug });
  if (result.ok) accepted += 1;
  else refused += 1;
}
process.stdout.write(`${accepted} accepted, ${refused} refused\n`);
