import type { Launch, SettingsFolders } from "./hosts.ts";

/** What a server said that was started to try a command. */
export interface StartedServer {
  readonly name: string;
  readonly version: string;
  readonly tools: number;
  /** Skills that it lists. */
  readonly skills: number;
  readonly milliseconds: number;
}

/** A file of settings as it was read. */
export interface SettingsFile {
  /** Undefined where there is none yet. */
  readonly text?: string;
  /** Writes it whole, with a copy of what was there; refuses where it changed meanwhile. */
  readonly write: (text: string) => { readonly backup?: string };
}

/** The computer whose programs are connected. */
export interface LocalHosts {
  readonly folders: SettingsFolders;
  /** Starts this program, whatever folder it is started in. */
  readonly program: Launch;
  readonly exists: (path: string) => boolean;
  readonly hasProgram: (name: string) => boolean;
  /** The full path of a folder; refuses where there is none. */
  readonly findFolder: (path: string) => string;
  /** Refuses files that cannot be read, and those that a link takes out of the folders of the user. */
  readonly openSettings: (path: string, title: string) => SettingsFile;
  /** Starts a server, shakes hands, lists its tools and skills, and ends it. */
  readonly tryServer: (launch: Launch) => Promise<StartedServer>;
}
