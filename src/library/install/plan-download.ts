import type { ArchiveKind } from "../../platform/archive/index.ts";
import { hashOf, isInside, resolvePath } from "../../platform/index.ts";
import {
  getKey,
  type InstallOption,
  isList,
  type JsonObject,
  type Outcome,
} from "../../skill/index.ts";
import { isAddress, isPublicAddress } from "../../platform/network/index.ts";
import { isLoopback } from "../hosts/index.ts";
import type { DownloadAction, InstallContext } from "./action.ts";
import { installCodes, installProblem } from "./diagnostics.ts";

const SUFFIXES: readonly (readonly [suffix: string, kind: ArchiveKind])[] = [
  [".tar.gz", "tar"],
  [".tgz", "tar"],
  [".tar", "tar"],
  [".tar.bz2", "tar.bz2"],
  [".tbz2", "tar.bz2"],
  [".zip", "zip"],
];

/** A download into the folder of the skill's tools, or why it is refused. */
export function planDownload(
  { spec }: InstallOption,
  ground: InstallContext,
): Outcome<readonly DownloadAction[]> {
  const url = text(spec, "url");
  const refusal = refusalReason(url, ground);
  if (refusal !== undefined) return refusal;
  const digest = readDigest(spec);
  if (digest === "")
    return refuse(
      installCodes.invalidSpec,
      "`sha256` of the download must be 64 hexadecimal digits.",
    );
  const archive = readArchive(spec, new URL(url).pathname);
  if (archive === "unknown")
    return refuse(
      installCodes.invalidSpec,
      "The download names an unknown kind of archive: use zip, tar, tar.gz or tar.bz2.",
    );
  const bzip2 = archive === "tar.bz2" ? ground.find("bzip2") : undefined;
  if (archive === "tar.bz2" && bzip2 === undefined)
    return refuse(
      installCodes.missingProgram,
      "`bzip2` is not on the `PATH`.",
      "`bzip2` unpacks tar.bz2 archives. Install it first, or choose another installer.",
    );
  const root = resolvePath(ground.toolsFolder, folderName(ground));
  const target = resolvePath(root, withHome(text(spec, "targetDir"), ground));
  if (!isInside(target, root))
    return refuse(
      installCodes.outsideFolder,
      `The \`targetDir\` \`${text(spec, "targetDir")}\` is outside of the skill's tools folder.`,
    );
  const fileName = nameOf(url);
  const strip = getKey(spec, "stripComponents");
  const action: DownloadAction = {
    kind: "download",
    url,
    ...(digest === undefined ? {} : { sha256: digest }),
    ...(archive === undefined ? {} : { archive }),
    ...(bzip2 === undefined ? {} : { bzip2 }),
    stripComponents: typeof strip === "number" ? Math.max(0, Math.floor(strip)) : 0,
    fileName,
    isExecutable: readBins(spec).includes(fileName),
    root,
    target,
  };
  return { value: [action], diagnostics: [] };
}

function refusalReason(
  url: string,
  { allowPrivate = [] }: InstallContext,
): Outcome<never> | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address !== undefined && isKnownPrivate(hostOf(address), allowPrivate))
    return refuse(
      installCodes.refusedAddress,
      `The address \`${url}\` is on a private network.`,
      "A skill may not download from your own machine or local network.",
    );
  if (address !== undefined && isAllowedAddress(address, allowPrivate)) return undefined;
  return refuse(
    installCodes.refusedAddress,
    `The address \`${url}\` does not begin with https.`,
    "Anybody on the network can change a download over http.",
  );
}

function refuse(
  code: (typeof installCodes)[keyof typeof installCodes],
  message: string,
  hint?: string,
): Outcome<never> {
  return { diagnostics: [installProblem(code, message, hint === undefined ? {} : { hint })] };
}

/** Nobody on the way can change what comes over https. */
export function isAllowedAddress(address: URL, allowPrivate: readonly string[]): boolean {
  if (address.username !== "" || address.password !== "") return false;
  if (address.protocol === "https:") return true;
  return address.protocol === "http:" && allowPrivate.includes(hostOf(address));
}

/** What a name stands for is looked up when it is asked; some can be told before. */
function isKnownPrivate(host: string, allowPrivate: readonly string[]): boolean {
  if (allowPrivate.includes(host)) return false;
  if (isAddress(host)) return !isPublicAddress(host);
  return isLoopback(host) || /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function text(spec: JsonObject, key: string): string {
  const value = getKey(spec, key);
  return typeof value === "string" ? value.trim() : "";
}

/** Undefined where none is given, empty where it is malformed. */
function readDigest(spec: JsonObject): string | undefined {
  const value = getKey(spec, "sha256");
  if (value === undefined) return undefined;
  const digits = typeof value === "string" ? value.trim().toLowerCase() : "";
  return /^[0-9a-f]{64}$/.test(digits) ? digits : "";
}

/** What to unpack; undefined: nothing, since the skill says so or it is no archive. */
function readArchive(spec: JsonObject, path: string): ArchiveKind | "unknown" | undefined {
  const named = text(spec, "archive").toLowerCase();
  const name = named === "" ? path.toLowerCase() : `.${named.replace(/^\./, "")}`;
  const kind = SUFFIXES.find(([suffix]) => name.endsWith(suffix))?.[1];
  const extract = getKey(spec, "extract");
  if (extract === false) return undefined;
  if (kind === undefined) return extract === true || named !== "" ? "unknown" : undefined;
  return kind;
}

function readBins(spec: JsonObject): readonly string[] {
  const bins = getKey(spec, "bins");
  return isList(bins) ? bins.filter((bin) => typeof bin === "string") : [];
}

/** The last part of the address, without what a file system could read something into. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split("/").findLast((part) => part !== "") ?? "";
  const plain = last.replace(/[^A-Za-z0-9._+-]/g, "_").replace(/^[.-]+/, "");
  return plain === "" ? "download" : plain.slice(-100);
}

/** `~` stands for the home folder, as in a shell, and never for a folder of that name. */
function withHome(path: string, { home }: InstallContext): string {
  return /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}

const PLAIN_KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_ @+.-]{0,99}$/u;

/** The key itself where the rules want it so and it is one plain name, else one made of it. */
function folderName({ skillKey, rules }: InstallContext): string {
  const isTaken = rules?.toolsName === "key" && PLAIN_KEY.test(skillKey) && !/[ .]$/.test(skillKey);
  return isTaken ? skillKey : safeName(skillKey);
}

/** A name for a folder that no other key shares, whatever stands in the key. */
function safeName(key: string): string {
  const plain = key
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 40);
  return `${plain === "" ? "skill" : plain}-${hashOf(key).slice(0, 32)}`;
}
