import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILLER = "Sorts letters by their date, and says which have none.\n".repeat(40);

export function nameOf(index: number): string {
  return `letters-${String(index).padStart(4, "0")}`;
}

/** A file whose first and last lines say the same, so that a mixture of two versions shows. */
function skillText(index: number, revision: number): string {
  const name = nameOf(index);
  const head = `---\nname: ${name}\ndescription: Sorts letters, kind ${index}. Use for letters.\n---\n`;
  return `${head}\nrevision ${revision}\n\n${FILLER}\nrevision ${revision}\n`;
}

/** True where both marks of a text are of one version. */
export function isWhole(text: string): boolean {
  const marks = [...text.matchAll(/^revision (\d+)$/gm)].map((match) => match[1]);
  return marks.length === 2 && marks[0] === marks[1];
}

/** Skills that every reader takes, each with one more file. */
export function writeFolder(folder: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const path = join(folder, nameOf(index));
    mkdirSync(join(path, "references"), { recursive: true });
    writeFileSync(join(path, "SKILL.md"), skillText(index, 0));
    writeFileSync(join(path, "references/dates.md"), `# Dates of kind ${index}\n`);
  }
}

/** Changes a file as editors do: written beside it, then moved into its place. */
export function changeSkill(folder: string, index: number, revision: number): void {
  const path = join(folder, nameOf(index), "SKILL.md");
  writeFileSync(`${path}.tmp`, skillText(index, revision));
  renameSync(`${path}.tmp`, path);
}
