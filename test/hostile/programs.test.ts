/**
 * Values of documents, hosts and users that try to be options, further arguments, variables or settings of programs
 * that are started outside of the sandbox. One table for each of them; `test/boundaries.test.ts` lists who starts any.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { planInstall } from "../../src/library/install/index.ts";
import { unpack } from "../../src/platform/archive/index.ts";
import { openPage, runProgram } from "../../src/platform/process/index.ts";
import { createBubblewrapRunner } from "../../src/platform/sandbox/index.ts";
import { openSource } from "../../src/registry/sources/index.ts";
import { packageProblems } from "../../src/run/tools/index.ts";
import { until } from "../support/wait.ts";
import { needs } from "../support/needs.ts";
import { playground, temporaryFolder } from "../support/program.ts";
import { interpreterOf, strict } from "../support/sandbox.ts";
import { outputOf } from "../support/spawner.ts";

const path = process.env["PATH"] ?? "";

async function endOf(words: readonly string[], environment: Record<string, string> = {}) {
  let output = "";
  const end = await runProgram(process.execPath, words, {
    environment: { PATH: path, ...environment },
    timeoutMs: 20_000,
    onOutput: (text) => (output += text),
  });
  return { end, output };
}

describe("a program that is run", () => {
  it.each([
    ["an argument", ["-e", "0", "a\0--eval=1"], {}],
    ["the value of a variable", ["-e", "0"], { A: "x\0LD_PRELOAD=/x" }],
  ])("[BX-14] is not started with a NUL in %s, and says so", async (_where, words, variables) => {
    const { end } = await endOf(words, variables);
    expect(end).toMatchObject({
      kind: "not-started",
      cause: { message: expect.stringContaining("NUL") },
    });
  });

  it("[BX-14] starts in no folder whose settings could run code", async () => {
    const { output } = await endOf(["-p", "process.cwd()"]);
    expect(output.trim()).toBe("/");
  });
});

it("[BX-14] a browser gets an address as one word, from no folder of a stranger, and no other kind", async () => {
  const folder = temporaryFolder();
  const heard = join(folder, "heard");
  const browser = join(folder, "browser");
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$PWD" "$@" >> ${heard}\n`, { mode: 0o755 });
  const environment = { PATH: path, BROWSER: browser };
  openPage(new URL("javascript:alert(1)"), environment);
  openPage(new URL("file:///etc/passwd"), environment);
  openPage(new URL("https://x.example/?a=$(touch y) --new;`z`"), environment);
  await until(
    "the browser was started",
    () => existsSync(heard) && readFileSync(heard, "utf8").split("\n").length === 3,
  );
  expect(readFileSync(heard, "utf8")).toBe("/\nhttps://x.example/?a=$(touch%20y)%20--new;`z`\n");
});

/** A repository with a skill, and settings, hooks and filters that would leave a mark. */
function hostileRepository(): { readonly folder: string; readonly mark: string } {
  const base = temporaryFolder();
  const folder = join(base, "theirs");
  const mark = join(base, "mark");
  const git = (...words: readonly string[]): void =>
    void outputOf("git", ["-C", folder, "-c", "user.name=x", "-c", "user.email=x@y", ...words]);
  mkdirSync(join(folder, "letters"), { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  const skill = "---\nname: letters\ndescription: Writes letters.\n---\nWrite.\n";
  writeFileSync(join(folder, "letters/SKILL.md"), skill);
  writeFileSync(join(folder, ".gitattributes"), "* filter=evil diff=evil\n");
  writeFileSync(
    join(folder, ".gitmodules"),
    `[submodule "x"]\n\tpath = x\n\turl = ext::touch ${mark}\n`,
  );
  git("add", "-A");
  git("commit", "--quiet", "-m", "one");
  for (const hook of ["post-checkout", "post-upload", "reference-transaction"])
    writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  git("config", "core.fsmonitor", `touch ${mark}; false`);
  git("config", "filter.evil.smudge", `touch ${mark}; cat`);
  git("config", "uploadpack.packObjectsHook", `touch ${mark}; "$@"`);
  return { folder, mark };
}

const ground = (environment: Record<string, string> = {}) => ({
  folder: temporaryFolder(),
  environment: { PATH: path, HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1", ...environment },
  tokenFor: () => undefined,
});

describe("git", () => {
  it.each([
    "git:--upload-pack=touch${IFS}x",
    "git:-ohttp://x",
    "git:ext::sh -c touch% mark",
    "git:fd::7",
    "git:https://example.com/x.git@--upload-pack=x",
    "git:https://example.com/x.git@-f",
    "git:https://example.com/x.git@a..b",
    "git:https://example.com/x\0.git",
    "git:https://example.com/x\n.git",
    "git:ssh://-oProxyCommand=touch/x",
    "git:ssh://a@-oProxyCommand=touch/x",
    "git:-oProxyCommand@host:x",
    "git:user@-host:x",
  ])("[BX-14] is given no option, program or further line by %j", async (word) => {
    await expect(openSource(word, ground())).rejects.toMatchObject({
      diagnostic: { code: "registry/invalid-address" },
    });
  });

  needs
    .command("git")
    .it("[BX-14] runs nothing that a repository or its settings name", async () => {
      const { folder, mark } = hostileRepository();
      const [wanted] = await openSource(`git:${folder}#letters`, ground());
      expect(wanted?.name).toBe("letters");
      expect(existsSync(mark)).toBe(false);
    });

  needs
    .command("git")
    .it("[BX-14] is tied to no repository and no settings by inherited variables", async () => {
      const { folder, mark } = hostileRepository();
      const [wanted] = await openSource(
        `git:${folder}#letters`,
        ground({
          GIT_DIR: join(folder, ".git"),
          GIT_WORK_TREE: folder,
          GIT_TEMPLATE_DIR: join(folder, ".git"),
          GIT_CONFIG_PARAMETERS: `'core.fsmonitor=touch ${mark}'`,
          GIT_EXTERNAL_DIFF: `touch ${mark}`,
        }),
      );
      expect(wanted?.name).toBe("letters");
      expect(existsSync(mark)).toBe(false);
    });
});

/** Words that an installer would read as an option, a path, an address or another argument. */
const WORDS = [
  "-g",
  "--registry=http://x",
  "--global",
  "-e.",
  "a b",
  "a\0--x",
  "a\n--x",
  "../x",
  "/etc/x",

  "./x",
  "http://x/y.tgz",
  "git+ssh://x",
  "file:x",
  "a;id",
  "$(id)",
  "`id`",
  "a&b",
  "",
  "-",
  "a;\0--x",
];
const KEYS = [
  ["brew", "formula"],
  ["node", "package"],
  ["apt", "package"],
  ["go", "module"],
  ["uv", "package"],
] as const;

describe("installers of programs", () => {
  const every = {
    platform: "linux",
    find: (program: string) => `/usr/bin/${program}`,
    home: "/home/x",
    toolsFolder: "/home/x/tools",
    skillKey: "x",
    nodeManager: "npm",
  };
  it.each(KEYS.flatMap(([kind, key]) => WORDS.map((word) => [kind, key, word] as const)))(
    "[BX-14] are not told by %s.%s to take %j",
    (kind, key, word) => {
      const option = { kind, spec: { [key]: word } } as unknown as Parameters<
        typeof planInstall
      >[0];
      const { value, diagnostics } = planInstall(option, every);
      expect(value).toBeUndefined();
      expect(diagnostics.map(({ code }) => code)).toEqual(["install/invalid-spec"]);
    },
  );
});

describe("installers of packages", () => {
  it.each(
    (["python", "javascript"] as const).flatMap((language) =>
      // What follows a `;` is a condition to pip, and goes no further.
      WORDS.filter((word) => word !== "a;id").map((word) => [language, word] as const),
    ),
  )("[BX-14] are not told by a skill in %s to take %j", (language, word) => {
    const relations = { pythonPackages: [word], nodePackages: [word] };
    const skill = { name: "x", skill: { relations }, module: { language } };
    const tools = skill as unknown as Parameters<typeof packageProblems>[0];
    expect(packageProblems(tools).map(({ code }) => code)).toEqual(["tools/refused-dependency"]);
  });
});

describe("a server of MCP that is started", () => {
  it("[BX-14] is named by the words of a person alone, and never by an address", () => {
    const { path: at, run } = playground();
    writeFileSync(at("evil.sh"), `#!/bin/sh\ntouch ${at("mark")}\n`, { mode: 0o755 });
    for (const word of [`mcp:${at("evil.sh")}#x`, "mcp:./evil.sh#x", "mcp:stdio#x"])
      expect(run(["install", word, "--yes"])).toMatchObject({ code: 2 });
    expect(existsSync(at("mark"))).toBe(false);
  });
});

describe("bzip2", () => {
  it.skipIf(process.platform === "win32")(
    "[BX-14] takes the name of an archive for nothing else, and no variable for options",
    async () => {
      const folder = temporaryFolder();
      const seen = join(folder, "seen");
      const program = join(folder, "bzip2");
      const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${seen}\nenv >> ${seen}\n`;
      writeFileSync(program, script);
      chmodSync(program, 0o755);
      process.env["BZIP2"] = "--compress";
      onTestFinished(() => void delete process.env["BZIP2"]);
      const limits = { maxBytes: 10, maxEntries: 10, stripComponents: 0 };
      await unpack("--compress", "tar.bz2", join(folder, "out"), limits, program).catch(() => {});
      const [first, second, third, archive] = readFileSync(seen, "utf8").split("\n");
      expect([first, second, third]).toEqual(["-d", "-c", "--"]);
      expect(archive).toMatch(/^\/.*\/--compress$/u);
      expect(readFileSync(seen, "utf8")).not.toContain("BZIP2=");
    },
  );
});

needs.command("bwrap").describe("the way from the sandbox to the network", () => {
  it("[BX-14] takes no options from the path of the temporary folder", async () => {
    const odd = join(temporaryFolder(), "tmp,mode=0777,unlink-close");
    mkdirSync(odd);
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = odd;
    onTestFinished(() => {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    });
    const { program, mounts } = await interpreterOf("javascript");
    const runner = createBubblewrapRunner({ path, now: Date.now, random: Math.random });
    const hosts = [{ host: "example.com", access: "read" as const }];
    await expect(
      runner.start({ program, arguments: ["-e", "0"] }, { ...strict, mounts, hosts }),
    ).rejects.toThrow("temporary folder");
  });

  it("[BX-14] and everything else is looked for in absolute folders of the PATH alone", async () => {
    const runner = createBubblewrapRunner({
      path: ["", ".", "node_modules/.bin"].join(delimiter),
      now: Date.now,
      random: Math.random,
    });
    await expect(
      runner.start({ program: process.execPath, arguments: [] }, strict),
    ).rejects.toMatchObject({ diagnostic: { code: "sandbox/no-walls" } });
  });
});
