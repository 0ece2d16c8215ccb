import type { Catalog } from "../../../app/catalog/index.ts";

/** What a person is told of a catalog: every skill that is not served or was changed, with the reason. */
export function reportCatalog(catalog: Catalog): readonly string[] {
  const { skills, leftOut } = catalog;
  const count = `${skills.length} of ${skills.length + leftOut.length} skills are served.`;
  return [count, ...listDetails(catalog)];
}

/** The same without the count: a line each, so that later ones can be compared. */
export function listDetails({ skills, leftOut, problems }: Catalog): readonly string[] {
  const hidden = skills.filter(({ isListed }) => !isListed);
  return [
    ...leftOut.map(
      ({ path, reasons }) => `${path} is not served: ${reasons.map(({ say }) => say).join(" ")}`,
    ),
    ...hidden.map(({ shown }) => `${shown} is not listed: its author keeps it from the model.`),
    ...skills.flatMap(({ shown, mends, notices }) =>
      [...notices, ...mends].map((line) => `${shown}: ${line}`),
    ),
    ...problems
      .filter(({ severity }) => severity !== "error")
      .map(({ file, message }) => (file === undefined ? message : `${file}: ${message}`)),
  ];
}
