/** The systems that a server answers for: those of folders it keeps open, or those that could read its skills. */
import type { HostFacts } from "../../library/hosts/index.ts";
import { type InlineSkillInput, type Library, openLibrary } from "../../library/session/index.ts";
import { type Machine, thisMachine } from "../../platform/machine/index.ts";
import { type Dialect, type JsonObject, chooseDialect } from "../../skill/index.ts";
import type { Systems } from "../context.ts";
import type { AgentsView } from "../../hub/library/index.ts";
import { describeHost, type HostOptions } from "./hosts.ts";
import type { SystemSelection } from "./selection.ts";
import { onlySystem, selectDialects, type System, toLimits } from "./systems.ts";

/** Skills that a server has read, and what it would judge them by. */
export interface ServedSkills {
  readonly skills: () => readonly InlineSkillInput[];
  /** The system whose rules hold where the caller names none. */
  readonly as?: Dialect;
  /** Settings of that system. */
  readonly settings?: JsonObject;
  /** The machine of the caller, where it has described one. */
  readonly host?: HostFacts;
  readonly machine?: Machine;
  readonly served?: NonNullable<Systems["served"]>;
}

/** Every system, as if all of the skills lay in one of its folders. */
export function createInlineSystems(given: ServedSkills): Systems {
  const { as, served } = given;
  const open = async (selection: SystemSelection): Promise<readonly System[]> => {
    const own = selection.as === undefined && as !== undefined ? [as] : selectDialects(selection);
    return await Promise.all(own.map((dialect) => openSkills(dialect, given, selection)));
  };
  return { ...fromSystems(open, closeAll), ...(served === undefined ? {} : { served }) };
}

async function closeAll(systems: readonly System[]): Promise<void> {
  await Promise.all(systems.map(({ library }) => library.close()));
}

async function openSkills(
  dialect: Dialect,
  { skills, as, settings = {}, host, machine = thisMachine() }: ServedSkills,
  selection: SystemSelection,
): Promise<System> {
  const hosts: HostOptions =
    host === undefined ? { machine, problems: [] } : describeHost(host, dialect);
  const limits = toLimits(selection);
  const { agent } = selection;
  const library = await openLibrary({
    dialect: dialect.id,
    skills: skills(),
    settings: dialect === as ? settings : {},
    machine: hosts.machine,
    watch: false,
    ...(hosts.inventory === undefined ? {} : { hosts: hosts.inventory }),
    ...(agent === undefined ? {} : { agent }),
    ...limits,
  });
  return toSystem(library, selection, hosts);
}

/** The systems of folders that a server keeps open and up to date. */
export function createServedSystems(
  libraries: readonly Library[],
  agents?: Pick<AgentsView, "see">,
): Systems {
  const systems = fromSystems(
    async (selection) => {
      return librariesAs(libraries, selection.as).map((library) =>
        toSystem(library, selection, { machine: library.environment.machine, problems: [] }),
      );
    },
    () => Promise.resolve(),
  );
  if (agents === undefined) return systems;
  return { ...systems, agents: async ({ as = "" }) => agents.see(as) };
}

/** The id of a library that is there means that one; any other name is what a person means by it. */
function librariesAs(libraries: readonly Library[], as: string | undefined): readonly Library[] {
  if (as === undefined) return libraries;
  const exact = libraries.filter(({ environment }) => environment.dialect.id === as);
  if (exact.length > 0) return exact;
  const chosen = chooseDialect(as);
  return libraries.filter(({ environment }) => environment.dialect === chosen);
}

function toSystem(library: Library, selection: SystemSelection, hosts: HostOptions): System {
  const { agent } = selection;
  return {
    dialect: library.environment.dialect,
    library,
    settings: { diagnostics: [], config: library.config },
    hosts,
    limits: toLimits(selection),
    ...(agent === undefined ? {} : { askedAgent: agent }),
  };
}

function fromSystems(
  open: (selection: SystemSelection) => Promise<readonly System[]>,
  close: (systems: readonly System[]) => Promise<void>,
): Systems {
  return {
    each: async (selection, work) => {
      const systems = await open(selection);
      try {
        return systems.flatMap((system) => {
          const result = work(system);
          return result === undefined ? [] : [result];
        });
      } finally {
        await close(systems);
      }
    },
    one: async (selection, work, choice) => {
      const systems = await open(selection);
      try {
        return await work(onlySystem(systems, selection, choice));
      } finally {
        await close(systems);
      }
    },
  };
}
