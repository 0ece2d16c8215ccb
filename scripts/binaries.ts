/**
 * node scripts/binaries.ts [--target linux-x64]... [--bun PROGRAM] [--out DIR] [--download URL --homepage URL]
 *
 * Writes `skillwright-VERSION-TARGET` for machines without Node, with its SHA-256 beside it, from what is built in dist.
 * Where all targets are made and `--download` says where they will lie, a formula for Homebrew and the manifests of
 * winget as well. RELEASING.md says when.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { create } from "tar";
import { compileWords } from "./binaries/compile-words.ts";
import { binaryName, homebrewFormula, wingetManifests } from "./binaries/manifests.ts";

/** Fetched for releases alone, as it is a hundred megabytes. */
const BUN = "bun@1.4.4";
const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64"] as const;
const ENTRIES = ["main", "worker", "jobs", "agents"].map((name) => `dist/cli/${name}.js`);
/** What the program reads beside its code. */
const FOLDERS = ["diagnostics", "tools", "workers"].map((name) => `dist/${name}`);
/** Looks for its own files, so that it stays what it is. */
const GRAMMARS = "@vscode/tree-sitter-wasm";

/** Written by this project. */
interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

type Bun = (words: readonly string[]) => void;

const root = resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    target: { type: "string", multiple: true, default: [...TARGETS] },
    bun: { type: "string" },
    download: { type: "string" },
    homepage: { type: "string" },
    out: { type: "string", default: "release" },
  },
});
const unknown = values.target.find((target) => !TARGETS.some((known) => known === target));
if (unknown === undefined) {
  const out = resolve(values.out);
  const hashes = buildAll(values.target, openBun(values.bun), out);
  if (values.download !== undefined) writeManifests(values.download, values.homepage, hashes, out);
} else {
  console.error(`No target \`${unknown}\`; there are ${TARGETS.join(", ")}.`);
  process.exitCode = 2;
}

function openBun(program: string | undefined): Bun {
  const [command, first] =
    program === undefined ? ["npm", ["exec", "--yes", "--", BUN]] : [resolve(program), []];
  return (words) => {
    const parameters = [...first, "build", ...words];
    execFileSync(command, parameters, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  };
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}

/** The SHA-256 of each binary by its target. */
function buildAll(targets: readonly string[], bun: Bun, out: string): ReadonlyMap<string, string> {
  const manifest = readManifest();
  const hashes = new Map<string, string>();
  const folder = mkdtempSync(join(tmpdir(), "skillwright-binaries-"));
  try {
    const digest = writePackage(folder, manifest, bun);
    for (const name of ["main.ts", "own-program.ts"])
      copyFileSync(join(root, "scripts/binaries", name), join(folder, name));
    // Beside the archive that it imports, and with the packages that it uses.
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    mkdirSync(out, { recursive: true });
    for (const target of targets) {
      const file = binaryName(manifest.version, target);
      const entry = join(folder, "main.ts");
      bun(compileWords({ target, digest, entry, file: join(out, file) }));
      const sha256 = hashOf(join(out, file));
      hashes.set(target, sha256);
      writeFileSync(join(out, `${file}.sha256`), `${sha256}  ${file}\n`);
      console.log(`${join(out, file)} (sha256 ${sha256})`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return hashes;
}

function writeManifests(
  download: string,
  homepage: string | undefined,
  hashes: ReadonlyMap<string, string>,
  out: string,
): void {
  const { version, description } = readManifest();
  const base = download.replace(/\/+$/u, "");
  const release = {
    version,
    description: description.replace(/\.$/u, ""),
    download: base,
    homepage: homepage ?? base,
    hashes,
  };
  writeFileSync(join(out, "skillwright.rb"), homebrewFormula(release));
  const today = new Date().toISOString().slice(0, 10);
  for (const [name, text] of wingetManifests(release, today)) writeFileSync(join(out, name), text);
}

/** The archive that each binary unpacks: few files, since each of them costs where they are unpacked. */
function writePackage(folder: string, { peerDependencies }: Manifest, bun: Bun): string {
  const home = join(folder, "package");
  const external = [...Object.keys(peerDependencies), GRAMMARS];
  const options = ["--target=node", "--splitting", "--minify-whitespace", "--minify-syntax"];
  const outside = external.map((name) => `--external=${name}`);
  bun([...options, ...outside, ...ENTRIES, "--outdir", join(home, "dist/cli")]);
  for (const name of FOLDERS) cpSync(join(root, name), join(home, name), { recursive: true });
  copyFileSync(join(root, "dist/third-party-licenses.txt"), join(home, "third-party-licenses.txt"));
  copyFileSync(join(root, "LICENSE"), join(home, "LICENSE"));
  writeFileSync(join(home, "package.json"), '{"type":"module"}\n');
  const grammars = join("node_modules", GRAMMARS);
  cpSync(join(root, grammars), join(home, grammars), { recursive: true });
  const archive = join(folder, "package.tgz");
  const fixed = { portable: true, mtime: new Date(0), gzip: { level: 9 } } as const;
  create({ file: archive, cwd: home, sync: true, ...fixed }, readdirSync(home).toSorted());
  return hashOf(archive).slice(0, 16);
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
