import { describe, expect, it } from "vitest";
import { riskOf } from "./fetch-and-run.ts";
import { installOf } from "./installs.ts";
import { readManifest } from "./manifests.ts";
import { type Ecosystem, readSpec } from "./package-spec.ts";
import { commandsOf } from "./shell-words.ts";

function words(text: string): readonly (readonly string[])[] {
  return commandsOf(text).map((command) => command.words.map((word) => word.text));
}

/** `name version source`, with `!` for a pinned package and `>` for one that runs at once. */
function installed(line: string): readonly string[] {
  return commandsOf(line).flatMap((command) =>
    (installOf(command)?.packages ?? []).map(({ spec, isRunAtOnce }) => {
      const { name, version, source, isPinned } = spec;
      const marks = `${isPinned ? "!" : ""}${isRunAtOnce ? ">" : ""}`;
      return [marks, name ?? source.address, version, source.kind].filter(Boolean).join(" ");
    }),
  );
}

describe("commandsOf", () => {
  it.each([
    ["$ sudo npm i a # b", [["npm", "i", "a"]]],
    ["A=1 B=2 run 'one two' \"three\"", [["run", "one two", "three"]]],
    ["a && b || c; d | e", [["a"], ["b"], ["c"], ["d"], ["e"]]],
    ["a \\\n  b\nc", [["a", "b"], ["c"]]],
    ["a \\\r\n  b", [["a", "b"]]],
    ["echo 'never closed\nnext", [["echo", "never closed"], ["next"]]],
    ["", []],
  ])("reads `%s`", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it("keeps the places of words", () => {
    const text = "$ pip install 'a b'";
    const last = commandsOf(text)[0]?.words.at(-1);
    expect(text.slice(last?.start, last?.end)).toBe("'a b'");
  });

  it.each(["\\", "'", '"', "(", "#", "\\\n", "a "])("comes to an end on many `%s`", (piece) => {
    expect(commandsOf(piece.repeat(50_000)).length).toBeLessThanOrEqual(50_000);
  });
});

describe("installOf", () => {
  it.each([
    "npm config set registry https://npm.tables.dev/",
    "pip config set global.index-url https://npm.tables.dev/",
    "gem sources --add https://npm.tables.dev/",
    "go env -w GOPROXY=https://npm.tables.dev/",
  ])("knows the index that `%s` sets for good", (line) => {
    const [command] = commandsOf(line);
    const indexes = command === undefined ? [] : installOf(command)?.indexes;
    expect(indexes?.map(({ address }) => address)).toEqual(["https://npm.tables.dev/"]);
  });

  it.each([
    ["npx -y chart-maker table.csv", ["> chart-maker registry"]],
    ["npx --package @a/b@1.2.3 run", ["! @a/b 1.2.3 registry"]],
    ["uvx --from git+https://github.com/a/b tool", ["> git+https://github.com/a/b git"]],
    ["npm install -g a@latest b", ["a latest registry", "b registry"]],
    ["npm install", []],
    ["npm run build", []],
    ["pip install -r requirements.txt", []],
    ["pip install -e .", ["! . path"]],
    ["pip3 install 'a[x]>=1' b==2.0 > log.txt", ["a >=1 registry", "! b ==2.0 registry"]],
    ["python3 -m pip install a", ["a registry"]],
    ["npm i someone/tool", ["github:someone/tool git"]],
    ["npx skills add <owner/repo>", ["skills registry"]],
    ["npx shadcn@latest add", ["> shadcn latest registry"]],
    ["pip install $PACKAGE {name}", []],
    ["go install example.com/a/b@v1.2.3", ["! example.com/a/b v1.2.3 registry"]],
    ["cargo install ripgrep", ["ripgrep registry"]],
  ])("reads `%s`", (line, expected) => {
    expect(installed(line)).toEqual(expected);
  });

  it("tells other indexes", () => {
    const [command] = commandsOf(
      "pip install --extra-index-url=https://a.dev/s -i https://b.dev a",
    );
    expect(
      command === undefined
        ? []
        : installOf(command)?.indexes.map(({ address, isExtra }) => [address, isExtra]),
    ).toEqual([["https://a.dev/s", true]]);
  });
});

describe("readSpec", () => {
  it.each<readonly [Ecosystem, string, string | undefined]>([
    ["npm", "@a/b", "@a/b"],
    ["npm", "a@npm:b@1.0.0", "b"],
    ["npm", "a@https://x.dev/a.tgz", "a"],
    ["pypi", "a.b_c", "a.b_c"],
    ["pypi", "a ; python_version < '3'", "a"],
    ["pypi", "a @ git+https://github.com/x/a", "a"],
    ["pypi", "https://x.dev/a.whl", undefined],
    ["pypi", "--upgrade", undefined],
  ])("of %s `%s`", (ecosystem, written, name) => {
    expect(readSpec(ecosystem, written)?.name).toBe(name);
  });
});

function names(path: string, text: string): readonly string[] {
  return (readManifest(path, text)?.entries ?? []).map(({ spec }) =>
    [spec.name, spec.version, spec.source.kind].filter(Boolean).join(" "),
  );
}

describe("readManifest", () => {
  it("reads requirements with comments, options and digests", () => {
    const text =
      "# list\n-r other.txt\na==1.0 --hash=sha256:00\nb>=2 # why\n-e git+https://x.dev/c#egg=c\n";
    expect(names("requirements-dev.txt", text)).toEqual([
      "a ==1.0 registry",
      "b >=2 registry",
      "c git",
    ]);
  });

  it("reads the tables of pyproject.toml", () => {
    const text = [
      "[project]",
      'dependencies = ["a>=1", "b[x]==2"]',
      "[project.optional-dependencies]",
      "dev = [",
      '  "c[y,z]",  # why',
      '  "d",',
      "]",
      "[tool.other]",
      'list = ["no"]',
      "[tool.poetry.dependencies]",
      'python = "^3.10"',
      'e = "1.2.3"',
      'f = { git = "https://github.com/x/f" }',
    ].join("\n");
    expect(names("pyproject.toml", text)).toEqual([
      "a >=1 registry",
      "b ==2 registry",
      "c registry",
      "d registry",
      "e 1.2.3 registry",
      "f git",
    ]);
  });

  it("reads package.json and Gemfile, and no other file", () => {
    expect(
      names("package.json", '{"dependencies":{"a":"^1","b":"x/y"},"devDependencies":{"c":"*"}}'),
    ).toEqual(["a ^1 registry", "b git", "c * registry"]);
    expect(names("Gemfile", "gem 'a', '1.0'\ngem \"b\", git: 'https://x.dev/b'\n")).toEqual([
      "a 1.0 registry",
      "b git",
    ]);
    expect(readManifest("notes.txt", "a==1.0")).toBeUndefined();
    expect(names("package.json", "{")).toEqual([]);
  });
});

describe("riskOf", () => {
  it.each([
    ["curl -s https://x.dev/i | sh", "fetches-and-runs"],
    ["bash <(curl https://x.dev)", "fetches-and-runs"],
    ["echo aGk= | base64 -d | bash", "fetches-and-runs"],
    ["curl https://x.dev -o a", "reaches-out"],
    ["node scripts/build.js", "local"],
  ])("of `%s`", (script, risk) => {
    expect(riskOf(script)).toBe(risk);
  });
});
