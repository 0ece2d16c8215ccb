import type { LeftOut, ServedSkill } from "../catalog/catalog.ts";
import type { LiveCatalog } from "../catalog/live.ts";
import type { Reading } from "../../../skill/index.ts";

export interface FileExplanation {
  readonly path: string;
  readonly name?: string;
  readonly dialect?: string;
  readonly isServed: boolean;
  readonly isListed: boolean;
  readonly isPrompt: boolean;
  readonly reasons: readonly {
    readonly code: string;
    readonly say: string;
    readonly remedies: readonly string[];
  }[];
  readonly mends: readonly string[];
  readonly steps: readonly string[];
}

/** What became of every file of that name: by name, by folder or by path. */
export function explainSkill(live: LiveCatalog, name: string): readonly FileExplanation[] {
  const { skills, leftOut } = live.current;
  return [
    ...skills
      .filter((skill) => isMeant(skill.shown, skill.name, name))
      .map((skill) => served(live, skill)),
    ...leftOut
      .filter((item) => isMeant(item.path, item.name, name))
      .map((item) => left(live, item)),
  ];
}

function isMeant(path: string, name: string | undefined, wanted: string): boolean {
  const folder = path.split("/").at(-2);
  return name === wanted || folder === wanted || path === wanted;
}

function served(live: LiveCatalog, skill: ServedSkill): FileExplanation {
  const { shown, name, reading, isListed, isPrompt, mends } = skill;
  const { steps, reasons } = ask(live, reading);
  return {
    path: shown,
    name,
    dialect: reading.dialect.id,
    isServed: true,
    isListed,
    isPrompt,
    reasons,
    mends,
    steps,
  };
}

function left(live: LiveCatalog, item: LeftOut): FileExplanation {
  const asked = item.reading === undefined ? { steps: [], reasons: [] } : ask(live, item.reading);
  const reasons = item.reasons.map(
    ({ code, say }) =>
      asked.reasons.find((other) => other.code === code) ?? { code, say, remedies: [] },
  );
  return {
    path: item.path,
    ...(item.name === undefined ? {} : { name: item.name }),
    ...(item.dialect === undefined ? {} : { dialect: item.dialect }),
    isServed: false,
    isListed: false,
    isPrompt: false,
    reasons,
    mends: [],
    steps: asked.steps,
  };
}

/** The rules once more, with a recorder on. */
function ask(live: LiveCatalog, reading: Reading): Pick<FileExplanation, "reasons" | "steps"> {
  const { reasons, steps } = live.judge.explain(reading);
  return {
    reasons: reasons.map(({ code, say, remedies }) => ({
      code,
      say,
      remedies: remedies.map((remedy) => remedy.say),
    })),
    steps: steps.map(
      ({ stage, check, wanted, found, isPassed }) =>
        `${stage}: ${check}${wanted.length === 0 ? "" : ` ${wanted.join(", ")}`}: ${found} (${isPassed ? "passed" : "failed"})`,
    ),
  };
}
