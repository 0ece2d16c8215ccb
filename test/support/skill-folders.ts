/** Folders of skills on the disk, for tests that look at real files. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { createRandom, generateSkill } from "../../bench/generate.ts";

export { createRandom };

/** A folder of its own for every test of the file, gone after it. The path has no link in it. */
export function useFolder(): { readonly path: string } {
  let path = "";
  const folder = {
    get path(): string {
      if (path === "") path = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-")));
      return path;
    },
  };
  afterEach(() => {
    if (path !== "") rmSync(path, { recursive: true, force: true });
    path = "";
  });
  return folder;
}

/** Writes files by their paths inside the folder. */
export function writeTree(folder: string, files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The shortest file that every system takes. */
export function skill(name: string, description = `Does ${name}.`, more = ""): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\nDo it.\n`;
}

/** Writes so many skills as people write them, without faults, and returns their names. */
export function writeGenerated(folder: string, count: number): readonly string[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, index) => {
    const name = `skill-${index}`;
    const { files } = generateSkill(random, { name, traits: new Set() });
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "SKILL.md"), files[0]?.content ?? "");
    return name;
  });
}
