import type { Readable, Writable } from "node:stream";

/** Something of this machine that is to be seen inside, at the same place unless `at` says another. */
export interface Mount {
  /** Absolute. A link is followed before, so that what is mounted is what was granted. */
  readonly path: string;
  readonly at?: string;
  readonly access: "read" | "write";
  /** The path holds no link, and one that has come into it meanwhile is refused. */
  readonly isExact?: boolean;
  /** It lies in another mount and only keeps its place there; whether it can be used is not looked at. */
  readonly isPin?: boolean;
}

/** Hosts that may be reached, and whether with every method or only with those that read. */
export interface HostRule {
  /** A name, `*.example.com` for all names below one, an address, or `*`. */
  readonly host: string;
  /** Without it the usual ports of the web. */
  readonly port?: number;
  readonly access: "read" | "write";
}

/** What one run may use up. */
export interface Limits {
  /** Seconds of processor time for each process. */
  readonly cpuSeconds: number;
  /** Seconds until everything is ended. */
  readonly wallSeconds: number;
  /** Bytes of memory of all processes together; where the system cannot count that, 512 MiB more, looked at again and again. */
  readonly memoryBytes: number;
  readonly processes: number;
  readonly openFiles: number;
  /** The largest file that can be written. */
  readonly fileBytes: number;
  /** Bytes that may be written to folders of this machine in all. */
  readonly writtenBytes: number;
  /** Bytes of the private /tmp. */
  readonly scratchBytes: number;
  /** Bytes on both outputs together. */
  readonly outputBytes: number;
  /** Bytes through the proxy, both ways together. */
  readonly networkBytes: number;
  readonly networkBytesPerSecond: number;
}

/** The sandbox of one run: what is not named here is not there. */
export interface Confinement {
  readonly mounts: readonly Mount[];
  /** Absolute paths that stay out of sight though a mount holds them; a mount that lies in one is seen. */
  readonly hidden: readonly string[];
  /** Absolute paths of private folders in memory, for files that programs lay beside those that are mounted. */
  readonly scratch?: readonly string[];
  readonly hosts: readonly HostRule[];
  /** Addresses that are closed whatever name leads there. */
  readonly closedHosts?: readonly HostRule[];
  /** Programs that can be called: names that are looked up on PATH, or all of them. */
  readonly commands: readonly string[] | "all";
  /**
   * The whole environment of the program, set after rights were dropped. Variables that decide which code runs are
   * refused, and the sandbox sets its own.
   */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: Limits;
}

export interface Command {
  /** Absolute path of a program; it is there inside, even if no permission names it. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** Working folder inside; `/tmp` without it. */
  readonly folder?: string;
}

export type LimitName = "output" | "network" | "disk";

/** How a confined process came to its end. */
export type SandboxEnd =
  | { readonly kind: "ended"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "over-limit"; readonly limit: LimitName }
  /** The sandbox could not be built; the standard error says why. */
  | { readonly kind: "not-started" };

/** A request that the proxy turned away. */
export interface Refusal {
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** Completes "… was refused: …". */
  readonly reason: string;
}

export interface StartOptions {
  readonly signal?: AbortSignal;
  /** Hears of every request that the proxy turned away, and could tell a person. */
  readonly onRefusal?: (refusal: Refusal) => void;
  /**
   * A port on the loopback of this machine, for a program that is to reach it alone: it stands behind `DOOR`, where
   * otherwise the proxy is, and no host may be granted beside it.
   */
  readonly door?: number;
}

/** A process in a sandbox. Reading its outputs is the caller's part; they count against the limit when read. */
export interface ConfinedProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when nothing of it runs any more; never rejects. */
  readonly exited: Promise<SandboxEnd>;
  /** Ends it and all that it has started. */
  readonly kill: () => void;
}

/** What a machine can hold code back with. */
export interface SandboxReport {
  readonly isUsable: boolean;
  readonly parts: readonly SandboxCheck[];
}

export interface SandboxCheck {
  readonly name: string;
  readonly state: "there" | "missing" | "weaker";
  /** What it is for, or what is lost without it: one sentence. */
  readonly says: string;
  /** What to install or set. */
  readonly remedy?: string;
}

/** Runs programs in a sandbox, or refuses: it never runs one outside. */
export interface ConfinedRunner {
  /** Throws a `SkillError` where this machine has no sandbox or a mount is not to be had. */
  readonly start: (
    command: Command,
    confinement: Confinement,
    options?: StartOptions,
  ) => Promise<ConfinedProcess>;
  readonly walls: () => Promise<SandboxReport>;
}
