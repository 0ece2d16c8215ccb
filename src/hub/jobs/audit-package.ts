import { lint } from "../../check/index.ts";
import { matrix } from "../../check/matrix/index.ts";
import type { SkillFile } from "../../registry/package/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { type AuditedScan, scanSkill } from "./scan-skill.ts";

export interface PackageInput {
  /** The name under which it is published. */
  readonly slug: string;
  readonly files: readonly SkillFile[];
}

export interface PackageAudit extends AuditedScan {
  readonly lint: { readonly errors: number; readonly diagnostics: readonly Diagnostic[] };
  /** Ids of the systems that do not refuse it. */
  readonly worksOn: readonly string[];
}

export type AuditPackage = (input: PackageInput) => Promise<PackageAudit>;

/** Everything that a registry finds out about the files of a version. */
export const auditPackage: AuditPackage = async ({ slug, files }) => {
  const audited = await scanSkill({
    name: slug,
    files: files.map(({ path, bytes, isExecutable = false }) => ({
      path,
      content: bytes,
      mode: isExecutable ? 0o755 : 0o644,
    })),
    tier: "experimental",
  });
  const text = files.find(({ path }) => path === "SKILL.md")?.bytes ?? "";
  const path = `${slug}/SKILL.md`;
  const paths = new Set(files.map((file) => file.path));
  const linted = lint([{ path, text, files: { has: (name) => paths.has(name) } }]);
  const [portability] = matrix([{ path, text }]).rows;
  const works = portability?.cells.filter(({ verdict }) => verdict !== "refused") ?? [];
  return {
    ...audited,
    lint: {
      errors: linted.errors,
      diagnostics: linted.files
        .flatMap(({ diagnostics }) => diagnostics)
        .map(({ cause: _cause, ...diagnostic }) => diagnostic),
    },
    worksOn: works.map(({ system }) => system),
  };
};
