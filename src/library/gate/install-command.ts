import {
  getKey,
  getPath,
  type InstallOption,
  type JsonObject,
  quoteForShell,
} from "../../skill/index.ts";

const NODE_MANAGERS: { readonly [name: string]: string } = {
  npm: "npm install -g --ignore-scripts",
  pnpm: "pnpm add -g --ignore-scripts",
  yarn: "yarn global add --ignore-scripts",
  bun: "bun add -g --ignore-scripts",
};

function nodeCommand(config: JsonObject): string {
  const value = getPath(config, ["skills", "install", "nodeManager"]);
  const name = typeof value === "string" ? value.trim().toLowerCase() : "";
  return NODE_MANAGERS[Object.hasOwn(NODE_MANAGERS, name) ? name : "npm"] ?? "";
}

/** What to run for an installer; undefined for a download, or where the file names nothing usable. */
export function installCommand(option: InstallOption, config: JsonObject): string | undefined {
  const commands: { readonly [kind: string]: readonly [command: string, key: string] } = {
    brew: ["brew install", "formula"],
    apt: ["sudo apt-get install", "package"],
    node: [nodeCommand(config), "package"],
    go: ["go install", Object.hasOwn(option.spec, "module") ? "module" : "package"],
    uv: ["uv tool install", "package"],
  };
  const row = Object.hasOwn(commands, option.kind) ? commands[option.kind] : undefined;
  if (row === undefined) return undefined;
  const target = getKey(option.spec, row[1]);
  // A leading hyphen would be read as an option of the installer.
  if (typeof target !== "string" || target.trim() === "" || target.trim().startsWith("-"))
    return undefined;
  return `${row[0]} ${quoteForShell(target.trim())}`;
}

/** The address of a download, to be fetched by a person. */
export function downloadAddress(option: InstallOption): string | undefined {
  const url = option.kind === "download" ? getKey(option.spec, "url") : undefined;
  return typeof url === "string" && /^https?:\/\/\S+$/.test(url) ? url : undefined;
}
