import type { LeftOut, ServedSkill } from "../catalog/catalog.ts";
import type { CatalogView } from "../catalog/view.ts";
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
export function explainSkill(view: CatalogView, name: string): readonly FileExplanation[] {
  const { skills, leftOut } = view.current;
  return [
    ...skills
      .filter((skill) => isMeant(skill.shown, skill.name, name))
      .map((skill) => served(view, skill)),
    ...leftOut
      .filter((item) => isMeant(item.path, item.name, name))
      .map((item) => left(view, item)),
  ];
}

function isMeant(path: string, name: string | undefined, wanted: string): boolean {
  const folder = path.split("/").at(-2);
  return name === wanted || folder === wanted || path === wanted;
}

function served(view: CatalogView, skill: ServedSkill): FileExplanation {
  const { shown, name, reading, isListed, isPrompt, mends } = skill;
  const { steps, reasons } = ask(view, reading);
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

function left(view: CatalogView, item: LeftOut): FileExplanation {
  const asked = item.reading === undefined ? { steps: [], reasons: [] } : ask(view, item.reading);
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
function ask(view: CatalogView, reading: Reading): Pick<FileExplanation, "reasons" | "steps"> {
  const { reasons, steps } = view.judge.explain(reading);
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
