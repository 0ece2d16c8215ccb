import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/program.ts";
import { stateOf, writeShared } from "../../../test/support/shared-skills.ts";
import { writeZip } from "../../platform/archive/index.ts";
import { computeSha256 } from "../../platform/index.ts";
import { openManager, packSkill, type SkillManager, treeIntegrity } from "../index.ts";
import { readForPackage } from "../package/index.ts";

const MANIFEST =
  "---\nname: letters\nversion: 1.0.0\ndescription: Writes letters.\n---\n\n# Letters\n";

type Pages = Readonly<Record<string, string | Uint8Array | object>>;

/** Answers with what stands under the path; everything else is not there. */
async function site(pages: Pages | ((url: string) => Pages)): Promise<string> {
  let url = "";
  const server = createServer((request, response) => {
    const page = (typeof pages === "function" ? pages(url) : pages)[
      (request.url ?? "").split("?")[0] ?? ""
    ];
    if (page === undefined) {
      response.writeHead(404, { "content-type": "text/html" }).end("<html>not there</html>");
      return;
    }
    const isRaw = typeof page === "string" || page instanceof Uint8Array;
    response
      .writeHead(200, { "content-type": isRaw ? "application/octet-stream" : "application/json" })
      .end(isRaw ? page : JSON.stringify(page));
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}

function manage(folder: string): SkillManager {
  return openManager({ folder, trust: new Map(), environment: process.env });
}

async function refusal(
  source: string,
  folder = join(temporaryFolder(), "skills"),
): Promise<string> {
  const failure: unknown = await manage(folder)
    .install(source, { allowsExperimental: true })
    .catch((error: unknown) => error);
  expect(existsSync(folder)).toBe(false);
  return failure instanceof Error ? failure.message : "installed";
}

async function lyingRegistry(change: (version: Record<string, unknown>) => void): Promise<string> {
  const folder = await writeShared(temporaryFolder(), { name: "letters", isSigned: false });
  const { bytes, integrity } = await packSkill(folder);
  const { files } = await readForPackage(folder);
  const version: Record<string, unknown> = {
    name: "letters",
    full_name: "@ann/letters",
    version: "1.0.0",
    state: "listed",
    description: "x",
    tree: treeIntegrity(files),
    artifact: { integrity },
    dependencies: [],
  };
  change(version);
  const base = "/registry/api/v1/skills";
  return await site({
    [base]: { skills: [] },
    [`${base}/letters`]: {
      name: "letters",
      is_deleted: false,
      versions: { "1.0.0": { version: "1.0.0", state: "listed" } },
    },
    [`${base}/letters/1.0.0`]: version,
    [`${base}/%40ann%2Fletters/download`]: bytes,
  });
}

async function refusalAfterInstall(source: string): Promise<string> {
  const done = await manage(temporaryFolder()).install(source, { allowsExperimental: true });
  return done[0]?.done ?? "";
}

interface Lie {
  readonly moderation?: object;
  readonly sha256?: string;
  readonly more?: string;
}

async function lyingHub({
  moderation,
  sha256 = computeSha256(MANIFEST),
  more,
}: Lie): Promise<string> {
  const files = [
    { path: "SKILL.md", bytes: Buffer.from(MANIFEST), isExecutable: false },
    ...(more === undefined ? [] : [{ path: more, bytes: Buffer.from("{}"), isExecutable: false }]),
  ];
  const skill = {
    slug: "letters",
    displayName: "Letters",
    tags: {},
    stats: {},
    createdAt: 1,
    updatedAt: 1,
  };
  const base = "/api/v1/skills/letters";
  return await site({
    [base]: {
      skill,
      latestVersion: { version: "1.0.0" },
      owner: null,
      ...(moderation === undefined ? {} : { moderation }),
    },
    [`${base}/versions`]: { items: [{ version: "1.0.0" }], nextCursor: null },
    [`${base}/versions/1.0.0`]: {
      version: { version: "1.0.0", files: [{ path: "SKILL.md", size: MANIFEST.length, sha256 }] },
    },
    "/api/v1/download": writeZip(files),
  });
}

function repository(): {
  readonly path: string;
  readonly git: (...words: readonly string[]) => string;
} {
  const path = temporaryFolder();
  const git = (...words: readonly string[]): string =>
    execFileSync(
      "git",
      ["-C", path, "-c", "user.name=x", "-c", "user.email=x@example.com", ...words],
      { encoding: "utf8" },
    ).trim();
  git("init", "--quiet", "--initial-branch=main");
  return { path, git };
}

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const INDEX = "/.well-known/agent-skills/index.json";

function entry(more: object = {}): object {
  const digest = `sha256:${computeSha256(MANIFEST)}`;
  return {
    name: "letters",
    type: "skill-md",
    description: "x",
    url: "/letters.md",
    digest,
    ...more,
  };
}

describe("a site that tells of skills", () => {
  it("[BX-06] gives a file or an archive with the promised digest", async () => {
    const source = temporaryFolder();
    await writeShared(source, {
      name: "packed",
      isSigned: false,
      files: { "run.sh": "#!/bin/sh\n" },
    });
    const { bytes } = await packSkill(join(source, "packed"));
    const url = await site({
      [INDEX]: {
        $schema: SCHEMA,
        skills: [
          entry(),
          entry({
            name: "packed",
            type: "archive",
            url: "packed.zip",
            digest: `sha256:${computeSha256(bytes)}`,
          }),
        ],
      },
      "/letters.md": MANIFEST,
      "/.well-known/agent-skills/packed.zip": bytes,
    });
    const folder = temporaryFolder();
    await manage(folder).install(`${url}#packed`, { allowsExperimental: true });
    expect(stateOf(folder)).toEqual(stateOf(source));
    await manage(folder).install(`well-known:${url}#letters`, { allowsExperimental: true });
    expect(stateOf(folder)).toContain(`letters/SKILL.md - ${MANIFEST}`);
  });

  it("[BX-06] gives single files in its older form", async () => {
    const base = "/.well-known/skills";
    const url = await site({
      [`${base}/index.json`]: {
        skills: [{ name: "letters", description: "x", files: ["SKILL.md", "a b/c.txt"] }],
      },
      [`${base}/letters/SKILL.md`]: MANIFEST,
      [`${base}/letters/a%20b/c.txt`]: "c",
    });
    const folder = temporaryFolder();
    await manage(folder).install(url, { allowsExperimental: true });
    expect(stateOf(folder)).toEqual([`letters/SKILL.md - ${MANIFEST}`, "letters/a b/c.txt - c"]);
  });

  it.each<readonly [string, object, string]>([
    [
      "another digest",
      { $schema: SCHEMA, skills: [entry({ digest: `sha256:${"0".repeat(64)}` })] },
      "The content of `letters`",
    ],
    [
      "no digest",
      { $schema: SCHEMA, skills: [entry({ digest: undefined })] },
      "it needs a name, an address and a digest",
    ],
    [
      "a form of the future",
      { $schema: SCHEMA.replace("0.2.0", "9.0.0"), skills: [entry()] },
      "The `$schema`",
    ],
    [
      "a name that leads out",
      { $schema: SCHEMA, skills: [entry({ name: "../letters" })] },
      "The entry `../letters`",
    ],
  ])("is refused with %s", async (_what, index, message) => {
    const url = await site({ [INDEX]: index, "/letters.md": MANIFEST });
    expect(await refusal(url)).toContain(message);
  });

  it.each(["../../x", "/etc/passwd", "a\\b", "CON"])(
    "is refused with a file at %s",
    async (path) => {
      const base = "/.well-known/skills";
      const url = await site({
        [`${base}/index.json`]: {
          skills: [{ name: "letters", description: "x", files: ["SKILL.md", path] }],
        },
        [`${base}/letters/SKILL.md`]: MANIFEST,
        [`${base}/letters/${encodeURIComponent(path)}`]: "x",
        [`${base}/letters/${path}`]: "x",
        "/.well-known/x": "x",
        "/etc/passwd": "x",
      });
      expect(await refusal(url)).toMatch(/^The (?:path|file)|answered /u);
    },
  );
});

describe("a registry that lies", () => {
  it.each<readonly [string, (version: Record<string, unknown>) => void, string]>([
    [
      "of its archive",
      (version) => (version["artifact"] = { integrity: "sha256-x" }),
      "The content of `letters` 1.0.0",
    ],
    ["of its tree", (version) => (version["tree"] = "sha256-x"), "The content of `letters` 1.0.0"],
    ["of its name", (version) => (version["name"] = "../evil"), " delivered `../evil` 1.0.0"],
    [
      "of what it needs",
      (version) => (version["dependencies"] = [{ name: "../evil", version: "*" }]),
      "No skill `../evil`",
    ],
  ])("%s is found out", async (_what, change, message) => {
    expect(await refusal(`registry:${await lyingRegistry(change)}#letters`)).toContain(message);
  });

  it("of nothing is believed", async () => {
    expect(await refusalAfterInstall(`registry:${await lyingRegistry(() => {})}#letters`)).toBe(
      "installed",
    );
  });
});

describe("a registry of ClawHub that lies", () => {
  it.each<readonly [string, Lie, string]>([
    ["gives other bytes", { sha256: "0".repeat(64) }, "The content of `SKILL.md` of `letters`"],
    ["gives more files", { more: "evil.sh" }, "does not list the file `evil.sh` of `letters`"],
    ["blocks it", { moderation: { isMalwareBlocked: true } }, "blocks"],
    ["warns of it", { moderation: { isSuspicious: true } }, "The registry warns of"],
  ])("[OC-19] is refused where it %s", async (_what, lie, message) => {
    expect(await refusal(`clawhub:${await lyingHub(lie)}#letters`)).toContain(message);
  });

  it("[OC-19] gives what was published, without what it adds to it", async () => {
    const folder = temporaryFolder();
    const url = await lyingHub({ more: "_meta.json" });
    await manage(folder).install(`clawhub:${url}#letters@^1.0.0`, { allowsExperimental: true });
    expect(stateOf(folder)).toEqual([`letters/SKILL.md - ${MANIFEST}`]);
  });
});

describe("a repository of git", () => {
  it("that is not there is told in the words in which git says so first", async () => {
    const path = join(temporaryFolder(), "none");
    expect(await refusal(`git:${path}`)).toBe(
      `Fetching ${path} failed: '${path}' does not appear to be a git repository.`,
    );
    const { path: empty } = repository();
    expect(await refusal(`git:file://${empty}@v9`)).toBe(
      `Fetching file://${empty} failed: couldn't find remote ref v9.`,
    );
  });

  it("[BX-06] gives a branch, a tag or a commit, and is asked again by updates", async () => {
    const { path, git } = repository();
    await writeShared(join(path, "skills"), {
      name: "letters",
      isSigned: false,
      files: { "run.sh": "#!/bin/sh\n" },
    });
    git("add", "-A");
    git("commit", "--quiet", "-m", "one");
    git("tag", "v1");
    const first = stateOf(join(path, "skills"));
    const commit = git("rev-parse", "HEAD");
    await writeShared(join(path, "skills"), { name: "letters", version: "2.0.0", isSigned: false });
    git("commit", "--quiet", "-a", "-m", "two");
    const folder = temporaryFolder();
    const manager = manage(folder);
    const options = { allowsExperimental: true };
    await manager.install(`git:file://${path}@v1#letters`, options);
    expect(stateOf(folder)).toEqual(first);
    expect((await manager.listInstalled())[0]).toMatchObject({ source: "git", requested: "v1" });
    expect((await manager.update("all", options)).skills).toMatchObject([{ done: "unchanged" }]);
    await manager.remove(["letters"]);
    await manager.install(`git:file://${path}@${commit}`, options);
    expect(stateOf(folder)).toEqual(first);
    await manager.remove(["letters"]);
    await manager.install(`git:file://${path}`, options);
    expect((await manager.listInstalled())[0]).toMatchObject({ version: "2.0.0", requested: "*" });
  });

  it("is refused where a skill holds a link, or the address is more than one", async () => {
    const { path, git } = repository();
    await writeShared(path, { name: "letters", isSigned: false });
    symlinkSync("/etc/passwd", join(path, "letters/link"));
    git("add", "-A");
    git("commit", "--quiet", "-m", "one");
    expect(await refusal(`git:file://${path}`)).toContain("The entry `link` cannot be trusted");
    for (const address of [
      "git:ext::sh -c x",
      "git:--upload-pack=x",
      "git:file:///x@--x",
      "git:https://u:p@example.com/x.git",
    ])
      expect(await refusal(address), address).toMatch(/^The address|^`--x` is not/u);
  });
});

describe("an archive of the web", () => {
  it("is refused where it is none, or holds what leads out", async () => {
    const evil = writeZip([
      { path: "../evil/SKILL.md", bytes: Buffer.from(MANIFEST), isExecutable: false },
    ]);
    const url = await site({ "/page.zip": "<html>", "/evil.zip": evil });
    expect(await refusal(`${url}/page.zip`)).toBe("The file is not a zip, tar or tar.gz archive.");
    expect(await refusal(`${url}/evil.zip`)).toContain("invalid relative path: ../evil/SKILL.md");
    expect(await refusal(`${url}/none.zip`)).toContain("answered 404");
  });
});
