/**
 * Builds the workbench, with smaller forms of each file for browsers that take them. A build whose sources have
 * not changed is taken over as it is. Run by itself it puts the page into dist/web and leaves the program alone.
 */
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Rolldown } from "vite";
import config from "../web/vite.config.ts";

const root = join(import.meta.dirname, "..");
const built = join(root, "dist/web");
/** Sources that the page is made of; a change in any other file leaves it as it is. */
const SOURCES = [
  "web",
  "src/app",
  "src/client",
  "src/skill",
  "src/check",
  "src/library",
  "src/run/authority",
  "src/run/workflow",
  "package-lock.json",
  "scripts/build-web.ts",
];
const STAMP = ".sources";
/** Their files are copied, so that no module names these packages. */
const FONTS = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"];

/** Builds the page into the folder, or copies the last build where nothing has changed since. */
export async function buildWeb(folder: string): Promise<void> {
  const target = resolve(root, folder);
  const stamp = await stampOfSources();
  if (await isCurrent(stamp)) {
    await cp(built, target, { recursive: true });
    return;
  }
  const packages = new Set<string>(FONTS);
  // Tests start this with another value, with which React would be built for those who develop it.
  process.env["NODE_ENV"] = "production";
  await build({
    ...config,
    configFile: false,
    mode: "production",
    plugins: [...(config.plugins ?? []), notePackages(packages)],
    build: { ...config.build, outDir: target },
  });
  await writeFile(join(target, "licenses.txt"), await licenses(packages));
  await Promise.all((await filesIn(target)).map(compress));
  await writeFile(join(target, STAMP), stamp);
}

async function isCurrent(stamp: string): Promise<boolean> {
  try {
    return (await readFile(join(built, STAMP), "utf8")) === stamp;
  } catch {
    return false;
  }
}

async function stampOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = source.includes(".") ? [path] : await filesIn(path);
    for (const file of files.filter((name) => !/\.test\.tsx?$|\.md$/u.test(name)).toSorted())
      hash
        .update(relative(root, file))
        .update("\0")
        .update(await readFile(file))
        .update("\0");
  }
  return hash.digest("hex");
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Files that are small as they are gain nothing. */
const LEAST_BYTES = 1024;

async function compress(file: string): Promise<void> {
  if (!/\.(?:js|css|html|svg|json|txt)$/u.test(file)) return;
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
}

/** The page carries these packages inside, so their licences have to travel with it. */
function notePackages(packages: Set<string>): Rolldown.Plugin {
  return {
    name: "note-packages",
    generateBundle(_options, bundle) {
      for (const item of Object.values(bundle)) {
        if (item.type !== "chunk") continue;
        for (const id of item.moduleIds) {
          const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(id)?.[1];
          if (name !== undefined) packages.add(name);
        }
      }
    },
  };
}

async function licenses(packages: ReadonlySet<string>): Promise<string> {
  const texts = [...packages].toSorted().map(async (name) => {
    const folder = join(root, "node_modules", name);
    const file = (await readdir(folder)).find((entry) => /^licen[sc]e/iu.test(entry));
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
      readonly license?: string;
    };
    const text = file === undefined ? undefined : await readFile(join(folder, file), "utf8");
    return `${name}\n\n${(text ?? `Licence: ${manifest.license ?? "not named"}`).trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}

/** Puts the page into dist/web where it is not there already. Of several at once, one builds and the others wait. */
async function buildInPlace(): Promise<void> {
  const lock = join(root, "dist/.web-lock");
  await mkdir(join(root, "dist"), { recursive: true });
  while (!(await take(lock))) await setTimeout(100);
  const next = join(root, `dist-web-${process.pid}`);
  const previous = `${next}-previous`;
  try {
    if (await isCurrent(await stampOfSources())) return;
    await buildWeb(next);
    if (existsSync(built)) await rename(built, previous);
    await rename(next, built);
  } finally {
    await rm(lock, { recursive: true, force: true });
    await rm(next, { recursive: true, force: true });
    await rm(previous, { recursive: true, force: true });
  }
}

/** A lock that is older belongs to a build that was broken off. */
const OLD_MS = 60_000;

async function take(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > OLD_MS) await rm(lock, { recursive: true, force: true });
    return false;
  }
}

if (process.argv[1] === import.meta.filename) await buildInPlace();
