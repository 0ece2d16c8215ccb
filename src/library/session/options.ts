import type { Progress } from "../../platform/index.ts";
import type { Clock, Machine } from "../../platform/machine/index.ts";
import type { WatchFunction } from "../../platform/tree/index.ts";
import type { Diagnostic, JsonObject } from "../../skill/index.ts";
import type { LibraryConfig } from "../config/index.ts";
import type { GateInput } from "../gate/index.ts";
import type { HostInventory } from "../hosts/index.ts";
import type { RootInput } from "../roots/index.ts";
import type { Store } from "../store/store.ts";
import type { EnvironmentOptions } from "./environment.ts";
import type { InlineSkillInput } from "./inline-source.ts";

/** Which skills to open: the system, its folders or a store, settings and hosts. */
export interface LibraryOptions {
  /** The system whose rules hold, by the id of its dialect. */
  readonly dialect: string;
  /** Folders of skills, highest precedence first; where absent, those of the system. */
  readonly roots?: readonly RootInput[];
  /** The folders of another client, by its name in `clientRoots`. */
  readonly client?: string;
  /** A store in place of folders. */
  readonly store?: Store;
  /** Skills that were read already, in place of folders. */
  readonly skills?: readonly InlineSkillInput[];
  /** Settings that were read already. */
  readonly config?: LibraryConfig;
  /**
   * Settings as plain data, in the form of the system's file. Where neither these nor a file nor a store is given,
   * the file of the system is read, and our own in the working folder over it.
   */
  readonly settings?: JsonObject;
  /** A file of settings. Changes in it take effect while the library is open. */
  readonly settingsFile?: string;
  /** Connected hosts; where absent, this machine is the only one. */
  readonly hosts?: HostInventory;
  readonly agent?: string;
  /** Folders of the system by name, such as `workspace`, where they are not at their usual place. */
  readonly folders?: { readonly [name: string]: string };
  readonly home?: string;
  /** The folder from which relative paths count. */
  readonly folder?: string;
  /** Variables and programs of this machine. */
  readonly machine?: Machine;
  /** Whether the system would start on this machine, so that its own `.env` files and additions to PATH count; a machine that is given is taken as it is. */
  readonly startsHere?: boolean;
  readonly clock?: Clock;
  /** False: changes are looked for when a session begins, and at no other time. */
  readonly watch?: boolean;
  /**
   * The library is asked once and closed again: nothing is watched, and of most files only the beginning is
   * read. Instructions come from the file when they are asked for.
   */
  readonly looksOnce?: boolean;
  /** How often changes are looked for where they cannot be heard of. */
  readonly pollMs?: number;
  /** Commands that skills must not take the place of. */
  readonly reservedCommands?: readonly string[];
  /** Size of the model's context, of which the list of skills takes a share. */
  readonly contextTokens?: number;
  /** Characters that the list of skills may have, in place of what the settings say. */
  readonly maxPromptLength?: number;
  /** Skills that are shortened and cut last where the list must be short, the most wanted first. */
  readonly priorities?: readonly string[];
  readonly sessionId?: string;
  readonly resolveSecret?: EnvironmentOptions["resolveSecret"];
  readonly onProblem?: (problem: Diagnostic) => void;
  /** Hears how far a look at the folders of the system has come. */
  readonly onProgress?: (progress: Progress) => void;
  /** Why a file must not be used whatever it says; `lockGuard` of the registry tells what was changed since it was installed, or taken down. */
  readonly whyRefused?: GateInput["whyRefused"];
  /** How a folder is watched, for tests. */
  readonly watchFunction?: WatchFunction;
}
