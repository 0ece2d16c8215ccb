/** Where a system keeps its skills and its settings on a machine. */
import type { JsonObject, Path } from "../model/index.ts";
import type { Shape } from "./field.ts";

/** A folder with a name, which stands as `{name}` in the paths that follow. */
export interface HomeFolder {
  readonly name: string;
  /** Variable of the environment that says where it is. */
  readonly variable?: string;
  /** Variable of the environment that names a file in it, where the first one is not set. */
  readonly fileVariable?: string;
  /** Where the configuration says it; the first that is there counts, `{agent}` is the agent's id. */
  readonly settings?: readonly Path[];
  /** Variable that says it for the first agent, where the configuration does not. */
  readonly lastVariable?: string;
  /** Where it is otherwise; a folder without one may be nowhere. */
  readonly path?: string;
  /** The same for an agent other than the first one. */
  readonly agentPath?: string;
  /** Where the configuration names a folder in which each of those agents has one by its id. */
  readonly agentBase?: Path;
}

/** A place where skills are looked for. */
export interface HomeRoot {
  /** The name of the source, as in `GatingRules.sources`. */
  readonly source: string;
  /**
   * `{extra}` stands for every folder that the configuration adds, `{plugin}` for every folder of skills
   * of an enabled plugin.
   */
  readonly path: string;
  /** Links may lead out of the root. */
  readonly mayLinkOut?: boolean;
  /** Also the same path in every folder above, up to the one that holds `.git`. */
  readonly isInEveryParent?: boolean;
  /** Counts only while the named folder is at its usual place. */
  readonly onlyIfUsual?: string;
  /** Of the agent that is there without being named. */
  readonly isOfFirstAgent?: true;
}

/** How plugins bring skills. */
export interface PluginRules {
  /** The file that makes a folder a plugin. */
  readonly manifest: string;
  /** Folders whose children may be plugins; `isOff`: they are off until the configuration says otherwise. */
  readonly folders: readonly { readonly path: string; readonly isOff?: boolean }[];
  /** Where the configuration names further plugins, and switches them. `{plugin}` stands for an id. */
  readonly settings: {
    readonly paths: Path;
    readonly enabled: Path;
    readonly allow: Path;
    readonly deny: Path;
    readonly entry: Path;
  };
}

/** A key of the configuration; `*` in the path stands for any key. */
export interface SettingsField {
  /** A value that is not among those it takes counts as none, and makes nobody refuse the file. */
  readonly fallsBack?: true;
  readonly path: Path;
  readonly shape: Shape;
  readonly doc: string;
  /** The value, or everything in it, must not be shown. */
  readonly isSecret?: boolean;
  /** The system no longer reads the key; the hint, which says what to do. */
  readonly removed?: string;
}

/** Why a system refuses a whole document of settings. */
export interface SettingsRefusal {
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
}

export interface SettingsRules {
  /** Path of the file, with named folders in it; undefined where it is no file. */
  readonly file?: string;
  /** Variable of the environment that names another file. */
  readonly variable?: string;
  readonly fields: readonly SettingsField[];
  /** Below these paths every key is known; any other is a mistake. */
  readonly closed: readonly Path[];
  /** No map takes keys that the system does not know, also where not all of them are known here. */
  readonly isClosedThroughout?: true;
  /** `${NAME}` in a text stands for a variable of the environment, `$${NAME}` for itself. */
  readonly expandsVariables?: boolean;
  /** A value with a variable in it that is not set stays as it is written, instead of being left out. */
  readonly keepsUnset?: true;
  /** A key anywhere that brings in other files from the folder of the settings. */
  readonly includeKey?: string;
  /** Variable of the environment that names further folders from which files may be brought in. */
  readonly includeRoots?: string;
  /** Map of the settings whose entries become variables of the environment, where these are not set. */
  readonly variables?: Path;
  /** The document as the system reads it, where older forms are still understood. */
  readonly migrate?: (document: JsonObject) => JsonObject;
  /** What the system refuses that no single field shows. */
  readonly refuses?: (document: JsonObject) => readonly SettingsRefusal[];
  /** A key that is not known, or a value of the wrong kind, makes the system refuse the file. */
  readonly isStrict: boolean;
}

/** What of the environment of a run a configuration may set. */
export interface RunEnvironmentRules {
  /** Credentials of other programs, such as a token for git: for skills that declare them, or for none. */
  readonly credentials: "declared" | "never";
}

/** Where installers put what they bring. */
export interface InstallRules {
  /** What the folder of a skill's tools is called: by its key, or by a name that no other key shares. */
  readonly toolsName: "key" | "hashed";
  /** Packages of npm go to a folder below the tools of all skills, and not to those of the machine. */
  readonly nodePrefix?: string;
  /** The tools of all skills where the administrator installs them, from the root folder. */
  readonly administratorTools?: string;
  /** Package of the system that brings Go, where Homebrew is missing too. */
  readonly goPackage?: string;
}

/**
 * What a system adds to its own environment when it starts, before it looks at skills. Nothing that is set
 * already is changed.
 */
export interface StartRules {
  /** Files of variables, in the order in which they count. */
  readonly files: readonly {
    readonly path: string;
    /** It came with the project: names that could turn the system against its user are passed over. */
    readonly isOfProject?: true;
    /** Counts only while the named folder is at its usual place. */
    readonly onlyIfUsual?: string;
  }[];
  /** Names that a file of a project cannot set, beside those that decide which code runs. */
  readonly isRefused: (name: string) => boolean;
  /**
   * Folders that are added to PATH where they exist, before and after those that stand in it. `$NAME` at the beginning is a
   * variable of the environment; of several forms the first one counts whose variable is set.
   */
  readonly pathBefore: readonly string[];
  readonly pathAfter: readonly (readonly string[])[];
}

/** How a root is searched; further limits stand in `DiscoveryRules`. */
export interface SearchRules {
  /** Levels of folders below the root; undefined: all of them. */
  readonly depth?: number;
  /** Skills inside the folder of another skill count too. */
  readonly findsNested: boolean;
  /** Folders that begin with a dot, and packages of Node, are looked into. */
  readonly entersHidden: boolean;
  /** A file with more than one name is not read. */
  readonly refusesHardLinks: boolean;
}

/** Folders for skills from elsewhere; named folders stand in braces. */
export interface InstallPlaces {
  readonly client: string;
  /** Of the project or workspace. */
  readonly project: string;
  /** For everything that the user does. */
  readonly user: string;
}

export interface HomeRules {
  /** Where skills are put for it, by the name of the client that reads them there. */
  readonly installs?: InstallPlaces;
  readonly folders: readonly HomeFolder[];
  /** Highest precedence first; of roots of one source, the first wins. */
  readonly roots: readonly HomeRoot[];
  readonly search: SearchRules;
  readonly plugins?: PluginRules;
  readonly settings: SettingsRules;
  readonly environment: RunEnvironmentRules;
  readonly start?: StartRules;
  /** Agents are those that the settings name, and the only one is the first; where several are named, one must be chosen. */
  readonly hasRoster?: true;
  readonly install?: InstallRules;
  /** The folder from which locations are counted; where absent they are whole paths. */
  readonly locatesFrom?: string;
  /** Locations in the home folder begin with `~`. */
  readonly shortensHome?: boolean;
  /** What `${NAME}` stands for in the instructions of a skill. */
  readonly variables?: { readonly [name: string]: "skill-folder" | "project" | "session" };
  /** Beside a skill, a file that says under which key the configuration speaks of it. */
  readonly originFile?: { readonly path: string; readonly key: string };
}
