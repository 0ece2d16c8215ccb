import { lint } from "../../check/index.ts";
import { matrix } from "../../check/matrix/index.ts";
import { contentDigest } from "../../registry/package/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import { openPackageSource, type PackageSource } from "./package-source.ts";
import { type ReleaseFacts, type ReleaseInput, toReleaseFacts } from "./release-facts.ts";
import { type AuditedScan, scanSkill } from "./scan-skill.ts";

export interface PackageInput {
  /** The name under which it is published. */
  readonly slug: string;
  readonly source: PackageSource;
  /** What a version that is to be published is to be checked for; absent for one that is. */
  readonly release?: Omit<ReleaseInput, "slug">;
}

export interface PackageAudit extends AuditedScan {
  readonly contentDigest: string;
  readonly release?: ReleaseFacts;
  readonly lint: { readonly errors: number; readonly diagnostics: readonly Diagnostic[] };
  /** Ids of the systems that do not refuse it. */
  readonly worksOn: readonly string[];
}

export type AuditPackage = (input: PackageInput) => Promise<PackageAudit>;

/** Everything that a registry finds out about the files of a version. */
export const auditPackage: AuditPackage = async ({ slug, source, release }) => {
  const files = await openPackageSource(source);
  // What is refused anyway is not scanned.
  const facts = release && (await toReleaseFacts(files, { slug, ...release }));
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
      diagnostics: linted.files.flatMap(({ diagnostics }) => diagnostics).map(withoutCause),
    },
    worksOn: works.map(({ system }) => system),
    contentDigest: contentDigest(files),
    ...(facts === undefined ? {} : { release: facts }),
  };
};
