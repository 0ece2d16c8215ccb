import type { Span } from "../../../skill/index.ts";
import type { FileRule, RuleContext } from "../rule.ts";

/** Some readers end the frontmatter at the first three dashes they meet, even inside a value. */
export const fenceInside: FileRule = {
  code: "lint/fence-inside",
  title: "Three dashes stand in the frontmatter only where it ends.",
  severity: "error",
  appliesTo: (dialect) => dialect.fence.closer === "anywhere" || dialect.fence.closer === "prefix",
  scope: "file",
  check: (context) => {
    const span = findDashes(context);
    if (span === undefined) return;
    const { dialect, isAskedFor, report } = context;
    report({
      message: "Unexpected `---` inside the frontmatter, expected it only on the closing line.",
      hint: `${dialect.title} ends the frontmatter here and takes the rest for instructions. Write another dash.`,
      span,
      ...(isAskedFor ? {} : { severity: "warning" }),
    });
  },
};

function findDashes({ dialect, document }: RuleContext): Span | undefined {
  const { fence, text } = document;
  if (fence === undefined || !fence.isClosed || fence.opener.start > 1) return undefined;
  const inner = text.slice(fence.inner.start, fence.inner.end);
  const at = dialect.fence.closer === "anywhere" ? inner.indexOf("---") : inner.search(/^---/m);
  if (at === -1) return undefined;
  const start = fence.inner.start + at;
  return { start, end: start + 3 };
}
