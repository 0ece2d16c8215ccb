import type { Permission } from "../../skill/index.ts";
import { isWholeFolder, listScopes, splitPattern } from "./scopes.ts";

/** What a permission lets a skill do, as one sentence for a person. */
export function sentenceFor(permission: Permission, isNarrowed: boolean): string {
  const { domain, level } = permission;
  if (level === "none")
    return (Object.hasOwn(NEVER, domain) ? NEVER[domain] : undefined) ?? `Never use ${domain}.`;
  const scopes = listScopes(permission);
  switch (domain) {
    case "filesystem":
      return filesystem(level, scopes?.[0], isNarrowed);
    case "network":
      return network(level, scopes);
    case "shell":
      return scopes === undefined ? "Run any program of this machine." : `Run ${joined(scopes)}.`;
    case "env":
      return variables(scopes, isNarrowed);
    case "database":
      return database(level, scopes?.[0]);
    case "mcp":
      return scopes === undefined ? "Use every MCP server that you have set up." : servers(scopes);
    default:
      return "Control the mouse, the keyboard and the screen.";
  }
}

const NEVER: { readonly [domain: string]: string } = {
  filesystem: "Touch no files but its own.",
  network: "Reach nothing over the network.",
  shell: "Run no other program.",
  desktop: "Leave the mouse, the keyboard and the screen alone.",
  mcp: "Use no MCP server.",
  env: "Read no environment variable but those that it needs.",
  database: "Open no database.",
};

function filesystem(level: string, scope: string | undefined, isNarrowed: boolean): string {
  const verb = level === "write" ? "Read and write" : "Read";
  if (scope !== undefined) return `${verb} ${describePlace(scope)}.`;
  if (isNarrowed) return `${verb} files in the working folder.`;
  return level === "write"
    ? "Read every file that you can read, and write in your home and the working folder, but not where keys and passwords are kept."
    : "Read every file that you can read, but not where keys and passwords are kept.";
}

function describePlace(pattern: string): string {
  const { base, rest } = splitPattern(pattern);
  if (pattern === "./**") return "files in the working folder";
  if (pattern === "~/**")
    return "files in your home folder, but not where keys and passwords are kept";
  if (rest === "") return `\`${pattern}\``;
  return isWholeFolder(rest) ? `files in \`${base}\`` : `files that match \`${pattern}\``;
}

function network(level: string, scopes: readonly string[] | undefined): string {
  const isAll = scopes === undefined || scopes.includes("*");
  const hosts = isAll ? "any host of the open network" : joined(scopes);
  return level === "write" ? `Fetch from and send to ${hosts}.` : `Fetch from ${hosts}.`;
}

/** Whole servers, and tools of others. */
function servers(scopes: readonly string[]): string {
  const [tools, whole] = [
    scopes.filter((scope) => scope.includes("/")),
    scopes.filter((scope) => !scope.includes("/")),
  ];
  const parts = [
    ...(whole.length === 0
      ? []
      : [`the MCP ${whole.length === 1 ? "server" : "servers"} ${joined(whole)}`]),
    ...(tools.length === 0
      ? []
      : [`the MCP ${tools.length === 1 ? "tool" : "tools"} ${joined(tools)}`]),
  ];
  return `Use ${parts.join(" and ")}, with what you are logged in to there.`;
}

function variables(scopes: readonly string[] | undefined, isNarrowed: boolean): string {
  if (scopes !== undefined)
    return `Read the environment ${scopes.length === 1 ? "variable" : "variables"} ${joined(scopes)}.`;
  return isNarrowed
    ? "Read the environment variables that it needs by name."
    : "Read all environment variables that carry no secret.";
}

function database(level: string, scope: string | undefined): string {
  const verb = level === "write" ? "Read and change" : "Read";
  return scope === undefined
    ? `${verb} database files in the working folder.`
    : `${verb} the database \`${scope}\`.`;
}

function joined(items: readonly string[]): string {
  const quoted = items.map((item) => `\`${item}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} and ${last}`;
}
