/** Writes what a recipe of CONTRIBUTING.md begins with: `npm run new -- KIND NAME ["Title"]`. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { dialectScaffold } from "./scaffolds/dialect.ts";
import { lintRuleScaffold } from "./scaffolds/lint-rule.ts";
import { nodeScaffold } from "./scaffolds/node.ts";
import { operationScaffold } from "./scaffolds/operation.ts";
import { pageScaffold } from "./scaffolds/page.ts";
import { protocolScaffold } from "./scaffolds/protocol.ts";
import { addLine, type Scaffold, type ScaffoldPlan, toName } from "./scaffolds/scaffold.ts";
import { scanRuleScaffold } from "./scaffolds/scan-rule.ts";
import { storeScaffold } from "./scaffolds/store.ts";

const scaffolds: { readonly [kind: string]: Scaffold } = {
  dialect: dialectScaffold,
  "lint-rule": lintRuleScaffold,
  "scan-rule": scanRuleScaffold,
  operation: operationScaffold,
  page: pageScaffold,
  store: storeScaffold,
  protocol: protocolScaffold,
  node: nodeScaffold,
};

const root = resolve(import.meta.dirname, "..");
const [kind = "", id = "", given] = process.argv.slice(2);
const scaffold = Object.hasOwn(scaffolds, kind) ? scaffolds[kind] : undefined;
if (scaffold === undefined) {
  stop(
    `\`npm run new\` makes one of: ${Object.keys(scaffolds).join(", ")}.`,
    "npm run new -- KIND NAME",
  );
} else if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u.test(id)) {
  stop(
    "A name is lower-case words joined by hyphens.",
    `npm run new -- ${kind} ${scaffold.example} ["${scaffold.title}"]`,
  );
} else write(scaffold.plan(toName(id, given ?? scaffold.title)));

function write({ files, lines = [], next }: ScaffoldPlan): void {
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (taken !== undefined) stop(`${taken} already exists.`, "Choose another name.");
  // Every list is worked out before the first file is written, so that nothing is left half-made.
  const changed = new Map<string, string>();
  for (const line of lines) {
    const text = changed.get(line.path) ?? readFileSync(join(root, line.path), "utf8");
    changed.set(line.path, addLine(text, line));
  }
  for (const [path, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const written = [...Object.keys(files), ...changed.keys()];
  // The templates are laid out for reading, not as the formatter wants the files.
  spawnSync(join(root, "node_modules/.bin/oxfmt"), written, { cwd: root, stdio: "ignore" });
  console.log(`Wrote ${Object.keys(files).join(", ")}.`);
  if (changed.size > 0) console.log(`Added a line to ${[...changed.keys()].join(", ")}.`);
  console.log("Next:");
  for (const [index, step] of [...next, "Run `npm run docs`, then `npm test`."].entries())
    console.log(`${index + 1}. ${step}`);
}

function stop(message: string, usage: string): never {
  console.error(message);
  console.error(usage);
  process.exit(2);
}
