/** A relative path as Python's `PurePosixPath` spells it: no empty and no `.` steps. */
export function normalizePath(path: string): string {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".");
  return (path.startsWith("/") ? "/" : "") + steps.join("/");
}

/** A Markdown file below `references/`, given relative to the skill and never leaving it. */
export function isReferencePath(value: string): boolean {
  const path = normalizePath(value.trim());
  const steps = path.split("/");
  if (path.startsWith("/") || steps.includes("..")) return false;
  const file = steps.at(-1) ?? "";
  // `.md` alone is a hidden file without a suffix.
  return steps.length >= 2 && steps[0] === "references" && /^.+\.md$/i.test(file);
}
