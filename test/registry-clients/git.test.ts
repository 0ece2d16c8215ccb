/** Git itself against our registry, by both versions of its protocol. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runFile } from "../support/clients.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  publishFolder,
  readSkill,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

const environment = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "true",
};

const seen = { withModes: true, leftOut: [".git/"] };

function publish(folder: string, name: string, version: string, more = ""): Promise<void> {
  writeFileSync(join(folder, "SKILL.md"), versionedText(name, version, more));
  return publishFolder(registry, token, folder);
}

needs.command("git").describe("git", (program) => {
  async function git(words: readonly string[], folder = temporaryFolder()): Promise<string> {
    const answer = await runFile(program, words, { folder, environment, timeout: 60_000 });
    expect(answer.code, `${words.join(" ")}\n${answer.stdout}${answer.stderr}`).toBe(0);
    return answer.stdout;
  }

  it.each(["2", "0"])(
    "[BX-06] clones, fetches and follows versions by version %s of its protocol",
    async (protocol) => {
      const name = `cloned-by-${protocol}`;
      const folder = writeSkill(name, {
        "scripts/run.sh": ["#!/bin/sh\n", true],
        "scripts/deep/er/data.bin": Uint8Array.of(0, 255, 128),
        "scripts.md": "sorted between a folder and its files\n",
      });
      await publish(folder, name, "0.9.0", "3. Say nothing.\n");
      await publish(folder, name, "1.0.0");
      const first = readSkill(folder, seen);
      const version = ["-c", `protocol.version=${protocol}`];
      const address = `${registry.url}/git/${name}.git`;
      const work = temporaryFolder();
      const clone = join(work, "clone");
      const shallow = join(work, "shallow");
      await git([...version, "clone", "-q", address, clone]);
      await git([...version, "clone", "-q", "--depth", "1", address, shallow]);
      expect(readSkill(clone, seen)).toEqual(first);
      expect(readSkill(shallow, seen)).toEqual(first);

      await publish(folder, name, "1.1.0", "3. Say so.\n");
      await publish(folder, name, "2.0.0", "3. Say it twice.\n");
      for (const copy of [clone, shallow]) {
        await git([...version, "pull", "-q", "--ff-only"], copy);
        expect(readSkill(copy, seen)).toEqual(readSkill(folder, seen));
        await git(["fsck", "--strict"], copy);
      }
      await git([...version, "fetch", "-q", "--unshallow"], shallow);
      expect((await git(["log", "--format=%s"], shallow)).trim().split("\n")).toEqual([
        `${name} 2.0.0`,
        `${name} 1.1.0`,
        `${name} 1.0.0`,
        `${name} 0.9.0`,
      ]);
      const pinned = join(work, "pinned");
      const branch = ["-c", "advice.detachedHead=false", "clone", "-q", "--branch", "v1.0.0"];
      await git([...version, ...branch, "--depth", "1", address, pinned]);
      expect(readSkill(pinned, seen)).toEqual(first);
      expect(await git(["ls-remote", "--tags", address])).toContain("refs/tags/v1.1.0");
    },
    120_000,
  );

  it("[BX-06] gives the same commits to everybody, also after a late fix of an old release", async () => {
    const folder = writeSkill("late-fix", { "a.md": "a\n" });
    await publish(folder, "late-fix", "1.0.0");
    await publish(folder, "late-fix", "2.0.0", "3. More.\n");
    const address = `${registry.url}/git/late-fix.git`;
    const before = await git(["ls-remote", address]);
    await publish(folder, "late-fix", "1.0.1", "3. Fixed.\n");
    const after = await git(["ls-remote", address]);
    expect(after.split("\n")).toEqual(expect.arrayContaining(before.trim().split("\n")));
    const clone = join(temporaryFolder(), "clone");
    await git(["clone", "-q", address, clone]);
    expect(await git(["log", "--format=%s", "v1.0.1"], clone)).toBe(
      "late-fix 1.0.1\nlate-fix 1.0.0\n",
    );
  });

  it("[BX-06] is let into a private registry with a token as password, and else not", async () => {
    const closed = await openRegistry({ registry: { access: "private" } });
    try {
      const writer = await closed.join("ann@example.com");
      const folder = writeSkill("secret-skill", {
        "SKILL.md": versionedText("secret-skill", "1.0.0"),
      });
      await publishFolder(closed, writer, folder);
      const address = `${closed.url}/git/secret-skill.git`;
      const refused = await runFile(program, ["clone", "-q", address, "clone"], {
        folder: temporaryFolder(),
        environment,
        timeout: 60_000,
      });
      expect(refused.code).not.toBe(0);
      const clone = join(temporaryFolder(), "clone");
      await git(["clone", "-q", address.replace("://", `://ann:${writer}@`), clone]);
      expect(readSkill(clone, seen)).toEqual(readSkill(folder, seen));
    } finally {
      await closed.close();
    }
  });

  it("says that nothing can be pushed", async () => {
    const answer = await registry.send("GET", "/git/x.git/info/refs?service=git-receive-pack");
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("published, not pushed");
  });
});

describe("the addresses of git", () => {
  it("refuse what is not in the form of git", async () => {
    const folder = writeSkill("asked-oddly", {
      "SKILL.md": versionedText("asked-oddly", "1.0.0"),
    });
    await publishFolder(registry, token, folder);
    const answer = await fetch(`${registry.url}/git/asked-oddly.git/git-upload-pack`, {
      method: "POST",
      headers: { "git-protocol": "version=2" },
      body: "nonsense",
    });
    expect(answer.status).toBe(400);
    const unknown = await registry.send("GET", "/git/nobody.git/info/refs?service=git-upload-pack");
    expect(unknown.status).toBe(404);
  });
});
