import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createPlatform, type Platform } from "../../../test/support/platform.ts";
import { temporaryFolder } from "../../../test/support/program.ts";
import { HostInventory } from "../../library/hosts/index.ts";
import { openLibrary } from "../../library/session/index.ts";
import { createLibraryView } from "../../hub/library/index.ts";

const TEXT = "---\nname: shoot\ndescription: Takes pictures.\n---\n\nShoot.\n";

describeOnDatabases("copies of skills in folders", ({ open }) => {
  async function begin(): Promise<Platform & { readonly folder: string; readonly root: string }> {
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
});
