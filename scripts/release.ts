/**
 * node scripts/release.ts VERSION [--dry-run] [--skip-tests]
 *
 * Makes a release as RELEASING.md describes it. Nothing is pushed or published.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import semver from "semver";

const root = resolve(import.meta.dirname, "..");
const CHART = "deploy/helm/skillwright/Chart.yaml";
const FILES = ["package.json", "package-lock.json", "CHANGELOG.md", CHART];

class ReleaseError extends Error {}

try {
  release();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

function release(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" }, "skip-tests": { type: "boolean" } },
  });
  const isDryRun = values["dry-run"] === true;
  const version = nextVersion(positionals[0]);
  const tag = `v${version}`;
  checkRepository(tag);
  const changelog = releasedChangelog(read("CHANGELOG.md"), version);
  if (values["skip-tests"] !== true) run("npm", ["test"]);
  try {
    run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"], "quiet");
    writeFileSync(join(root, "CHANGELOG.md"), changelog);
    writeFileSync(
      join(root, CHART),
      read(CHART).replaceAll(/^(version|appVersion): .*$/gmu, `$1: ${version}`),
    );
    run("npm", ["run", "--silent", "build"]);
    checkPackage(version);
    if (isDryRun) {
      console.log(run("git", ["diff", "--stat"], "quiet").trimEnd());
      console.log(`Dry run: ${tag} is ready to be made. Nothing was changed.`);
      restore();
      return;
    }
    run("git", ["add", ...FILES], "quiet");
    run("git", ["commit", "-m", `chore: release ${version}`], "quiet");
    run("git", ["tag", "-a", tag, "-m", `Skillwright ${version}`], "quiet");
  } catch (error) {
    restore();
    throw error;
  }
  console.log(`Made ${tag}. Next: \`git push --follow-tags\`, then \`npm publish\`.`);
}

/** The files as they were committed; the tree was clean before. */
function restore(): void {
  run("git", ["checkout", "HEAD", "--", ...FILES], "quiet");
}

function nextVersion(wanted: string | undefined): string {
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  if (wanted === "major" || wanted === "minor" || wanted === "patch")
    return semver.inc(version, wanted) ?? fail(`${version} in package.json is no version.`);
  if (wanted === undefined || semver.valid(wanted) !== wanted)
    fail("Usage: npm run release -- major|minor|patch|VERSION [--dry-run] [--skip-tests]");
  // The first release may have the version that stands there already.
  const isFirst = wanted === version && run("git", ["tag", "--list", "v*"], "quiet") === "";
  if (!isFirst && !semver.gt(wanted, version)) fail(`${wanted} is not later than ${version}.`);
  return wanted;
}

function checkRepository(tag: string): void {
  const changes = run("git", ["status", "--porcelain"], "quiet");
  if (changes !== "")
    fail(`The working tree has changes; commit them first:\n${changes.trimEnd()}`);
  const branch = run("git", ["branch", "--show-current"], "quiet").trim();
  if (branch !== "main") fail(`The branch is \`${branch}\`; releases are made on \`main\`.`);
  if (run("git", ["tag", "--list", tag], "quiet") !== "") fail(`The tag ${tag} exists already.`);
}

/** Dates the section of the version where there is one, or moves what is under Unreleased into one. */
function releasedChangelog(text: string, version: string): string {
  const date = new Date().toISOString().slice(0, 10);
  const [, before = "", entries = "", after = ""] =
    /^([^]*?\n## Unreleased\n)([^]*?)(\n## [^]*)?$/u.exec(text) ?? [];
  if (before === "") fail("CHANGELOG.md has no section `## Unreleased`.");
  const hasEntries = /^- /mu.test(entries);
  const heading = `\n## ${version}\n`;
  if (text.includes(heading)) {
    if (hasEntries)
      fail(`CHANGELOG.md has entries under Unreleased. Move them into its section ${version}.`);
    return text.replace(heading, `\n## ${version} - ${date}\n`);
  }
  if (!hasEntries) fail("CHANGELOG.md has no entries under Unreleased.");
  return `${before}\n## ${version} - ${date}\n\n${entries.trim()}\n${after}`;
}

/** Packs, installs the archive as a user would, and starts it. */
function checkPackage(version: string): void {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-release-"));
  try {
    const pack = run(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
      "quiet",
    );
    const [packed] = JSON.parse(pack) as readonly {
      readonly filename: string;
      readonly files: readonly { readonly path: string }[];
    }[];
    const files = packed?.files.map(({ path }) => path) ?? [];
    const missing = [
      "dist/cli/main.js",
      "dist/index.d.ts",
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
    ].filter((path) => !files.includes(path));
    if (missing.length > 0) fail(`The package lacks ${missing.join(", ")}.`);
    run(
      "npm",
      [
        "install",
        "--prefix",
        folder,
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        join(folder, packed?.filename ?? ""),
      ],
      "quiet",
    );
    const program = join(folder, "node_modules/skillwright/dist/cli/main.js");
    const printed = run(process.execPath, [program, "--version"], "quiet").trim();
    if (!printed.includes(version))
      fail(`The packed program prints \`${printed}\` as its version.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Runs a program of the machine; `quiet` returns what it prints in place of showing it. */
function run(program: string, parameters: readonly string[], output?: "quiet"): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: root,
    encoding: "utf8",
    stdio: output === "quiet" ? ["ignore", "pipe", "pipe"] : "inherit",
    maxBuffer: 64_000_000,
    shell: process.platform === "win32" && program === "npm",
  });
  if (error !== undefined) fail(`\`${program}\` did not start: ${error.message}`);
  if (status !== 0)
    fail(
      `\`${program} ${parameters.join(" ")}\` failed.\n${`${stdout ?? ""}${stderr ?? ""}`.trim()}`,
    );
  return stdout ?? "";
}

function fail(message: string): never {
  throw new ReleaseError(message);
}
