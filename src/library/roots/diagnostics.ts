import type { Diagnostic, Severity } from "../../skill/model/index.ts";

/** Why something in a root is not a skill, or a root is not searched. */
export const rootCodes = {
  fileName: "roots/file-name",
  fileKind: "roots/file-kind",
  hiddenFolder: "roots/hidden-folder",
  insideSkill: "roots/inside-skill",
  tooDeep: "roots/too-deep",
  tooLarge: "roots/too-large",
  tooManyFolders: "roots/too-many-folders",
  linkOut: "roots/link-out",
  linkBroken: "roots/link-broken",
  linkCircle: "roots/link-circle",
  hardLink: "roots/hard-link",
  unreadable: "roots/unreadable",
  unknownSource: "roots/unknown-source",
  unknownClient: "roots/unknown-client",
  pluginOff: "roots/plugin-off",
  pluginManifest: "roots/plugin-manifest",
  pluginFolder: "roots/plugin-folder",
} as const;

export type RootCode = (typeof rootCodes)[keyof typeof rootCodes];

const severities: { readonly [Code in RootCode]?: Severity } = {
  [rootCodes.hiddenFolder]: "hint",
  [rootCodes.insideSkill]: "info",
  [rootCodes.tooDeep]: "info",
  [rootCodes.pluginOff]: "info",
  [rootCodes.unreadable]: "error",
  [rootCodes.unknownSource]: "error",
  [rootCodes.unknownClient]: "error",
};

export function rootProblem(
  code: RootCode,
  message: string,
  details: Pick<Diagnostic, "hint" | "file" | "cause"> = {},
): Diagnostic {
  return { code, severity: severities[code] ?? "warning", message, ...details };
}
