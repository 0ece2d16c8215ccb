/** A repository of a version control inside of a skill: its settings start programs, so it comes in nowhere. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openManager, unpackSkill } from "../../src/registry/index.ts";
import { scan } from "../../src/check/scan/index.ts";
import { writeZip } from "../../src/platform/archive/index.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  type RegistryServer,
  sha256,
  versionedText,
} from "../support/registry-server.ts";

const CONFIG = "[core]\n\tfsmonitor = \"sh -c 'echo run'\"\n";
type Extra = readonly (readonly [path: string, content: string])[];

const cases: readonly (readonly [string, Extra])[] = [
  ["under its name", [[".git/config", CONFIG]]],
  ["in other letters, further down", [["sub/.GIT/config", CONFIG]]],
  ["under its short name on Windows", [["git~1/config", CONFIG]]],
  ["with a letter that macOS leaves out", [[".g\u200cit/config", CONFIG]]],
  ["as a file that leads to one", [[".git", "gitdir: data\n"]]],
  ["of Mercurial", [[".hg/hgrc", "[hooks]\npre-status = ./run\n"]]],
  [
    "by what lies in a folder",
    [
      ["config", CONFIG],
      ["HEAD", "ref: refs/heads/main\n"],
      ["objects/info/x", ""],
      ["refs/heads/x", ""],
    ],
  ],
];

let registry: RegistryServer;
let token = "";
beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});
afterAll(() => registry.close());

describe.each(cases)("a repository %s", (_how, extra) => {
  const text = versionedText("letters", "1.0.0");
  const all: Extra = [["SKILL.md", text], ...extra];
  const zip = (): Uint8Array =>
    writeZip(
      all.map(([path, content]) => ({
        path: `letters/${path}`,
        bytes: Buffer.from(content),
        isExecutable: false,
      })),
    );

  it("[BX-06] is refused by every way of publishing", async () => {
    const send = async (path: string, sent: object): Promise<string> => {
      const answer = await registry.send("POST", path, { token, ...sent });
      return `${answer.status} ${await answer.text()}`;
    };
    const refused = expect.stringMatching(/^400 .*version control/su);
    const files = all.map(([path, content]) => ({ path, text: content }));
    expect(await send("/registry/api/v1/skills", { json: { files } })).toEqual(refused);
    const archive = Buffer.from(zip()).toString("base64");
    expect(await send("/registry/api/v1/skills", { json: { archive } })).toEqual(refused);
    const hub = new FormData();
    hub.set("artifact", new File([Uint8Array.from(zip())], "skill.zip"));
    expect(await send("/gaia/publish/skill", { form: hub })).toEqual(refused);
    const claw = new FormData();
    claw.set("payload", JSON.stringify({ slug: "letters", version: "1.0.0" }));
    for (const [path, content] of all) claw.append("files", new File([content], path));
    expect(await send("/clawhub/api/v1/skills", { form: claw })).toEqual(refused);
    const uploads = [];
    for (const [path, content] of all) {
      const opened = await send("/clawhub/api/v1/skills/-/upload-url", { json: {} });
      const { uploadUrl, uploadTicket } = JSON.parse(opened.slice(4)) as Record<string, string>;
      await fetch(uploadUrl ?? "", {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: content,
      });
      uploads.push({ path, storageId: uploadTicket, sha256: sha256(Buffer.from(content)) });
    }
    const json = { slug: "letters", version: "1.0.0", files: uploads };
    expect(await send("/clawhub/api/v1/skills", { json })).toEqual(refused);
    expect((await registry.send("GET", "/registry/api/v1/skills/letters")).status).toBe(404);
  });

  it("[BX-06] is neither unpacked nor installed, wherever it comes from", async () => {
    const folder = join(temporaryFolder(), "skills");
    const file = join(temporaryFolder(), "letters.zip");
    writeFileSync(file, zip());
    const refused = /version control/u;
    await expect(unpackSkill(file, { folder: temporaryFolder() })).rejects.toThrow(refused);
    const manager = openManager({ folder, trust: new Map(), environment: process.env });
    const options = { allowsExperimental: true, mayBeRisky: true };
    await expect(manager.install(file, options)).rejects.toThrow(refused);
    const site = await serve(all);
    await expect(manager.install(site, options)).rejects.toThrow(refused);
    expect(existsSync(join(folder, "letters"))).toBe(false);
  });

  it("[BX-07] is found by the scanner", async () => {
    const report = await scan({ files: all.map(([path, content]) => ({ path, content })) });
    expect(report.findings.map(({ code }) => code)).toContain("scan/artifact-repository");
  });
});

it("keeps a skill up to date that somebody has under a version control of theirs", async () => {
  const folder = temporaryFolder();
  const source = join(temporaryFolder(), "letters");
  mkdirSync(source);
  writeFileSync(join(source, "SKILL.md"), versionedText("letters", "1.0.0"));
  const manager = openManager({ folder, trust: new Map(), environment: process.env });
  await manager.install(source, { allowsExperimental: true });
  mkdirSync(join(folder, "letters/.git"));
  writeFileSync(join(folder, "letters/.git/config"), CONFIG);
  writeFileSync(join(source, "SKILL.md"), versionedText("letters", "1.1.0"));
  await manager.update(["letters"], { allowsExperimental: true });
  expect(readFileSync(join(folder, "letters/SKILL.md"), "utf8")).toBe(
    versionedText("letters", "1.1.0"),
  );
  expect(existsSync(join(folder, "letters/.git/config"))).toBe(true);
});

/** A site that gives files one by one, as the older form of discovery has it. */
async function serve(all: Extra): Promise<string> {
  const base = "/.well-known/skills";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const files = all.map(([name]) => name);
    if (path === `${base}/index.json`)
      response.end(JSON.stringify({ skills: [{ name: "letters", description: "x", files }] }));
    else {
      const found = all.find(([name]) => path === `${base}/letters/${name}`);
      response.writeHead(found === undefined ? 404 : 200).end(found?.[1] ?? "");
    }
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
