/** `scripts/release.ts` in a small repository of the test's own, with the same file and real git and npm. */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";
import { outputOf, runToEnd } from "../support/spawner.ts";

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n- Adds a thing.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n";
const PROGRAM = `import { readFileSync } from "node:fs";
const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
console.log("skillwright " + JSON.parse(text).version);
`;
/** Stands for the real build, whose output is not committed either. */
const BUILD = `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist/cli", { recursive: true });
writeFileSync("dist/cli/main.js", ${JSON.stringify(PROGRAM)});
writeFileSync("dist/index.d.ts", "export {};");
`;

const CHART = "deploy/helm/skillwright/Chart.yaml";

interface Repository {
  readonly git: (...words: readonly string[]) => string;
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  readonly release: (...words: readonly string[]) => {
    readonly code: number | null;
    readonly output: string;
  };
}

function makeRepository(testScript = "node --version"): Repository {
  const folder = temporaryFolder();
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const git = (...words: readonly string[]): string =>
    outputOf("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...words], {
      cwd: folder,
    });
  mkdirSync(join(folder, "scripts"));
  copyFileSync(join(root, "scripts/release.ts"), join(folder, "scripts/release.ts"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const manifest = {
    name: "skillwright",
    version: "0.1.0",
    type: "module",
    files: ["dist", "CHANGELOG.md"],
    scripts: { test: testScript, build: "node scripts/build.mjs" },
  };
  write("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
  const { name, version } = manifest;
  const lock = { name, version, lockfileVersion: 3, packages: { "": { name, version } } };
  write("package-lock.json", JSON.stringify(lock));
  write("scripts/build.mjs", BUILD);
  write("CHANGELOG.md", CHANGELOG);
  mkdirSync(join(folder, "deploy/helm/skillwright"), { recursive: true });
  write(CHART, "name: skillwright\nversion: 0.1.0\nappVersion: 0.1.0\n");
  write("README.md", "# A\n");
  write("LICENSE", "MIT\n");
  write(".gitignore", "node_modules\ndist/\n");
  git("init", "-q", "-b", "main");
  git("config", "user.name", "A");
  git("config", "user.email", "a@example.org");
  git("add", "-A");
  git("commit", "-qm", "feat: begin");
  return {
    git,
    write,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    release: (...words) => {
      const result = runToEnd(process.execPath, [join(folder, "scripts/release.ts"), ...words], {
        cwd: folder,
      });
      return { code: result.status, output: `${result.stdout}${result.stderr}` };
    },
  };
}

describe("a release", () => {
  it("dates the section of its version where there is one", () => {
    const { release, read, write, git } = makeRepository();
    write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nOne system.\n");
    git("commit", "-qam", "docs: describe the first version");
    const { code, output } = release("0.1.0", "--skip-tests");
    expect([code, output]).toEqual([0, expect.any(String)]);
    const date = new Date().toISOString().slice(0, 10);
    expect(read("CHANGELOG.md")).toBe(
      `# Changelog\n\n## Unreleased\n\n## 0.1.0 - ${date}\n\nOne system.\n`,
    );
  });

  it("moves the changelog, sets the version, commits and tags", () => {
    const { release, read, git } = makeRepository();
    const { code, output } = release("minor");
    expect(output).toContain("Made v0.2.0.");
    expect(code).toBe(0);
    const date = new Date().toISOString().slice(0, 10);
    expect(read("CHANGELOG.md")).toBe(
      `# Changelog\n\n## Unreleased\n\n## 0.2.0 - ${date}\n\n- Adds a thing.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n`,
    );
    for (const file of ["package.json", "package-lock.json"])
      expect(JSON.parse(read(file))).toMatchObject({ version: "0.2.0" });
    expect(read(CHART)).toBe("name: skillwright\nversion: 0.2.0\nappVersion: 0.2.0\n");
    expect(git("log", "--format=%s", "-1")).toBe("chore: release 0.2.0\n");
    expect(git("describe", "--tags")).toBe("v0.2.0\n");
    expect(git("status", "--porcelain")).toBe("");
    expect(release("minor").output).toContain("no entries under Unreleased");
  });

  it("changes nothing in a dry run", () => {
    const { release, git } = makeRepository();
    const before = git("rev-parse", "HEAD");
    const { code, output } = release("1.0.0", "--dry-run");
    expect(output).toContain("Dry run: v1.0.0 is ready to be made.");
    expect(code).toBe(0);
    expect([git("rev-parse", "HEAD"), git("status", "--porcelain"), git("tag")]).toEqual([
      before,
      "",
      "",
    ]);
  });

  it("takes the version that is there for the first one", () => {
    const { release, git } = makeRepository();
    expect(release("0.1.0").output).toContain("Made v0.1.0.");
    expect(git("tag")).toBe("v0.1.0\n");
  });

  it.each<[string, (repository: Repository) => void, readonly string[], string]>([
    [
      "another branch",
      ({ git }) => git("switch", "-qc", "other"),
      ["patch"],
      "releases are made on `main`",
    ],
    [
      "changes",
      ({ write }) => write("README.md", "# B\n"),
      ["patch"],
      "The working tree has changes",
    ],
    [
      "a tag that exists",
      ({ git }) => git("tag", "v0.1.1"),
      ["patch"],
      "The tag v0.1.1 exists already",
    ],
    [
      "entries that would be in no section",
      ({ git, write }) => {
        write("CHANGELOG.md", CHANGELOG.replace("0.1.0 - 2026-01-01", "0.2.0"));
        git("commit", "-qam", "docs: describe the next version");
      },
      ["0.2.0", "--skip-tests"],
      "entries under Unreleased. Move them into its section 0.2.0.",
    ],
    ["an older version", () => undefined, ["0.0.9"], "0.0.9 is not later than 0.1.0"],
    ["no version", () => undefined, [], "Usage: "],
  ])("refuses %s", (_title, prepare, words, message) => {
    const repository = makeRepository();
    prepare(repository);
    const { code, output } = repository.release(...words);
    expect(output).toContain(message);
    expect(code).toBe(1);
  });

  it("puts the files back where the packed program does not start, and stops at failing tests", () => {
    const broken = makeRepository();
    broken.write("scripts/build.mjs", BUILD.replace("console.log", "throw new Error"));
    broken.git("commit", "-qam", "fix: break it");
    const { code, output } = broken.release("patch", "--skip-tests");
    expect(output).toContain("--version` failed");
    expect(code).toBe(1);
    expect([broken.git("status", "--porcelain"), broken.git("tag")]).toEqual(["", ""]);
    const failing = makeRepository("node -e 'process.exit(1)'");
    expect(failing.release("patch").output).toContain("`npm test` failed");
    expect(failing.git("status", "--porcelain")).toBe("");
  });
});
