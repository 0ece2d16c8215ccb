import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { PROXY_PORT } from "./bridge.ts";
import type { Command, Confinement, Limits } from "./contract.ts";
import { OWN, PROGRAMS, programSteps, type Step, systemSteps } from "./layout.ts";
import { type OpenMount, type Person, readRights } from "./mounts.ts";
import type { Program } from "./programs.ts";
import { FIRST_HANDLE, START_FILE } from "./spawn.ts";
import type { Tools } from "./tools.ts";

export interface SandboxPlan {
  readonly command: Command;
  readonly confinement: Confinement;
  readonly tools: Tools;
  /** Undefined: the user who runs this program, who is not root. */
  readonly person: Person | undefined;
  readonly mounts: readonly OpenMount[];
  /** The program that is started, and those that permissions name. */
  readonly program: Program;
  readonly granted: readonly Program[];
  /** Files of this run: names of users, and the socket of the proxy where there is one. */
  readonly folder: string;
  readonly hasProxy: boolean;
  /** Something of this machine listens in the sandbox: the proxy, or what a door leads to. */
  readonly hasBridge: boolean;
}

const PROXY = `http://127.0.0.1:${PROXY_PORT}`;

/** The arguments of bubblewrap for the sandbox, in the order in which it builds them. */
export function bubblewrapArguments(plan: SandboxPlan): readonly string[] {
  return [
    ...namespaces(plan),
    // What still has rights gets no variable at all.
    "--clearenv",
    ...fileSystem(plan),
    "--chdir",
    startsIn(plan),
  ];
}

function startsIn({ command }: SandboxPlan): string {
  return command.folder ?? "/tmp";
}

function namespaces({ person, tools, hasBridge }: SandboxPlan): readonly string[] {
  const user = person === undefined ? ["--unshare-user", "--uid", "65534", "--gid", "65534"] : [];
  // It would put a second user namespace in the way of the bridge; the filter forbids to make one anyway.
  const isClosed = person === undefined && !hasBridge && tools.features.has("--disable-userns");
  const closed = isClosed ? ["--disable-userns"] : [];
  // Root needs three capabilities to become another user, who then has none.
  const rights = person === undefined ? [] : ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"];
  return [
    ...user,
    ...closed,
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--hostname",
    "sandbox",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    ...rights.flatMap((right) => ["--cap-add", right]),
  ];
}

/** The variables of the program inside. */
export function variablesInside(plan: SandboxPlan): Readonly<Record<string, string>> {
  const { confinement, hasProxy } = plan;
  const path =
    confinement.commands === "all" ? `${PROGRAMS}:/usr/local/bin:/usr/bin:/bin` : PROGRAMS;
  const bundle = `${OWN}/certificates.pem`;
  const proxied = hasProxy
    ? {
        HTTP_PROXY: PROXY,
        HTTPS_PROXY: PROXY,
        ALL_PROXY: PROXY,
        http_proxy: PROXY,
        https_proxy: PROXY,
        all_proxy: PROXY,
        NODE_USE_ENV_PROXY: "1",
        SSL_CERT_FILE: bundle,
        NODE_EXTRA_CA_CERTS: `${OWN}/authority.pem`,
        REQUESTS_CA_BUNDLE: bundle,
        CURL_CA_BUNDLE: bundle,
        GIT_SSL_CAINFO: bundle,
      }
    : {};
  return {
    LANG: "C.UTF-8",
    ...confinement.environment,
    ...proxied,
    HOME: "/tmp",
    TMPDIR: "/tmp",
    PATH: path,
    PWD: startsIn(plan),
  };
}

function fileSystem(plan: SandboxPlan): readonly string[] {
  const { confinement, folder, hasProxy, tools } = plan;
  const { limits } = confinement;
  const whole = plan.mounts.filter(({ at }) => at === "/");
  const own: Step[] = [
    ["--ro-bind", `${folder}/passwd`, "/etc/passwd"],
    ["--ro-bind", `${folder}/group`, "/etc/group"],
    ["--ro-bind", `${folder}/hosts`, "/etc/hosts"],
    ["--ro-bind", tools.prlimit, `${OWN}/prlimit`],
    ...optional(tools.setpriv, `${OWN}/setpriv`),
    ["--perms", "0555", "--file", String(START_FILE), `${OWN}/start`],
    ...(hasProxy
      ? [
          ["--ro-bind", `${folder}/certificates.pem`, `${OWN}/certificates.pem`],
          ["--ro-bind", `${folder}/authority.pem`, `${OWN}/authority.pem`],
        ]
      : []),
  ];
  const system = whole.length > 0 ? [] : systemSteps(confinement.commands === "all");
  const programs = [
    ...programSteps(plan.granted),
    ...programSteps([plan.program]).filter(([option]) => option !== "--symlink"),
  ];
  const inside = [
    ...plan.mounts
      .filter(({ at }) => at !== "/")
      .map((mount): PlacedMount => ({ at: mount.at, step: mountStep(plan, mount), last: [] })),
    ...confinement.hidden.flatMap((path) => hidden(path, plan)),
    ...(whole.length > 0 ? opened(plan) : []),
  ].toSorted((a, b) => a.at.length - b.at.length);
  const steps: readonly Step[] = [
    ...whole.map((mount) => mountStep(plan, mount)),
    ...(whole.length > 0 ? [["--tmpfs", "/run"]] : []),
    ...system,
    ["--proc", "/proc"],
    // Files in it are memory of processes, of bubblewrap too where it has the same user.
    ["--remount-ro", "/proc"],
    ...deviceSteps(),
    privateFolder("/dev/shm", limits),
    ["--remount-ro", "/dev"],
    privateFolder("/tmp", limits),
    ...(whole.length > 0 ? [] : programs),
    ...(confinement.scratch ?? []).map((place) => privateFolder(place, limits)),
    ...inside.map(({ step }) => step),
    ...inside.flatMap(({ last }) => last),
    ...(whole.length > 0 ? own.filter((step) => step.at(-1)?.startsWith(OWN) === true) : own),
    ["--remount-ro", "/"],
  ];
  return withParents(steps).flat();
}

/** Devices that hold nothing. There are no terminals, which would take a second user namespace to be made. */
function deviceSteps(): readonly Step[] {
  const plain = ["null", "zero", "full", "random", "urandom"].map((name) => `/dev/${name}`);
  const streams = ["stdin", "stdout", "stderr"].entries();
  return [
    ["--perms", "0755", "--tmpfs", "/dev"],
    ...plain.map((place): Step => ["--dev-bind", place, place]),
    ["--symlink", "/proc/self/fd", "/dev/fd"],
    ...[...streams].map(([index, name]): Step => [
      "--symlink",
      `/proc/self/fd/${index}`,
      `/dev/${name}`,
    ]),
  ];
}

/** Folders on the way to a place are open to all users; bubblewrap itself would close them to all but root. */
function withParents(steps: readonly Step[]): readonly Step[] {
  const made = new Set<string>();
  return steps.flatMap((step) => {
    const place = step.at(-1) ?? "";
    const way = place.split("/").slice(1, -1);
    const parents = way.map((_, index) => `/${way.slice(0, index + 1).join("/")}`);
    const fresh = parents.filter((parent) => !made.has(parent));
    for (const parent of [...fresh, place]) made.add(parent);
    return [...fresh.map((parent): Step => ["--perms", "0755", "--dir", parent]), step];
  });
}

function privateFolder(place: string, limits: Limits): Step {
  return ["--perms", "1777", "--size", String(limits.scratchBytes), "--tmpfs", place];
}

function optional(from: string | undefined, to: string): readonly Step[] {
  return from === undefined ? [] : [["--ro-bind", from, to]];
}

/** One thing of the machine, after what lies above it and before what lies in it. */
interface PlacedMount {
  readonly at: string;
  readonly step: Step;
  /** What can be done only when all else is in its place. */
  readonly last: readonly Step[];
}

function mountStep(plan: SandboxPlan, mount: OpenMount): Step {
  const handle = FIRST_HANDLE + plan.mounts.indexOf(mount);
  return [mount.access === "read" ? "--ro-bind-fd" : "--bind-fd", String(handle), mount.at];
}

/** Puts nothing in the place of something. A mount that lies in it is reached, and nothing beside that is listed. */
function hidden(at: string, { mounts }: SandboxPlan): readonly PlacedMount[] {
  const holder = mounts
    .filter((mount) => isBelow(at, mount.at))
    .toSorted((a, b) => b.at.length - a.at.length)[0];
  const path = holder === undefined ? at : join(holder.path, relative(holder.at, at));
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [{ at, step: ["--ro-bind", "/dev/null", at], last: [] }];
  const rights = mounts.some((mount) => isBelow(mount.at, at)) ? "0111" : "0000";
  return [{ at, step: ["--perms", rights, "--tmpfs", at], last: [["--remount-ro", at]] }];
}

/**
 * Folders of the machine that the person inside may not enter, though something that was given lies in them. They show
 * him nothing anyway, so that an empty one in their place takes nothing away.
 */
function opened({ mounts, person }: SandboxPlan): readonly PlacedMount[] {
  if (person === undefined) return [];
  const places = mounts.flatMap(({ at }) => {
    const way = at.split("/").slice(1, -1);
    const parents = way.map((_, index) => `/${way.slice(0, index + 1).join("/")}`);
    return parents.find((parent) => isShut(parent, person)) ?? [];
  });
  return [...new Set(places)]
    .filter((at) => !mounts.some((mount) => mount.at !== "/" && isBelow(at, mount.at)))
    .map((at) => ({
      at,
      step: ["--perms", "0755", "--tmpfs", at],
      last: [["--remount-ro", at]],
    }));
}

function isShut(folder: string, person: Person): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && (readRights(stats, person) & 1) === 0;
}

function isBelow(place: string, folder: string): boolean {
  return place !== folder && place.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** What runs inside: first what gives up rights, takes on limits and sets variables, each turning into the next. */
export function innerCommand(plan: SandboxPlan): readonly string[] {
  const { person, command, confinement, program } = plan;
  const drop =
    person === undefined
      ? []
      : [
          `${OWN}/setpriv`,
          "--reuid",
          String(person.uid),
          "--regid",
          String(person.gid),
          "--clear-groups",
          "--inh-caps=-all",
          "--bounding-set=-all",
          "--no-new-privs",
        ];
  return [
    ...drop,
    `${OWN}/prlimit`,
    ...limitArguments(confinement.limits),
    `${OWN}/start`,
    program.file,
    ...command.arguments,
  ];
}

/** The engine of JavaScript sets so much address space aside for code and counts it as used. */
export const RESERVED_BYTES: number = 512 * 1024 * 1024;

function limitArguments(limits: Limits): readonly string[] {
  return [
    "--core=0",
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
    `--data=${limits.memoryBytes + RESERVED_BYTES}`,
    `--fsize=${limits.fileBytes}`,
    `--nofile=${limits.openFiles}`,
    `--nproc=${limits.processes}`,
  ];
}
