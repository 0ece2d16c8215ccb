import { describe, expect, it } from "vitest";
import type { Json } from "../../model/index.ts";
import type { Dialect } from "../dialect.ts";
import { openclaw, openclawRelease } from "./index.ts";
import { judgeInstall } from "./install.ts";

function kept(raw: Json): unknown {
  const verdict = judgeInstall(raw);
  return verdict.ok ? verdict.spec : `dropped for ${verdict.key}`;
}

function chosen(dialect: Dialect, install: readonly Json[], bins: readonly string[]): unknown {
  const options = dialect.installOptions?.({ install, bins, platform: "linux", config: {} });
  return options?.map(({ id }) => id);
}

describe("an installer", () => {
  it.each([
    [
      { kind: " Brew ", formula: " jq " },
      { kind: "brew", formula: "jq" },
    ],
    [
      { type: "brew", cask: "docker" },
      { kind: "brew", formula: "docker" },
    ],
    [
      { kind: 5, type: "uv", package: "black" },
      { kind: "uv", package: "black" },
    ],
    [
      { kind: "node", package: "@a/b@1.2.3-rc.1+x" },
      { kind: "node", package: "@a/b@1.2.3-rc.1+x" },
    ],
    [
      { kind: "node", package: "serve@14" },
      { kind: "node", package: "serve@14" },
    ],
    [
      { kind: "go", module: "example.org/x@v1.0.0" },
      { kind: "go", module: "example.org/x@v1.0.0" },
    ],
    [
      { kind: "uv", package: "a[b]>=1.8,<2" },
      { kind: "uv", package: "a[b]>=1.8,<2" },
    ],
    [
      { kind: "download", url: "HTTPS://example.com", sha256: "A".repeat(64), extract: "yes" },
      { kind: "download", url: "https://example.com/", sha256: "a".repeat(64) },
    ],
    [
      {
        kind: "brew",
        formula: "a",
        bins: "x, y",
        os: [" linux ", ""],
        label: "",
        id: "i",
        tap: "t",
      },
      { kind: "brew", formula: "a", bins: ["x", "y"], os: ["linux"], id: "i" },
    ],
  ])("[OC-11] %j is kept", (raw, spec) => {
    expect(kept(raw)).toEqual(spec);
  });

  it.each([
    ["brew", ""],
    [{ kind: "npm", package: "a" }, "kind"],
    [{ kind: "constructor" }, "kind"],
    [{ kind: "brew", formula: "../evil" }, "formula"],
    [{ kind: "brew", formula: "-rf" }, "formula"],
    [{ kind: "brew", formula: "a\\b" }, "formula"],
    [{ kind: "node", package: "file:../x" }, "package"],
    [{ kind: "node", package: "git+https://example.com/x" }, "package"],
    [{ kind: "node", package: "a@^1.0.0" }, "package"],
    [{ kind: "node", package: "a@" }, "package"],
    [{ kind: "node", package: "A" }, "package"],
    [{ kind: "node", package: "a b" }, "package"],
    [{ kind: "go", module: "x@" }, "module"],
    [{ kind: "uv", package: "a; rm" }, "package"],
    [{ kind: "download", url: "ftp://example.com/x" }, "url"],
    [{ kind: "download", url: "https://example.com/a b" }, "url"],
    [{ kind: "download", url: "https://example.com/x", sha256: "abc" }, "sha256"],
    [{ kind: "download", url: "https://example.com/x", sha256: null }, "sha256"],
  ])("[OC-11] %j is dropped", (raw, key) => {
    expect(kept(raw)).toBe(`dropped for ${key}`);
  });
});

describe("the installer offered", () => {
  const brew = { kind: "brew", formula: "a" };
  const go = { kind: "go", module: "example.org/x" };
  const download = { kind: "download", url: "https://example.com/x" };

  it("[OC-11] is another than brew where brew is missing", () => {
    expect(chosen(openclaw, [brew, go], [])).toEqual(["go-1"]);
    expect(chosen(openclawRelease, [brew, download, go], [])).toEqual(["go-2"]);
  });

  it("[OC-11] is brew where there is nothing else", () => {
    expect(chosen(openclaw, [brew], [])).toEqual(["brew-0"]);
    expect(chosen(openclawRelease, [brew], [])).toEqual(["brew-0"]);
  });

  it("[OC-11] is of a kind that the document knows, where that needs no Homebrew", () => {
    const odd = { kind: "pip", package: "a" };
    expect(chosen(openclaw, [odd, go], [])).toEqual(["go-1"]);
    expect(chosen(openclaw, [odd, brew], ["brew"])).toEqual(["brew-1"]);
    expect(chosen(openclaw, [odd], [])).toEqual(["pip-0"]);
  });

  it("[OC-11] is a download before a brew that is missing", () => {
    expect(chosen(openclawRelease, [brew, download], [])).toEqual(["download-1"]);
  });

  it("[OC-11] is none without entries of use", () => {
    expect(chosen(openclaw, ["brew", {}], ["brew"])).toEqual([]);
    expect(chosen(openclawRelease, [{ kind: "pip", package: "a" }], ["brew"])).toEqual([]);
  });
});
