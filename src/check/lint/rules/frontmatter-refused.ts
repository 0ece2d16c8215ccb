import type { FileRule } from "../rule.ts";

/** What the system refuses and no `parse/…` diagnostic already says. */
export const frontmatterRefused: FileRule = {
  code: "lint/frontmatter-refused",
  title: "The system can read the frontmatter.",
  severity: "error",
  scope: "file",
  check: ({ document, dialect, reading, isAskedFor, report }) => {
    const isSaid = document.problems.some((problem) => problem.severity === "error");
    if (isSaid) return;
    for (const refusal of reading.refusals) {
      if (document.problems.some((problem) => problem.kind === refusal.kind)) continue;
      const words = [refusal.hint, `${dialect.title} refuses the file because of it.`];
      report({
        message: refusal.message,
        span: refusal,
        hint: words.filter((word) => word !== undefined).join(" "),
        // The file may be meant for systems that read it all the same.
        ...(isAskedFor ? {} : { severity: "info" }),
      });
    }
  },
};
