import type { ServedFile } from "../../../app/context.ts";
import type { Catalog } from "../../../app/catalog/index.ts";

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
    ...skills.map(({ shown, authored, name, path, id, names, skill }) =>
      toSource(shown, authored.disk, [name, path, id, ...names, skill.identity.id]),
    ),
    ...leftOut.flatMap(({ path, prepared, name }) =>
      prepared === undefined
        ? []
        : [toSource(path, prepared.authored.disk, [name, ...prepared.names])],
    ),
  ];
}

function toSource(path: string, file: string, known: readonly (string | undefined)[]): Source {
  const names = [...known, path, path.split("/").at(-2)];
  return { path, file, names: names.filter((name) => name !== undefined) };
}
