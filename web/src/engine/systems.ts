import { chooseDialect, dialects } from "../../../src/skill/index.ts";

/** A system as pages show it: what they need of a dialect, as plain data. */
export interface SystemInfo {
  readonly id: string;
  readonly title: string;
  /** As the edition is called that people run. */
  readonly edition: string;
  readonly summary: string;
  /** Skills of this kind are kept and run by the server. */
  readonly isHosted: boolean;
  /** It is checked by a validator that is stricter than the programs which follow it. */
  readonly isOpenSpecification: boolean;
  /** It shows the model a list of its skills. */
  readonly hasList: boolean;
  /** It asks machines for programs, variables or settings. */
  readonly hasGates: boolean;
  /** Where it finds skills, lowest precedence first. */
  readonly sources: readonly string[];
}

export function listSystems(): readonly SystemInfo[] {
  return dialects.map((dialect) => ({
    id: dialect.id,
    title: dialect.title,
    edition: chooseDialect(dialect.id).title,
    summary: dialect.summary,
    isHosted: dialect.isHosted === true,
    isOpenSpecification: dialect.isOpenSpecification === true,
    hasList: dialect.listing !== undefined,
    hasGates: (dialect.gating?.checks.length ?? 0) > 0,
    sources: dialect.gating?.sources.order ?? [],
  }));
}
