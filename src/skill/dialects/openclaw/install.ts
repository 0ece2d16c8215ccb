import {
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../model/index.ts";
import type { InstallOption, InstallRequest } from "../dialect.ts";
import { isSemver } from "../shared/semver.ts";
import { installKinds } from "./schema.ts";

/** A list of any values, or text with commas, as trimmed texts; blank ones drop. */
export function textList(value: Json | undefined): readonly string[] {
  const items = typeof value === "string" ? value.split(",") : isList(value) ? value : [];
  return items.map((item) => looseText(item).trim()).filter((item) => item !== "");
}

function looseText(value: Json): string {
  if (isList(value)) return value.map(looseText).join(",");
  return isObject(value) ? "[object Object]" : String(value);
}

const BREW = /^[A-Za-z0-9][A-Za-z0-9@+._/-]*$/;
const GO = /^[A-Za-z0-9][A-Za-z0-9._~+\-/]*(?:@[A-Za-z0-9][A-Za-z0-9._~+\-/]*)?$/;
const UV = /^[A-Za-z0-9][A-Za-z0-9._\-[\]=<>!~+,]*$/;
/** A word of a package name: lower case, and nothing that an address would have to escape. */
const NODE_WORD = /^[a-z0-9][a-z0-9._~-]*$/;
const NODE_TAG = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function isNodeName(name: string): boolean {
  const words = name.startsWith("@") ? name.slice(1).split("/") : [name];
  return (
    words.length === (name.startsWith("@") ? 2 : 1) && words.every((word) => NODE_WORD.test(word))
  );
}

/** A package of the registry, alone or with an exact version or a tag; no range, path or address. */
function nodePackage(value: string): string | undefined {
  const at = value.lastIndexOf("@");
  const name = at > 0 ? value.slice(0, at) : value;
  const selector = at > 0 ? value.slice(at + 1) : undefined;
  const isSelected =
    selector === undefined || isSemver(selector.replace(/^v/, "")) || NODE_TAG.test(selector);
  return isNodeName(name) && isSelected ? value : undefined;
}

function brewFormula(value: string): string | undefined {
  return BREW.test(value) && !value.includes("..") ? value : undefined;
}

function webAddress(value: string): string | undefined {
  if (/\s/.test(value) || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}

function matching(pattern: RegExp): (value: string) => string | undefined {
  return (value) => (pattern.test(value) ? value : undefined);
}

interface Target {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly accept: (value: string) => string | undefined;
  readonly expected: string;
}

const brewTarget: Target = {
  key: "formula",
  aliases: ["cask"],
  accept: brewFormula,
  expected: "a formula of letters, digits and `@+._/-`",
};
const goTarget: Target = {
  key: "module",
  aliases: [],
  accept: matching(GO),
  expected: "a module path, with or without `@version`",
};
const downloadTarget: Target = {
  key: "url",
  aliases: [],
  accept: webAddress,
  expected: "an `http` or `https` address",
};

/** What an entry of each kind must name. */
const targets: { readonly [kind: string]: Target } = {
  brew: brewTarget,
  node: {
    key: "package",
    aliases: [],
    accept: nodePackage,
    expected: "a package of the npm registry, with at most an exact version or a tag",
  },
  go: goTarget,
  uv: {
    key: "package",
    aliases: [],
    accept: matching(UV),
    expected: "a Python package, with or without a version",
  },
  download: downloadTarget,
};

/** Either an entry as the release keeps it, or why it drops it. */
export type InstallVerdict =
  | { readonly ok: true; readonly spec: JsonObject }
  | { readonly ok: false; readonly key: string; readonly expected: string };

export function judgeInstall(raw: Json): InstallVerdict {
  if (!isObject(raw)) return { ok: false, key: "", expected: "a map" };
  const named = [getKey(raw, "kind"), getKey(raw, "type")].find((item) => typeof item === "string");
  const kind = typeof named === "string" ? named.trim().toLowerCase() : "";
  const target = installKinds.includes(kind) ? targets[kind] : undefined;
  if (target === undefined)
    return {
      ok: false,
      key: "kind",
      expected: `one of ${installKinds.map((item) => `\`${item}\``).join(", ")}`,
    };
  const spec: Record<string, Json> = { kind, ...commonParts(raw) };
  for (const part of new Set([brewTarget, target, goTarget, downloadTarget])) {
    const value = acceptedPart(raw, part);
    if (value !== undefined) spec[part.key] = value;
  }
  const digest = kind === "download" ? getKey(raw, "sha256") : undefined;
  if (digest !== undefined) {
    const digits = typeof digest === "string" ? digest.trim().toLowerCase() : "";
    if (!/^[a-f0-9]{64}$/.test(digits))
      return { ok: false, key: "sha256", expected: "64 hexadecimal digits" };
    spec["sha256"] = digits;
  }
  if (spec[target.key] === undefined)
    return { ok: false, key: target.key, expected: target.expected };
  return { ok: true, spec };
}

function acceptedPart(raw: JsonObject, target: Target): string | undefined {
  for (const key of [target.key, ...target.aliases]) {
    const value = getKey(raw, key);
    const accepted = typeof value === "string" ? target.accept(value.trim()) : undefined;
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

function commonParts(raw: JsonObject): JsonObject {
  const kept: Record<string, Json> = {};
  for (const key of ["id", "label"]) {
    const value = getKey(raw, key);
    if (typeof value === "string" && value !== "") kept[key] = value;
  }
  for (const key of ["bins", "os"]) {
    const items = textList(getKey(raw, key));
    if (items.length > 0) kept[key] = items;
  }
  for (const key of ["archive", "targetDir"]) {
    const value = getKey(raw, key);
    if (typeof value === "string") kept[key] = value;
  }
  const extract = getKey(raw, "extract");
  if (typeof extract === "boolean") kept["extract"] = extract;
  const depth = getKey(raw, "stripComponents");
  if (typeof depth === "number") kept["stripComponents"] = depth;
  return kept;
}

/** The entries that the release keeps, in their order. */
export function readInstallSteps(value: Json | undefined): readonly JsonObject[] {
  if (!isList(value)) return [];
  return value.map(judgeInstall).flatMap((verdict) => (verdict.ok ? [verdict.spec] : []));
}

function textAt(spec: JsonObject, key: string): string {
  const value = getKey(spec, key);
  return typeof value === "string" ? value.trim() : "";
}

/** Entries for this platform with their ids, and all of them where only downloads are left. */
function offered(
  specs: readonly JsonObject[],
  platform: string,
  choose: (options: readonly InstallOption[]) => InstallOption | undefined,
): readonly InstallOption[] {
  const options = specs
    .map((spec, index) => {
      const kind = textAt(spec, "kind");
      return { id: textAt(spec, "id") || `${kind}-${index}`, kind, spec };
    })
    .filter(({ spec }) => {
      const systems = textList(getKey(spec, "os"));
      return systems.length === 0 || systems.includes(platform);
    });
  if (options.every(({ kind }) => kind === "download")) return options;
  const choice = choose(options);
  return choice === undefined ? [] : [choice];
}

/** Homebrew where it is there, else Node, else the first that needs no Homebrew; of these a kind it knows. */
export function installOptions(request: InstallRequest): readonly InstallOption[] {
  const specs = request.install.filter(isObject).filter((spec) => textAt(spec, "kind") !== "");
  const hasBrew = request.bins.includes("brew");
  return offered(specs, request.platform, (options) => {
    const ofKind = (kind: string): InstallOption | undefined =>
      options.find((option) => option.kind === kind);
    return (
      (hasBrew ? ofKind("brew") : undefined) ??
      ofKind("node") ??
      options.find(({ kind }) => kind !== "brew" && installKinds.includes(kind)) ??
      options.find(({ kind }) => kind !== "brew") ??
      options[0]
    );
  });
}

/** The release asks for uv before Node, and may be told not to prefer Homebrew. */
export function installOptionsByRelease(request: InstallRequest): readonly InstallOption[] {
  const hasBrew = request.bins.includes("brew");
  const prefersBrew = getPath(request.config, ["skills", "install", "preferBrew"]) !== false;
  const order = [
    ...(hasBrew && prefersBrew ? ["brew"] : []),
    "uv",
    "node",
    ...(hasBrew ? ["brew"] : []),
    "go",
    "download",
    "brew",
  ];
  return offered(readInstallSteps(request.install), request.platform, (options) => {
    const kind = order.find((name) => options.some((option) => option.kind === name));
    return options.find((option) => option.kind === kind);
  });
}
