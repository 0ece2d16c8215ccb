/** The programs that are asked: pinned, installed from npm into a folder outside the repository. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { AgentId } from "./types.ts";

interface Program {
  /** What npm installs. */
  readonly package: string;
  readonly release: string;
  /** The version that the program says of itself. */
  readonly version: string;
  /** The file that is started, inside node_modules. */
  readonly file: string;
  /** The package that holds the file, where npm would choose it by the platform. */
  readonly also?: string;
}

/** Linux on x64: the vectors are recorded there. */
export const PROGRAMS: { readonly [id in AgentId]: Program } = {
  claude: {
    package: "@anthropic-ai/claude-agent-sdk-linux-x64",
    release: "0.3.325",
    version: "2.1.325",
    file: "@anthropic-ai/claude-agent-sdk-linux-x64/claude",
  },
  codex: {
    package: "@openai/codex",
    release: "0.166.0",
    version: "0.166.0",
    file: "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
  },
  gemini: {
    package: "@google/gemini-cli",
    release: "0.61.0",
    version: "0.61.0",
    file: "@google/gemini-cli/bundle/gemini.js",
  },
  opencode: {
    package: "opencode-ai",
    release: "1.18.33",
    version: "1.18.33",
    file: "opencode-linux-x64/bin/opencode",
    also: "opencode-linux-x64",
  },
  copilot: {
    package: "@github/copilot",
    release: "1.0.102",
    version: "1.0.102",
    file: "@github/copilot-linux-x64/copilot",
  },
  goose: {
    package: "@aaif/goose-binary-linux-x64",
    release: "0.20.2",
    version: "1.52.0",
    file: "@aaif/goose-binary-linux-x64/bin/goose",
  },
};

export function defaultFolder(): string {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "skillwright", "oracles");
}

/** Installs what is missing and returns the file of each program. */
export function installPrograms(folder: string, ids: readonly AgentId[]): Map<AgentId, string> {
  const missing = ids.filter((id) => !isInstalled(folder, PROGRAMS[id]));
  if (missing.length > 0) {
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, "package.json")))
      writeFileSync(join(folder, "package.json"), '{"name":"oracles","private":true}\n');
    const packages = missing.flatMap((id) => {
      const { package: name, release, also } = PROGRAMS[id];
      return [name, ...(also === undefined ? [] : [also])].map((item) => `${item}@${release}`);
    });
    console.log(`Installing ${packages.join(", ")} in ${folder}.`);
    const options = ["--ignore-scripts", "--save-exact", "--no-audit", "--no-fund"];
    execFileSync("npm", ["install", ...options, ...packages], { cwd: folder, stdio: "inherit" });
  }
  return new Map(ids.map((id) => [id, findFile(folder, id)]));
}

function isInstalled(folder: string, program: Program): boolean {
  const manifest = join(folder, "node_modules", program.package, "package.json");
  if (!existsSync(manifest)) return false;
  const { version }: { readonly version?: string } = JSON.parse(readFileSync(manifest, "utf8"));
  return version === program.release && existsSync(join(folder, "node_modules", program.file));
}

function findFile(folder: string, id: AgentId): string {
  const file = join(folder, "node_modules", PROGRAMS[id].file);
  if (existsSync(file)) return file;
  throw new Error(`${PROGRAMS[id].package} has no ${PROGRAMS[id].file} on this platform.`);
}
