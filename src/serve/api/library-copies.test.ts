import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { temporaryFolder } from "../../../test/support/program.ts";
import { HostInventory } from "../../library/hosts/index.ts";
import { computeSha256 } from "../../platform/index.ts";
import { recordFolder } from "../../registry/lock/index.ts";
import { openLibrary } from "../../library/session/index.ts";
import { createLibraryView } from "../../hub/library/index.ts";

const TEXT = "---\nname: shoot\ndescription: Takes pictures.\n---\n\nShoot.\n";

describeOnDatabases("copies of skills in folders", ({ open }) => {
  async function begin(
    isLocal = true,
  ): Promise<Platform & { readonly folder: string; readonly root: string }> {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "shoot/scripts"), { recursive: true });
    writeFileSync(join(folder, "shoot/SKILL.md"), TEXT);
    writeFileSync(join(folder, "shoot/scripts/run.sh"), "echo 1\n");
    chmodSync(join(folder, "shoot/scripts/run.sh"), 0o755);
    writeFileSync(join(folder, "secret.txt"), "none of a skill");
    const hosts = new HostInventory();
    const options = { folder, home: folder, roots: [folder], settings: {}, hosts };
    const library = createLibraryView(
      [await openLibrary({ ...options, dialect: "claude" })],
      hosts,
      { isLocal },
    );
    const platform = await createPlatform({ database: await open(), more: { library } });
    return { ...platform, folder, root: await platform.join("root@example.org") };
  }

  it("are kept with all of their files, and leave the folder as it is", async () => {
    const { send, root, folder } = await begin();
    const path = join(folder, "shoot/SKILL.md");
    const copy = { token: root, body: { path } };
    const made = await send("POST", "/api/v1/library/copies", copy);
    expect(made.json).toEqual({ name: "shoot", files: 2 });
    const { json } = await send("GET", "/api/v1/skills/shoot/files", { token: root });
    expect(json).toMatchObject({
      files: [{ path: "SKILL.md" }, { path: "scripts/run.sh", is_executable: true }],
    });
    expect((await send("POST", "/api/v1/library/copies", copy)).status).toBe(409);
    expect(readFileSync(path, "utf8")).toBe(TEXT);
  });

  it("are refused for other files, to others than administrators, and leave nothing half made", async () => {
    const { send, root, folder, join: enter } = await begin();
    const other = { token: root, body: { path: join(folder, "secret.txt") } };
    expect((await send("POST", "/api/v1/library/copies", other)).status).toBe(404);
    const body = { path: join(folder, "shoot/SKILL.md") };
    const ada = await enter("ada@example.org");
    expect((await send("POST", "/api/v1/library/copies", { token: ada, body })).status).toBe(403);
    writeFileSync(join(folder, "shoot/big.bin"), new Uint8Array(6 * 1024 * 1024));
    expect((await send("POST", "/api/v1/library/copies", { token: root, body })).status).toBe(400);
    expect((await send("GET", "/api/v1/skills/shoot", { token: root })).status).toBe(404);
  });

  it("are opened with their files, and saved where they lie, over what was read alone", async () => {
    const { send, root, folder } = await begin();
    const path = join(folder, "shoot/SKILL.md");
    writeFileSync(path, `\uFEFF${TEXT}`);
    const query = new URLSearchParams({ path }).toString();
    const opened = await send("GET", `/api/v1/library/skill?${query}`, { token: root });
    expect(opened.json).toMatchObject({ text: TEXT, files: [{ path: "scripts/run.sh", size: 7 }] });
    const { version } = opened.json as { readonly version: string };
    const content = TEXT.replace("Shoot.", "Shoot twice.");
    const body = { path, content, version };
    const saved = await send("PUT", "/api/v1/library/skill", { token: root, body });
    expect(saved.status).toBe(200);
    expect(readFileSync(path, "utf8")).toBe(`\uFEFF${content}`);
    const late = await send("PUT", "/api/v1/library/skill", { token: root, body });
    expect(late.status).toBe(412);
    const file = new URLSearchParams({ path, file: "../secret.txt" }).toString();
    expect((await send("GET", `/api/v1/library/file?${file}`, { token: root })).status).toBe(404);
  });

  it("are not saved by tokens, on a server for others, through links, or over what was installed", async () => {
    const { send, root, folder } = await begin();
    const path = join(folder, "shoot/SKILL.md");
    const body = { path, content: "changed", version: computeSha256(TEXT) };
    const put = async (token: string, sent: object = body): Promise<number> =>
      (await send("PUT", "/api/v1/library/skill", { token, body: sent })).status;
    const scopes = { name: "all", scopes: ["skills:read", "skills:write", "users"] };
    const made = await send("POST", "/api/v1/auth/tokens", { token: root, body: scopes });
    expect(await put((made.json as { readonly token: string }).token)).toBe(403);
    expect(await put(root, { ...body, path: join(folder, "secret.txt") })).toBe(404);
    const remote = await begin(false);
    const other = join(remote.folder, "shoot/SKILL.md");
    const sent = { token: remote.root, body: { ...body, path: other } };
    expect((await remote.send("PUT", "/api/v1/library/skill", sent)).status).toBe(403);
    renameSync(path, join(folder, "elsewhere.md"));
    symlinkSync(join(folder, "elsewhere.md"), path);
    expect(await put(root)).toBe(403);
    rmSync(path);
    renameSync(join(folder, "elsewhere.md"), path);
    await recordFolder(folder, { trust: new Map(), now: 0 }, false);
    expect(await put(root)).toBe(403);
    expect(readFileSync(path, "utf8")).toBe(TEXT);
  });
});
