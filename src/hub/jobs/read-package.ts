import { readManifest } from "../../registry/package/index.ts";
import { isTier, type Tier } from "../../registry/sign/index.ts";
import { versionIn } from "../../skill/index.ts";
import { marketWords } from "../registry/words.ts";
import { moduleIn, type PackageModule } from "./package-module.ts";
import { openPackageSource, type PackageSource } from "./package-source.ts";

/** What the SKILL.md of a package says, as far as a registry keeps it. */
export interface PackageFacts {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly author?: string;
  readonly license?: string;
  readonly tier?: Tier;
  readonly dialect: string;
  readonly permissions: readonly string[];
  readonly tags: readonly string[];
  readonly dependencies: readonly { readonly name: string; readonly range: string }[];
  /** The bytes of its SKILL.md. */
  readonly manifest: Uint8Array;
  /** The module of its tools, where it has one. */
  readonly module?: PackageModule;
  /** As JSON. */
  readonly frontmatter: string;
  /** Words of the instructions by which it is found, with blanks between. */
  readonly bodyWords: string;
}

/** Undefined where there is no SKILL.md that can be read. */
export type ReadPackage = (source: PackageSource) => Promise<PackageFacts | undefined>;

const MOST_WORDS = 300;

export const readPackage: ReadPackage = async (source) => {
  const files = await openPackageSource(source);
  const read = readManifest(files);
  const manifest = files.find(({ path }) => path === "SKILL.md")?.bytes;
  if (read === undefined || manifest === undefined) return undefined;
  const { skill, dialect, document } = read;
  const { name, license, tags = [] } = skill.identity;
  const { description } = skill.guidance;
  const { author } = skill.ownership;
  const { tier, permissions = [] } = skill.authority;
  const version = versionIn(read);
  const module = moduleIn(files);
  return {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
    ...(author === undefined ? {} : { author }),
    ...(license === undefined ? {} : { license }),
    ...(isTier(tier) ? { tier } : {}),
    manifest,
    ...(module === undefined ? {} : { module }),
    dialect: dialect.id,
    permissions,
    tags,
    dependencies: (skill.relations.skills ?? []).map((one) => ({
      name: one.name,
      range: one.version ?? "*",
    })),
    frontmatter: JSON.stringify(document.frontmatter),
    bodyWords: [...new Set(marketWords(skill.body))].slice(0, MOST_WORDS).join(" "),
  };
};
