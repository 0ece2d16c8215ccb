import { z } from "zod";
import type { Library } from "../../library/session/index.ts";
import type { Clock } from "../../platform/machine/index.ts";

/** The skills of one agent in one system, as they stand now. */
export interface SystemStatus {
  readonly dialect: string;
  readonly agent: string;
  readonly version: number;
  readonly skills: readonly {
    readonly name?: string;
    readonly path: string;
    readonly isEligible: boolean;
    readonly hosts: readonly string[];
    readonly reasons: readonly { readonly code: string; readonly say: string }[];
  }[];
}

export const systemStatus: z.ZodType<SystemStatus> = z.object({
  dialect: z.string(),
  agent: z.string(),
  version: z.number(),
  skills: z.array(
    z.object({
      name: z.string().exactOptional(),
      path: z.string(),
      isEligible: z.boolean(),
      hosts: z.array(z.string()),
      reasons: z.array(z.object({ code: z.string(), say: z.string() })),
    }),
  ),
});

export interface ServedPorts {
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** Hosts come and answer in bursts; so long is waited for the end of one. */
const SETTLE_MS = 50;

/** Skills that the server keeps evaluated: hosts are asked for what they need, and changes are told. */
export class ServedSkills {
  readonly #libraries: readonly Library[];
  readonly #ports: ServedPorts;
  readonly #told = new Map<string, string>();
  #cancel: (() => void) | undefined;

  constructor(libraries: readonly Library[], ports: ServedPorts) {
    this.#libraries = libraries;
    this.#ports = ports;
    for (const library of libraries) library.subscribe(() => this.#poke());
    this.#evaluate();
  }

  status(): readonly SystemStatus[] {
    return this.#each((library, agent) => {
      const { version } = library.snapshot({ agent });
      const skills = library.explainAll({ agent }).map((item) => ({
        ...(item.name === undefined ? {} : { name: item.name }),
        path: item.path,
        isEligible: item.isEligible,
        hosts: item.hosts,
        reasons: item.reasons.map(({ code, say }) => ({ code, say })),
      }));
      const sorted = skills.toSorted((a, b) => ((a.name ?? a.path) < (b.name ?? b.path) ? -1 : 1));
      return { dialect: library.environment.dialect.id, agent, version, skills: sorted };
    });
  }

  async close(): Promise<void> {
    this.#cancel?.();
    await Promise.all(this.#libraries.map((library) => library.close()));
  }

  #poke(): void {
    if (this.#cancel !== undefined) return;
    this.#cancel = this.#ports.clock.after(SETTLE_MS, () => {
      this.#cancel = undefined;
      this.#evaluate();
    });
  }

  /** A snapshot names the programs that its skills need, so hosts are asked for them by taking one. */
  #evaluate(): void {
    this.#each((library, agent) => {
      const all = library.snapshot({ agent }).evaluations();
      const loaded = all.filter(({ verdict }) => verdict.isEligible).length;
      const { id } = library.environment.dialect;
      const line = `${id}: ${loaded} of ${all.length} skills load for the agent \`${agent}\`.`;
      const key = `${id} ${agent}`;
      if (this.#told.get(key) !== line) this.#ports.say(line);
      this.#told.set(key, line);
    });
  }

  /** The agent of the library and those of its settings. */
  #each<Result>(work: (library: Library, agent: string) => Result): readonly Result[] {
    return this.#libraries.flatMap((library) => {
      const agents = new Set([library.snapshot().agent, ...library.config.agents.keys()]);
      return [...agents].map((agent) => work(library, agent));
    });
  }
}
