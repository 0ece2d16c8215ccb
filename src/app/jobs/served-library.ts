/** Skills that a server serves to clients elsewhere, as a worker is told of them. */
import type { HostFacts } from "../../library/hosts/index.ts";
import type { InlineSkillInput } from "../../library/session/index.ts";
import { errorCode, readBytes } from "../../platform/index.ts";
import { type Machine, thisMachine } from "../../platform/machine/index.ts";
import { decodeText, findDialect, type JsonObject, readDocument } from "../../skill/index.ts";
import type { ServedFile, Systems } from "../context.ts";
import { createInlineSystems } from "../library/served-systems.ts";

/** Data alone, since it crosses to another process, which reads the files itself. */
export interface ServedLibrary {
  readonly skills: readonly ServedSource[];
  /** What became of the files that the caller asks about. */
  readonly served: readonly ServedFile[];
  /** The id of the system whose rules hold where the caller names none. */
  readonly as?: string;
  readonly settings?: JsonObject;
  /** The machine of the caller, where it has described one. */
  readonly host?: HostFacts;
  /** Variables of the machine that is meant otherwise. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface ServedSource {
  /** As it is shown. */
  readonly path: string;
  /** Where it lies on this machine. */
  readonly file: string;
}

export function createSystems(library: ServedLibrary): Systems {
  const { skills, served, settings, host, environment } = library;
  const as = library.as === undefined ? undefined : findDialect(library.as);
  return createInlineSystems({
    skills: () => skills.flatMap((source) => readSource(source) ?? []),
    served: () => served,
    machine: clientMachine(() => environment),
    ...(as === undefined ? {} : { as }),
    ...(settings === undefined ? {} : { settings }),
    ...(host === undefined ? {} : { host }),
  });
}

/** Skills run where their clients are: every program is there until a client says otherwise. */
export function clientMachine(environment: Machine["environment"]): Machine {
  return { ...thisMachine(), isProgram: () => true, environment };
}

/** A skill that was taken back meanwhile is not there. */
function readSource({ path, file }: ServedSource): InlineSkillInput | undefined {
  try {
    const { text, problems } = decodeText(readBytes(file));
    return { path, document: readDocument(text, problems) };
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}
