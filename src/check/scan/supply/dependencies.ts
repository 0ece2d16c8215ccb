import type { Span } from "../../../skill/index.ts";
import type { ScanContext, Stance } from "../context.ts";
import { type IndexOption, installOf } from "./installs.ts";
import { type Lifecycle, type Manifest, readManifest } from "./manifests.ts";
import { type Ecosystem, type PackageSpec, readSpec } from "./package-spec.ts";
import { commandsOf } from "./shell-words.ts";

export interface Dependency {
  readonly spec: PackageSpec;
  readonly file: string;
  readonly span: Span | undefined;
  /** Where it is asked for: in a list of packages, a command, or a field of the frontmatter. */
  readonly origin: "manifest" | "command" | "field";
  readonly isRunAtOnce: boolean;
  readonly stance: Stance;
}

export interface Located<T> {
  readonly value: T;
  readonly file: string;
  readonly span: Span | undefined;
}

export interface SupplyReport {
  readonly dependencies: readonly Dependency[];
  readonly indexes: readonly Located<IndexOption>[];
  readonly lifecycle: readonly Located<Lifecycle>[];
}

/** Dependencies that are looked at; no honest skill comes near. */
const MOST = 2000;

/** Everything that the skill fetches from registries and addresses, wherever it says so. */
export function supplyOf(context: ScanContext): SupplyReport {
  const all: Collected = { dependencies: [], indexes: [], lifecycle: [] };
  addManifests(context, all);
  addCommands(context, all);
  all.dependencies.push(...declared(context));
  return { ...all, dependencies: all.dependencies.slice(0, MOST) };
}

interface Collected {
  readonly dependencies: Dependency[];
  readonly indexes: Located<IndexOption>[];
  readonly lifecycle: Located<Lifecycle>[];
}

function addManifests(context: ScanContext, all: Collected): void {
  for (const { path, text = "", kind } of context.files) {
    addManifest(path, readManifest(path, text), 0, all);
    if (kind !== "skill" && kind !== "markdown") continue;
    for (const match of text.matchAll(SHOWN)) {
      const body = match[1] ?? "";
      addManifest(
        path,
        readManifest("package.json", body),
        match.index + match[0].indexOf(body),
        all,
      );
    }
  }
}

/** A manifest of npm that a text shows, for a project of the user. */
const SHOWN = /^```json[^\n]{0,40}\n((?:(?!```)[^\n]{0,400}\n){1,200})```/gm;

function addManifest(
  file: string,
  manifest: Manifest | undefined,
  at: number,
  all: Collected,
): void {
  const spanOf = ({ start, end }: Span): Span => ({ start: start + at, end: end + at });
  for (const entry of manifest?.entries ?? [])
    all.dependencies.push({
      spec: entry.spec,
      file,
      span: spanOf(entry),
      origin: "manifest",
      isRunAtOnce: false,
      stance: "asks",
    });
  for (const value of manifest?.indexes ?? [])
    all.indexes.push({ value, file, span: spanOf(value) });
  for (const value of manifest?.lifecycle ?? [])
    all.lifecycle.push({ value, file, span: spanOf(value) });
}

function addCommands(context: ScanContext, all: Collected): void {
  for (const unit of context.units) {
    if (unit.language !== "shell" && unit.language !== "powershell") continue;
    for (const command of commandsOf(unit.text)) {
      const install = installOf(command);
      if (install === undefined) continue;
      for (const { spec, isRunAtOnce, start, end } of install.packages)
        all.dependencies.push({
          spec,
          file: unit.file,
          span: unit.original({ start, end }),
          origin: "command",
          isRunAtOnce,
          stance: unit.stance,
        });
      for (const value of install.indexes)
        all.indexes.push({
          value,
          file: unit.file,
          span: unit.original({ start: value.start, end: value.end }),
        });
    }
  }
}

function declared({ skill, skillFile }: ScanContext): readonly Dependency[] {
  if (skill === undefined || skillFile === undefined) return [];
  const { relations, requirements } = skill.skill;
  const rows: (readonly [Ecosystem, string])[] = [
    ...(relations.pythonPackages ?? []).map((name) => ["pypi", name] as const),
    ...(relations.nodePackages ?? []).map((name) => ["npm", name] as const),
    ...(requirements.install ?? []).flatMap((spec) => {
      const ecosystem = INSTALL_KINDS[spec.kind ?? ""];
      const name = spec["package"] ?? spec["module"];
      return ecosystem !== undefined && typeof name === "string"
        ? [[ecosystem, name] as const]
        : [];
    }),
  ];
  return rows.flatMap(([ecosystem, written]): readonly Dependency[] => {
    const spec = readSpec(ecosystem, written);
    if (spec === undefined) return [];
    return [
      {
        spec,
        file: skillFile,
        span: undefined,
        origin: "field",
        isRunAtOnce: false,
        stance: "asks",
      },
    ];
  });
}

const INSTALL_KINDS: { readonly [kind: string]: Ecosystem | undefined } = {
  node: "npm",
  npm: "npm",
  uv: "pypi",
  pip: "pypi",
  pipx: "pypi",
  go: "go",
  cargo: "crates",
  gem: "gem",
};
