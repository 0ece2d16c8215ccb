import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "./measure.ts";
import { programTask } from "./tasks.ts";

// Other tools are no dependency of the project: they are installed beside the measurements when
// asked for, at the versions the comparison was made with.

interface Peer {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  readonly version: string;
}

const peers: readonly Peer[] = [
  { id: "openskills", title: "openskills list", package: "openskills", version: "1.5.0" },
  { id: "gray-matter", title: "gray-matter over all", package: "gray-matter", version: "4.0.3" },
  {
    id: "pi",
    title: "pi loadSkillsFromDir + prompt",
    package: "@mariozechner/pi-coding-agent",
    version: "0.73.1",
  },
  { id: "skillmds", title: "@skillmds/core lint()", package: "@skillmds/core", version: "1.0.0" },
];

/** It loads, gates and lists a whole set-up, and so stands on its own. */
const openclaw: Peer = {
  id: "openclaw",
  title: "openclaw skills list --json",
  package: "openclaw",
  version: "2026.9.6",
};

const folder = join(import.meta.dirname, ".peers");

/** Installs what is missing, each on its own, so that one failure costs one row. */
export function installPeers(onProgress: (message: string) => void): void {
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  for (const peer of [...peers, openclaw]) {
    if (installedVersion(peer) === peer.version) continue;
    const name = `${peer.package}@${peer.version}`;
    onProgress(`installing ${name}`);
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
    const { status } = spawnSync("npm", ["install", ...flags, name], { stdio: "ignore" });
    if (status !== 0) onProgress(`${name} could not be installed`);
  }
}

/** The peers' tasks on a tree; one that is not installed says so in its row. */
export function peerTasks(tree: string, scratch: string): Task[] {
  return peers.map((peer) => peerTask(peer, tree, scratch));
}

function peerTask(peer: Peer, tree: string, scratch: string): Task {
  return {
    id: peer.id,
    title: `${peer.title} (${peer.version})`,
    base: "floor",
    ...(installedVersion(peer) !== peer.version && { unavailable: "could not be installed" }),
    ...(peer.id === "openskills" ? openskills(tree, scratch) : driver(peer.id, tree)),
  };
}

function driver(id: string, tree: string): Pick<Task, "command"> {
  return { command: [join(import.meta.dirname, "peers", `${id}.mjs`), tree] };
}

/** openskills takes no path: it lists a folder of the project or the home it is started in. */
function openskills(
  tree: string,
  scratch: string,
): Pick<Task, "command" | "directory" | "environment"> {
  const directory = join(scratch, "openskills");
  const home = join(scratch, "openskills-home");
  mkdirSync(join(directory, ".agent"), { recursive: true });
  mkdirSync(home, { recursive: true });
  const link = join(directory, ".agent", "skills");
  if (!existsSync(link)) symlinkSync(tree, link);
  const command = [join(folder, "node_modules", "openskills", "dist", "cli.js"), "list"];
  return { command, directory, environment: { HOME: home } };
}

/**
 * The skills of a home as OpenClaw itself lists them, and as Skillwright does by its rules. `tree` becomes the
 * folder of managed skills; both programs bring or look for others too, and both keep to the same limits.
 */
export function homeTasks(tree: string, scratch: string): Task[] {
  const home = join(scratch, "openclaw-home");
  const own = join(home, ".openclaw");
  mkdirSync(own, { recursive: true });
  if (!existsSync(join(own, "skills"))) symlinkSync(tree, join(own, "skills"));
  const set = { directory: home, environment: { HOME: home }, base: openclaw.id };
  return [
    {
      ...set,
      id: openclaw.id,
      title: `${openclaw.title} (${openclaw.version})`,
      command: [
        join(folder, "node_modules", "openclaw", "openclaw.mjs"),
        "skills",
        "list",
        "--json",
      ],
      ...(installedVersion(openclaw) !== openclaw.version && {
        unavailable: "could not be installed",
      }),
    },
    programTask({
      ...set,
      id: "list-home",
      arguments: ["list", "--json", "--as", `${openclaw.id}@2026.9`],
      target: { ratio: 0.05 },
    }),
  ];
}

function installedVersion(peer: Peer): string | undefined {
  const manifest = join(folder, "node_modules", peer.package, "package.json");
  if (!existsSync(manifest)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: string }; // npm wrote it
  return version;
}
