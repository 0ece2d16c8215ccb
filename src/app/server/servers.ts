/** How operations reach a server. */
import type { Client } from "../../client/index.ts";
import type { Retrieve } from "../../run/execute/index.ts";

/** Which server is meant, and who asks it. */
export interface ServerChoice {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly plainText: boolean;
}

/** The same, or the data of this machine. */
export interface PlaceChoice extends ServerChoice, DataChoice {
  readonly local: boolean;
}

/** Data of this machine. */
export interface DataChoice {
  readonly data?: string;
  readonly settings?: string;
}

export interface OpenServer {
  readonly client: Client;
  /** What a call threw, as an error with a remedy. */
  readonly explain: (error: unknown) => unknown;
  readonly close: () => Promise<void>;
}

export interface LocalKnowledge {
  readonly retrieve: Retrieve;
  readonly close: () => Promise<void>;
}

export interface Servers {
  readonly connect: (choice: ServerChoice) => Promise<OpenServer>;
  /** The one that is named or logged in to, else the data of this machine as a server would give it. */
  readonly open: (choice: PlaceChoice) => Promise<OpenServer>;
  /** The knowledge bases of this machine; undefined where it has no data. */
  readonly knowledge: (choice: DataChoice) => Promise<LocalKnowledge | undefined>;
}
