/** What describes Skillwright to hosts that install MCP servers: the manifest of a bundle and `server.json`. */

export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
  /** The name in the MCP registry, which checks that the package claims it too. */
  readonly mcpName?: string;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
}

/** Where the program lies in a bundle. */
export const ENTRY_POINT = "server/node_modules/skillwright/dist/cli/main.js";

const TITLE = "Skillwright";
const SUMMARY =
  "Serve agent skills (SKILL.md) of every format, checked and scanned, from your own folders.";

/** `manifest.json` of an `.mcpb` bundle, version 0.3 of its specification. */
export function toBundleManifest(manifest: PackageManifest, tools: readonly Tool[]): object {
  const { name, version, license, author, keywords, engines } = manifest;
  return {
    manifest_version: "0.3",
    name,
    display_name: TITLE,
    version,
    description: SUMMARY,
    author: { name: author },
    server: {
      type: "node",
      entry_point: ENTRY_POINT,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${ENTRY_POINT}`, "mcp", "${user_config.folders}"],
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description })),
    // Tools of skills and prompts depend on the folders.
    tools_generated: true,
    prompts_generated: true,
    keywords,
    license,
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: { node: engines.node },
    },
    user_config: {
      folders: {
        type: "directory",
        title: "Folders of skills",
        description: "Every SKILL.md below these folders is served.",
        multiple: true,
        required: true,
      },
    },
  };
}

export interface Bundle {
  /** Where it can be downloaded. */
  readonly url: string;
  readonly sha256: string;
}

const PART = "[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?";
const SERVER_NAME = new RegExp(`^${PART}/${PART}$`, "u");

/** Why the registry would refuse what is to be written; undefined where it would not. */
export function findUsageProblem(
  { mcpName }: PackageManifest,
  name: string,
  download: string | undefined,
): string | undefined {
  if (!SERVER_NAME.test(name) || /^[^/]*_/u.test(name))
    return "`--name` takes a namespace and a name, such as `io.github.OWNER/skillwright`.";
  if (download === undefined)
    return mcpName === name
      ? undefined
      : "`--download URL` is missing: `server.json` would name nothing to install.";
  return URL.canParse(download) && download.startsWith("https://")
    ? undefined
    : "`--download` takes the address of the release, which begins with `https://`.";
}

/** `server.json` for the official MCP registry, by its schema of 2025-12-11. */
export function toServerJson(
  manifest: PackageManifest,
  name: string,
  bundle: Bundle | undefined,
): object {
  const { version } = manifest;
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name,
    title: TITLE,
    description: SUMMARY,
    version,
    packages: [
      ...(manifest.mcpName === name ? [npmPackage(manifest)] : []),
      ...(bundle === undefined
        ? []
        : [
            {
              registryType: "mcpb",
              identifier: bundle.url,
              version,
              fileSha256: bundle.sha256,
              transport: { type: "stdio" },
            },
          ]),
    ],
  };
}

function npmPackage({ name, version }: PackageManifest): object {
  return {
    registryType: "npm",
    identifier: name,
    version,
    runtimeHint: "npx",
    transport: { type: "stdio" },
    packageArguments: [
      { type: "positional", value: "mcp" },
      {
        type: "positional",
        valueHint: "folder",
        description: "Folder of skills to serve.",
        format: "filepath",
        isRequired: true,
        isRepeated: true,
      },
    ],
  };
}
