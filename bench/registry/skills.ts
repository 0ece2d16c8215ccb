import { writeZip } from "../../src/platform/archive/index.ts";
import type { PublishRequest } from "../../src/registry/contract/index.ts";
import { createRandom, generateSkill } from "../generate.ts";

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Skills as they are published; each can come in more than one version of its name. */
export function skillsToPublish(
  count: number,
  seed: number,
): readonly ((label: string) => PublishRequest)[] {
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed ^ Math.imul(index + 7, 0x9e3779b1));
    const { files } = generateSkill(random, { traits: new Set() });
    const unique = new Map(files.map((file) => [file.path, file]));
    return (label) => ({
      name: `bench-${label}-${index}`,
      version: "1.0.0",
      content: {
        kind: "files",
        files: [...unique.values()].map((file) => ({
          path: file.path,
          bytes: Buffer.from(file.content),
          isExecutable: file.isExecutable ?? false,
        })),
      },
    });
  });
}

export function packSkillFiles({ content }: PublishRequest): Uint8Array {
  if (content.kind !== "files") throw new Error("Skills of the bench come as files.");
  return writeZip(content.files.map((file) => ({ isExecutable: false, ...file })));
}
