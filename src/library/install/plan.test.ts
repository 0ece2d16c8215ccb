import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../skill/index.ts";
import { type InstallContext, planInstall } from "./index.ts";

const ground: InstallContext = {
  platform: "linux",
  find: (program) => `/bin/${program}`,
  home: "/home/me",
  toolsFolder: "/state/tools",
  skillKey: "my skill",
  nodeManager: "npm",
};

function plan(
  spec: JsonObject & { readonly kind: string },
  more: Partial<InstallContext> = {},
): unknown {
  const { kind } = spec;
  const { value, diagnostics } = planInstall(
    { id: `${kind}-0`, kind, spec },
    { ...ground, ...more },
  );
  if (value === undefined) return diagnostics.map(({ code }) => code).join();
  return value.map((action) =>
    action.kind === "run"
      ? [action.path, ...action.parameters, ...Object.entries(action.environment).flat()].join(" ")
      : action,
  );
}

function only(...programs: readonly string[]): Partial<InstallContext> {
  return { find: (name) => (programs.includes(name) ? `/opt/brew/bin/${name}` : undefined) };
}

describe("a plan", () => {
  it.each([
    [{ kind: "brew", formula: "jq" }, ["/bin/brew install jq"]],
    [{ kind: "brew", cask: "owner/tap/docker" }, ["/bin/brew install owner/tap/docker"]],
    [{ kind: "node", package: "@a/b@^1.2" }, ["/bin/npm install -g --ignore-scripts @a/b@^1.2"]],
    [{ kind: "uv", package: "a[b]>=1.8,<2" }, ["/bin/uv tool install a[b]>=1.8,<2"]],
    [
      { kind: "go", module: "example.org/x/cmd@latest" },
      ["/bin/go install example.org/x/cmd@latest GOBIN /home/me/.local/bin"],
    ],
  ])("[OC-11] of %j runs one program", (spec, commands) => {
    expect(plan(spec)).toEqual(commands);
  });

  it.each([
    ["pnpm", "/bin/pnpm add -g --ignore-scripts a"],
    ["yarn", "/bin/yarn global add --ignore-scripts a"],
    ["bun", "/bin/bun add -g --ignore-scripts a"],
    ["constructor", "/bin/npm install -g --ignore-scripts a"],
  ])("[OC-11] uses %s for packages of Node where the settings say so", (nodeManager, command) => {
    expect(plan({ kind: "node", package: "a" }, { nodeManager })).toEqual([command]);
  });

  it("[OC-11] gets Go and uv from Homebrew where they are missing", () => {
    expect(plan({ kind: "go", module: "example.org/x@v1" }, only("brew"))).toEqual([
      "/opt/brew/bin/brew install go",
      "/opt/brew/bin/go install example.org/x@v1 GOBIN /opt/brew/bin",
    ]);
    expect(plan({ kind: "uv", package: "black" }, only("brew"))).toEqual([
      "/opt/brew/bin/brew install uv",
      "/opt/brew/bin/uv tool install black",
    ]);
    expect(plan({ kind: "uv", package: "black" }, only())).toBe("install/missing-program");
    expect(plan({ kind: "brew", formula: "jq" }, only())).toBe("install/missing-program");
  });

  const rules = {
    toolsName: "hashed",
    nodePrefix: "node/npm",
    administratorTools: "/var/lib/x/tools",
    goPackage: "golang-go",
  } as const;

  it("[OC-11] keeps packages of npm to a folder of the system, where the rules do", () => {
    const spec = { kind: "node", package: "a" };
    const start = "/bin/npm install -g --ignore-scripts --prefix";
    expect(plan(spec, { rules })).toEqual([`${start} /state/tools/node/npm a`]);
    expect(plan(spec, { rules, isAdministrator: true })).toEqual([
      `${start} /var/lib/x/tools/node/npm a`,
    ]);
    expect(plan(spec, { rules, nodeManager: "pnpm" })).toEqual([
      "/bin/pnpm add -g --ignore-scripts a",
    ]);
  });

  it("[OC-11] gets Go from the packages of the system where Homebrew is missing, if it may", () => {
    const spec = { kind: "go", module: "example.org/x@v1" };
    const build = "/usr/bin/go install example.org/x@v1 GOBIN /home/me/.local/bin";
    const apt = only("apt-get");
    expect(plan(spec, { ...apt, rules, isAdministrator: true })).toEqual([
      "/opt/brew/bin/apt-get install -y golang-go",
      build,
    ]);
    expect(plan(spec, { ...only("apt-get", "sudo"), rules })).toEqual([
      "/opt/brew/bin/sudo -n apt-get install -y golang-go",
      build,
    ]);
    for (const without of [
      { ...apt, rules },
      { ...only("apt-get", "sudo") },
      { ...only("sudo"), rules },
    ])
      expect(plan(spec, without)).toBe("install/missing-program");
    expect(plan(spec, { ...only("apt-get", "sudo", "brew"), rules })).toContain(
      "/opt/brew/bin/brew install go",
    );
  });

  it.each([
    { kind: "brew", formula: "--force" },
    { kind: "brew", formula: "../evil" },
    { kind: "brew", formula: "a/b/c/d" },
    { kind: "brew", formula: "a; rm -rf ." },
    { kind: "brew" },
    { kind: "node", package: "-g" },
    { kind: "node", package: ".." },
    { kind: "node", package: "./folder" },
    { kind: "node", package: "git+https://example.com/x" },
    { kind: "node", package: "a@file:../x" },
    { kind: "node", package: "a@https://example.com/x.tgz" },
    { kind: "go", module: "example.org/x" },
    { kind: "go", module: "../x@v1" },
    { kind: "go", module: "-x@v1" },
    { kind: "uv", package: "--index-url=https://evil.example" },
    { kind: "uv", package: "a @ https://evil.example/x.whl" },
    { kind: "uv", package: "a$(id)" },
    { kind: "apt", package: "--purge" },
    { kind: "apt", package: "jq; id" },
    { kind: "toString", package: "jq" },
  ])("[OC-11] is not made of %j", (spec) => {
    expect(plan(spec)).toBe("install/invalid-spec");
  });
});

describe("a download", () => {
  const url = "https://example.com/pkg/tool-1.0.tar.gz";

  it("[OC-11] goes to the folder of the skill's tools, unpacked by its suffix", () => {
    const [action] = plan({ kind: "download", url, stripComponents: 1 }) as readonly JsonObject[];
    expect(action).toMatchObject({ kind: "download", url, archive: "tar", stripComponents: 1 });
    expect(action?.["target"]).toMatch(/^\/state\/tools\/my-skill-[0-9a-f]{32}$/u);
  });

  it.each([
    ["my skill", /^\/state\/tools\/my skill$/u],
    ["../evil", /^\/state\/tools\/evil-[0-9a-f]{32}$/u],
    ["a/b", /^\/state\/tools\/a-b-[0-9a-f]{32}$/u],
    [".ssh", /^\/state\/tools\/ssh-[0-9a-f]{32}$/u],
  ])("[OC-11] for the key %j goes where the rules name folders by keys", (skillKey, folder) => {
    const more = { skillKey, rules: { toolsName: "key" } } as const;
    const [action] = plan({ kind: "download", url }, more) as readonly JsonObject[];
    expect(action?.["target"]).toMatch(folder);
  });

  it("[OC-11] knows the home folder in its target, and leaves the tools for it no more than else", () => {
    const inside = { kind: "download", url, targetDir: "~/tools/me/bin" };
    const more = {
      skillKey: "me",
      toolsFolder: "/home/me/tools",
      rules: { toolsName: "key" },
    } as const;
    expect(plan(inside, more)).toEqual([
      expect.objectContaining({ target: "/home/me/tools/me/bin" }),
    ]);
    for (const targetDir of ["~", "~/bin", "~/../other"])
      expect(plan({ kind: "download", url, targetDir }, more)).toBe("install/outside-folder");
  });

  it.each([
    [{ archive: "zip" }, "zip"],
    [{ archive: "tar.gz" }, "tar"],
    [{ extract: false }, undefined],
    [{ url: "https://example.com/tool", bins: ["tool"] }, undefined],
  ])("[OC-11] of %j is unpacked as %s", (more, archive) => {
    const [action] = plan({ kind: "download", url, ...more }) as readonly JsonObject[];
    expect(action?.["archive"]).toBe(archive);
  });

  it("[OC-11] keeps a program that it names, with the right to run", () => {
    const spec = {
      kind: "download",
      url: "https://example.com/a%2F..%2Ftool",
      bins: ["a_2F.._2Ftool"],
    };
    expect(plan(spec)).toEqual([
      expect.objectContaining({ fileName: "a_2F.._2Ftool", isExecutable: true }),
    ]);
  });

  it.each([
    [{ url: "http://example.com/x.zip" }, "install/refused-address"],
    [{ url: "https://user:secret@example.com/x.zip" }, "install/refused-address"],
    [{ url: "file:///etc/passwd" }, "install/refused-address"],
    [{ url: "nonsense" }, "install/refused-address"],
    [{ sha256: "abc" }, "install/invalid-spec"],
    [{ sha256: null }, "install/invalid-spec"],
    [{ archive: "rar" }, "install/invalid-spec"],
    [{ targetDir: "../other" }, "install/outside-folder"],
    [{ targetDir: "/usr/local/bin" }, "install/outside-folder"],
  ])("[OC-11] with %j is refused", (more, code) => {
    expect(plan({ kind: "download", url, ...more })).toBe(code);
  });

  it("[OC-11] of a tar.bz2 takes bzip2, and is refused without it", () => {
    const spec = { kind: "download", url: "https://example.com/x.tbz2" };
    expect(plan(spec)).toEqual([
      expect.objectContaining({ archive: "tar.bz2", bzip2: "/bin/bzip2" }),
    ]);
    expect(plan(spec, only())).toBe("install/missing-program");
  });

  it("[OC-11] goes to a folder inside of the tools", () => {
    expect(plan({ kind: "download", url, targetDir: "bin" })).toEqual([
      expect.objectContaining({ target: expect.stringMatching(/\/bin$/u) as string }),
    ]);
  });

  it("[OC-11] is refused from this machine and those around it, over http or https", () => {
    for (const host of ["127.0.0.1:8080", "localhost", "[::1]:1", "10.1.2.3", "[::ffff:7f00:1]"])
      for (const scheme of ["http", "https"])
        expect(plan({ kind: "download", url: `${scheme}://${host}/x.zip` })).toBe(
          "install/refused-address",
        );
  });
});
