import type { ServedFile } from "../../../app/context.ts";
import { declaredNames } from "../../../library/gate/index.ts";
import type { Reading } from "../../../skill/index.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** What became of every file of that name: by name, by folder or by path. */
export function servedFiles({ skills, leftOut }: Catalog, name: string): readonly ServedFile[] {
  return [
    ...skills
      .filter((skill) => isMeant(skill.shown, skill.name, name) || skill.path === name)
      .map(({ shown, path: own, reading, isListed, isPrompt, mends, notices }) => ({
        path: shown,
        name: own,
        dialect: reading.dialect.id,
        isServed: true,
        isListed,
        isPrompt,
        reasons: [],
        mends: [...notices, ...mends],
      })),
    ...leftOut
      .filter((item) => isMeant(item.path, item.name, name))
      .map(({ path, name: own, dialect, reasons }) => ({
        path,
        ...(own === undefined ? {} : { name: own }),
        ...(dialect === undefined ? {} : { dialect }),
        isServed: false,
        isListed: false,
        isPrompt: false,
        reasons: reasons.map(({ code, say }) => ({ code, say })),
        mends: [],
      })),
  ];
}

function isMeant(path: string, name: string | undefined, wanted: string): boolean {
  return name === wanted || path.split("/").at(-2) === wanted || path === wanted;
}

/** A file that was read, with every name by which somebody may mean it. */
interface Source {
  readonly path: string;
  /** Where it lies on this machine. */
  readonly file: string;
  readonly names: readonly string[];
}

export function servedSources({ skills, leftOut }: Catalog): readonly Source[] {
  return [
    ...skills.map(({ shown, reading, name, path, id, skill }) =>
      toSource(shown, reading, [name, path, id, skill.identity.name, skill.identity.id]),
    ),
    ...leftOut.flatMap(({ path, reading, name }) =>
      reading === undefined ? [] : [toSource(path, reading, [name])],
    ),
  ];
}

function toSource(path: string, reading: Reading, known: readonly (string | undefined)[]): Source {
  const names = [...known, path, path.split("/").at(-2), ...declaredNames(reading)];
  return { path, file: reading.path ?? "", names: names.filter((name) => name !== undefined) };
}
