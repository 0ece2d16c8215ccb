import type { ServedFile } from "../../../app/context.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** What became of every file of that name: by name, by folder or by path. */
export function servedFiles({ skills, leftOut }: Catalog, name: string): readonly ServedFile[] {
  return [
    ...skills
      .filter((skill) => isMeant(skill.shown, skill.name, name))
      .map(({ shown, name: own, reading, isListed, isPrompt, mends }) => ({
        path: shown,
        name: own,
        dialect: reading.dialect.id,
        isServed: true,
        isListed,
        isPrompt,
        reasons: [],
        mends,
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
