/** From permissions to what code really can do: the policy, what it means on this machine, and the sandbox around it. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { createBubblewrapRunner } from "../../src/platform/sandbox/index.ts";
import { policy } from "../../src/run/authority/index.ts";
import { createRunner, type RunReport } from "../../src/run/sandbox/index.ts";
import { dialects } from "../../src/skill/index.ts";
import { needs } from "../support/needs.ts";
import { interpreterOf, openFolder, path, writableFolder } from "../support/sandbox.ts";

const trust = dialects.find((dialect) => dialect.trust)?.trust;
if (trust === undefined) throw new Error("No dialect knows permissions.");
const rules = trust;

interface AgentContext {
  readonly home: string;
  readonly folder: string;
}

/** A home and a working folder with files in them, each open to others. */
function ground(files: Readonly<Record<string, string>>): AgentContext {
  const base = openFolder();
  const home = writableFolder(base, "home");
  const folder = writableFolder(base, "work");
  for (const [name, text] of Object.entries(files)) {
    const file = join(base, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o644 });
    chmodSync(dirname(file), 0o777);
  }
  return { home, folder };
}

async function runWith(
  permissions: readonly string[],
  { home, folder }: AgentContext,
  code: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunReport> {
  const runner = createRunner(
    createBubblewrapRunner({ path, now: Date.now, random: Math.random }),
    { folders: [] },
  );
  const { program, mounts } = await interpreterOf("python");
  const given = policy({
    declared: permissions,
    tier: "verified",
    trust: rules,
    variables: ["KEY"],
  });
  return runner.run({ program, arguments: ["-c", `${PRELUDE}${code}`] }, given, {
    home,
    folder,
    environment,
    mounts,
  });
}

const PRELUDE = `
import json, os, subprocess
def read(name):
    try:
        return open(name).read()
    except OSError as error:
        return type(error).__name__
def write(name):
    try:
        open(name, "w").write("x")
        return "written"
    except OSError as error:
        return "refused"
def listed(name):
    try:
        return sorted(os.listdir(name))
    except OSError as error:
        return type(error).__name__
`;

const refused = (count: number): readonly string[] =>
  Array.from({ length: count }, () => "refused");

needs.command("bwrap").describe("permissions in the sandbox", () => {
  it("[GA-03] show one folder for reading, and nothing beside it", async () => {
    const place = ground({ "home/data/a.txt": "a", "home/other/b.txt": "b" });
    const { stdout } = await runWith(
      ["filesystem:read:~/data/**"],
      place,
      `print(json.dumps([read("${place.home}/data/a.txt"), write("${place.home}/data/c.txt"), listed("${place.home}")]))`,
    );
    expect(JSON.parse(stdout)).toEqual(["a", "refused", ["data"]]);
  });

  it("[BX-14] leave alone what programs of the user start from a folder that may be written", async () => {
    const files = [
      ".git/config",
      ".git/hooks/post-checkout",
      "lib/sub/.git/config",
      ".claude/settings.json",
      ".vscode/tasks.json",
      ".envrc",
      ".pre-commit-config.yaml",
      "lib/.cargo/config.toml",
      "opencode.json",
      "lib/.husky/pre-commit",
      "skills/skill-lock.json",
    ].map((name) => `work/${name}`);
    const own = [
      "home/.bashrc",
      "home/.config/git/config",
      "home/.local/bin/ls",
      "home/.bash_aliases",
      "home/.local/lib/python3.12/site-packages/usercustomize.py",
      "home/.config/Code/User/settings.json",
      "home/.npmrc",
      "home/.kube/config",
      "home/.aws/config",
      "home/go/bin/go",
    ];
    const place = ground(Object.fromEntries([...files, ...own].map((name) => [name, "kept"])));
    for (const name of ["work/lib", "work/lib/sub", "home/.config", "home/.local"])
      chmodSync(join(dirname(place.folder), name), 0o777);
    for (const name of [...files, ...own]) chmodSync(join(dirname(place.folder), name), 0o666);
    const code = `
base = ${JSON.stringify(dirname(place.folder))}
def moved(name):
    try:
        os.rename(name, name + "2")
        return "moved"
    except OSError:
        return "refused"
names = ${JSON.stringify([...files, ...own])}
print(json.dumps([
    [write(base + "/" + name) for name in names], write(base + "/work/.git/new"),
    [moved(base + "/" + name) for name in ["work/.git", "work/lib", "work/lib/sub/.git", "home/.config", "home/.bashrc"]],
    write(base + "/work/a.txt"), write(base + "/home/a.txt"), read(base + "/work/.git/config"),
]))`;
    const whole = ["filesystem:write:./**", "filesystem:write:~/**"];
    const { stdout, stderr } = await runWith(whole, place, code);
    expect(stderr).toBe("");
    const expected = [
      refused(files.length + own.length),
      "refused",
      refused(5),
      "written",
      "written",
      "kept",
    ];
    expect(JSON.parse(stdout)).toEqual(expected);
    const patterns = [
      "filesystem:write:./*",
      "filesystem:write:./**/config",
      "filesystem:write:~/.*",
    ];
    const matched = await runWith(patterns, place, code);
    expect(matched.stdout + matched.stderr).not.toBe("");
    for (const name of [...files, ...own])
      expect([name, readFileSync(join(dirname(place.folder), name), "utf8")]).toEqual([
        name,
        "kept",
      ]);
    const named = await runWith([...whole, "filesystem:write:./.git/hooks/**"], place, code);
    const [written] = JSON.parse(named.stdout) as readonly [readonly string[]];
    expect(written.slice(0, 3)).toEqual(["refused", "written", "refused"]);
  });

  it("[GA-03] make a folder that may be written, and keep what is written there", async () => {
    const place = ground({});
    const { stdout } = await runWith(
      ["filesystem:write:./output/**"],
      place,
      `print(write("${place.folder}/output/x.txt")); write("${place.folder}/y.txt")`,
    );
    expect(stdout.trim()).toBe("written");
    // Beside it lies at most a private folder, which is gone by now.
    expect(readdirSync(place.folder)).toEqual(["output"]);
    expect(readFileSync(join(place.folder, "output/x.txt"), "utf8")).toBe("x");
  });

  it("[GA-03] make one file that may be written, as a file", async () => {
    const place = ground({});
    const { stdout } = await runWith(
      ["filesystem:write:./one.txt", "filesystem:write:./more"],
      place,
      `print(write("${place.folder}/one.txt"), write("${place.folder}/more/two.txt"))`,
    );
    expect(stdout.trim()).toBe("written written");
    expect(readFileSync(join(place.folder, "one.txt"), "utf8")).toBe("x");
    expect(readFileSync(join(place.folder, "more/two.txt"), "utf8")).toBe("x");
  });

  it("[GA-03] mean the same by `./` as the code does, where something of the folder is granted", async () => {
    const place = ground({ "work/data/a.txt": "a" });
    const code = `print(json.dumps([read("data/a.txt"), os.getcwd()]))`;
    const granted = await runWith(["filesystem:read:./data/**"], place, code);
    expect(JSON.parse(granted.stdout)).toEqual(["a", place.folder]);
    const none = await runWith([], place, code);
    expect(JSON.parse(none.stdout)).toEqual(["FileNotFoundError", "/tmp"]);
  });

  it("[GA-03] show the files that a pattern matches, and no others", async () => {
    const place = ground({ "work/a.md": "a", "work/b.txt": "b", "work/deep/c.md": "c" });
    const tree = `sorted(os.path.relpath(os.path.join(root, name), "${place.folder}") for root, _, names in os.walk("${place.folder}") for name in names)`;
    const flat = await runWith(["filesystem:read:./*.md"], place, `print(json.dumps(${tree}))`);
    expect(JSON.parse(flat.stdout)).toEqual(["a.md"]);
    const deep = await runWith(["filesystem:read:./**/*.md"], place, `print(json.dumps(${tree}))`);
    expect(JSON.parse(deep.stdout)).toEqual(["a.md", "deep/c.md"]);
  });

  it("keep keys out of sight though the home may be read", async () => {
    const place = ground({
      "home/.ssh/id": "key",
      "home/.netrc": "password",
      "home/.skillwright/grants.json": "{}",
      "home/plain.txt": "plain",
    });
    const names = [".ssh/id", ".netrc", ".skillwright/grants.json", "plain.txt"];
    const code = `print(json.dumps([${names.map((name) => `read("${place.home}/${name}")`).join(", ")}]))`;
    const whole = await runWith(["filesystem:write:~/**"], place, code);
    const [key, password, grants, plain] = JSON.parse(whole.stdout);
    expect([key, grants]).toEqual(["PermissionError", "PermissionError"]);
    expect(password).toMatch(/^(?:|PermissionError)$/u);
    expect(plain).toBe("plain");
    const named = await runWith(["filesystem:read:~/.ssh/**"], place, code);
    expect(JSON.parse(named.stdout)[0]).toBe("key");
  });

  it("keep every place of secrets out of sight that the home holds, for patterns too", async () => {
    const secrets = [
      ".claude/.credentials.json",
      ".codex/auth.json",
      ".openclaw/openclaw.json",
      ".cargo/credentials.toml",
      ".config/git/credentials",
      ".ssh/id",
    ];
    const files = Object.fromEntries(secrets.map((name) => [`home/${name}`, "secret"]));
    const place = ground({ ...files, "home/.cargo/config.toml": "plain" });
    const names = [...secrets, ".cargo/config.toml"];
    const code = `print(json.dumps([${names.map((name) => `read("${place.home}/${name}")`).join(", ")}]))`;
    for (const scope of ["~/**", "~/.*/*", "~/*/*"]) {
      const { stdout } = await runWith([`filesystem:read:${scope}`], place, code);
      const seen: unknown = JSON.parse(stdout);
      expect(seen, scope).not.toContain("secret");
      expect(seen, scope).toContain("plain");
    }
    const one = await runWith(["filesystem:read:~/**", "filesystem:read:~/.ssh/id"], place, code);
    expect(JSON.parse(one.stdout).filter((text: string) => text === "secret")).toHaveLength(1);
  });

  it("open neither keys nor answers of this program, whatever names them", async () => {
    const place = ground({ "home/.skillwright/keys/publisher.key": "key" });
    const own = join(place.home, ".skillwright");
    for (const scope of ["~/.skillwright/**", "~/.skillwright/keys/publisher.key"]) {
      const named = policy({
        declared: [`filesystem:write:${scope}`],
        tier: "verified",
        trust: rules,
        grants: [`filesystem:write:${scope}`],
      });
      expect(named.items.map(({ state }) => state)).toEqual(["refused"]);
    }
    for (const scope of [`${own}/**`, `${own}/keys/publisher.key`, `${own}/later.json`])
      await expect(runWith([`filesystem:write:${scope}`], place, "0")).rejects.toMatchObject({
        diagnostic: { code: "sandbox/bad-mount" },
      });
    const code = `print(json.dumps([read("${own}/keys/publisher.key"), write("${own}/grants.json")]))`;
    for (const wide of ["write:~/**", "write:~/.skill*/**", `read:${dirname(place.home)}/**`]) {
      const { stdout } = await runWith([`filesystem:${wide}`], place, code);
      expect(JSON.parse(stdout), wide).toEqual([expect.stringMatching(/Error$/u), "refused"]);
    }
  });

  it("let no skill make the folder of answers, or carry a closed place away to read it later", async () => {
    const place = ground({ "home/.config/gh/hosts.yml": "token", "work/skills/a/SKILL.md": "a" });
    const code = `
def attempt(action):
    try:
        action()
        return "done"
    except OSError as error:
        return "refused"
print(json.dumps([
  attempt(lambda: os.mkdir("${place.home}/.skillwright")),
  write("${place.home}/.skillwright/grants.json"),
  attempt(lambda: os.rename("${place.home}/.config", "${place.home}/other")),
  attempt(lambda: os.rename("${place.home}/.config/gh", "${place.home}/gh")),
]))`;
    const { stdout } = await runWith(["filesystem:write:~/**"], place, code);
    expect(JSON.parse(stdout)).toEqual(["refused", "refused", "refused", "refused"]);
    expect(readdirSync(join(place.home, ".skillwright"))).toEqual([]);
    expect(readFileSync(join(place.home, ".config/gh/hosts.yml"), "utf8")).toBe("token");
  });

  it("show the whole machine for reading where nothing narrows it, but neither sockets nor processes of others", async () => {
    const place = ground({});
    const code = `print(json.dumps([len(listed("/usr/bin")) > 9, write("/usr/x"), read("/etc/shadow") in ("", "PermissionError"), listed("/run"), os.path.exists("/proc/${process.pid}/environ")]))`;
    const { stdout } = await runWith(["filesystem:read"], place, code);
    expect(JSON.parse(stdout)).toEqual([true, "refused", true, ["skillwright"], false]);
  });

  it("[GA-03] open one database, which outlives the run", async () => {
    const place = ground({});
    const code = (statement: string): string => `
import sqlite3
connection = sqlite3.connect("${place.folder}/notes.db")
for row in connection.execute("${statement}"): print(row[0])
connection.commit()`;
    const permissions = ["database:write:./notes.db"];
    await runWith(permissions, place, code("create table notes (text)"));
    await runWith(permissions, place, code("insert into notes values ('kept')"));
    const { stdout, stderr } = await runWith(permissions, place, code("select text from notes"));
    expect([stdout, stderr]).toEqual(["kept\n", ""]);
  });

  needs
    .command("git")
    .it("[GA-03] let the named programs be called, in the same walls", async () => {
      const place = ground({});
      const code = `
def call(*words):
    try:
        return subprocess.run(words, capture_output=True, text=True).stdout.split(" ")[0].strip()
    except OSError as error:
        return type(error).__name__
print(json.dumps([call("git", "--version"), call("sh", "-c", "echo out"), call("/usr/bin/env"), call("ls", "/")]))`;
      const { stdout } = await runWith(["shell:execute:git"], place, code);
      expect(JSON.parse(stdout)).toEqual([
        "git",
        "FileNotFoundError",
        "FileNotFoundError",
        "FileNotFoundError",
      ]);
    });

  it("[OC-20] pass on the variables that are needed or named, and no secret", async () => {
    const place = ground({});
    const environment = { KEY: "1", CITY: "Bern", API_TOKEN: "secret", LD_PRELOAD: "/x.so" };
    const names = async (permissions: readonly string[]): Promise<unknown> => {
      const code = `print(json.dumps(sorted(name for name in os.environ if name in ("KEY", "CITY", "API_TOKEN", "LD_PRELOAD"))))`;
      return JSON.parse((await runWith(permissions, place, code, environment)).stdout);
    };
    expect(await names([])).toEqual(["KEY"]);
    expect(await names(["env:read:CITY,LD_PRELOAD"])).toEqual(["CITY", "KEY"]);
    expect(await names(["env:read"])).toEqual(["CITY", "KEY"]);
  });

  it("refuse a place that is reached through a link, and say where it leads", async () => {
    const place = ground({ "home/secret/a.txt": "a" });
    symlinkSync(join(place.home, "secret"), join(place.folder, "data"));
    await expect(runWith(["filesystem:read:./data/**"], place, "0")).rejects.toMatchObject({
      diagnostic: { code: "sandbox/bad-mount" },
    });
  });
});
