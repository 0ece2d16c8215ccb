import type { ArchiveKind } from "../../platform/archive/index.ts";
import type { InstallRules } from "../../skill/index.ts";

/** A program to run, with its arguments as they are. */
export interface RunAction {
  readonly kind: "run";
  /** As people call it, and where it lies. */
  readonly program: string;
  readonly path: string;
  readonly parameters: readonly string[];
  /** Variables to set for it. */
  readonly environment: { readonly [name: string]: string };
  /** Where the programs go that it brings, if it is told. */
  readonly folder?: string;
}

export interface DownloadAction {
  readonly kind: "download";
  readonly url: string;
  /** What the bytes must add up to, in hexadecimal digits. */
  readonly sha256?: string;
  /** The archive to unpack; where absent, the file is kept as it is. */
  readonly archive?: ArchiveKind;
  /** Where the program lies that unpacks it, if it takes one. */
  readonly bzip2?: string;
  readonly stripComponents: number;
  readonly fileName: string;
  readonly isExecutable: boolean;
  /** The folder of the skill's tools, which nothing leaves. */
  readonly root: string;
  /** Where it goes, inside of that. */
  readonly target: string;
}

export type InstallAction = RunAction | DownloadAction;

/** What the actions are made for. */
export interface InstallContext {
  readonly platform: string;
  /** The path of a program; undefined where it is not installed. */
  readonly find: (program: string) => string | undefined;
  readonly home: string;
  /** The process may do anything on the machine. */
  readonly isAdministrator?: boolean;
  /** The folder in which each skill has a folder for its tools. */
  readonly toolsFolder: string;
  /** The key under which the configuration knows the skill. */
  readonly skillKey: string;
  readonly nodeManager: string;
  /** Those of the system; where absent, every folder is kept apart by a name of its own. */
  readonly rules?: InstallRules;
  /** Names and addresses beside the open network that a download may ask, for tests. */
  readonly allowPrivate?: readonly string[];
}
