/**
 * Builds dist. The build goes to a folder beside it that takes its place when it is complete: a failed
 * build leaves the last good one, and programs that run from dist meanwhile see no half of it.
 */
import { existsSync } from "node:fs";
import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "tsdown";
import config, { bundled } from "../tsdown.config.ts";
import { buildWeb } from "./build-web.ts";

process.chdir(join(import.meta.dirname, ".."));

const next = `dist-${process.pid}`;

if (config.length === 0) {
  console.log("Nothing to build: none of the entries of tsdown.config.ts exists.");
} else {
  try {
    await build({ outDir: next, logLevel: "warn" });
    await writeFile(`${next}/third-party-licenses.txt`, await licenses());
    // `skillwright rules` shows these pages, also where the documentation is not installed.
    await cp("docs/reference/diagnostics", `${next}/diagnostics`, { recursive: true });
    // Programs of their own, which run as they are.
    for (const folder of ["src/run/tools/workers", "src/run/knowledge/workers"])
      await cp(folder, `${next}/workers`, { recursive: true });
    await buildWeb(`${next}/web`);
    await replaceDist();
  } catch (error) {
    // The message names the source and the place; the stack would lead into the bundler.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function replaceDist(): Promise<void> {
  const previous = `${next}-previous`;
  if (existsSync("dist")) await rename("dist", previous);
  await rename(next, "dist");
  await rm(previous, { recursive: true, force: true });
}

/** The program carries these packages inside, so their licences have to travel with it. */
async function licenses(): Promise<string> {
  const texts = bundled.map(async (name) => {
    const files = ["LICENSE", "LICENSE.md", "LICENSE.BSD", "License.txt"].map(
      (file) => `node_modules/${name}/${file}`,
    );
    const file = files.find((candidate) => existsSync(candidate));
    if (file === undefined) throw new Error(`No licence file found in node_modules/${name}.`);
    const text = await readFile(file, "utf8");
    return `${name}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}
