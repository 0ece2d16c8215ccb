import { findLineBreak, type Fix } from "../../../skill/index.ts";
import type { BodyView, CodeFence } from "../body.ts";
import type { FileRule } from "../rule.ts";

export const fenceUnclosed: FileRule = {
  code: "lint/fence-unclosed",
  title: "Code fences are closed.",
  severity: "warning",
  fixable: "unsafe",
  scope: "file",
  check({ body, document, report }) {
    const fence = body.fences.at(-1);
    if (fence === undefined || fence.isClosed) return;
    const { text } = document;
    const start = text.indexOf(fence.marker, fence.start);
    const span = { start, end: start + fence.marker.length };
    const message = "Unexpected end of file inside a code fence, expected a line that closes it.";
    if (fence.info === "" && hasNestedFence(body))
      report({
        span,
        message,
        hint: "A block before it holds fences of its own, and the first of them closed it. Give the outer fence one more mark.",
      });
    else
      report({
        span,
        message,
        hint: "Everything after it is read as code. Close the fence where the code ends.",
        fix: closeAtEnd(text, fence, text.slice(fence.start, start)),
      });
  },
};

/** A closed block with an opener inside: what follows is then shifted by one fence. */
function hasNestedFence(body: BodyView): boolean {
  return body.fences.some((fence) => {
    const inside = body.text.slice(fence.start - body.start, fence.end - body.start);
    return fence.isClosed && /\n[ \t>]*(?:`{3,}|~{3,})[ \t]*[A-Za-z]/.test(inside);
  });
}

function closeAtEnd(text: string, fence: CodeFence, prefix: string): Fix {
  const eol = findLineBreak(text);
  const before = /[\r\n]$/.test(text) ? "" : eol;
  const indent = prefix.replace(/[^\s>]/g, " ");
  const edit = { start: text.length, end: text.length, text: before + indent + fence.marker + eol };
  return { title: "Close the code fence at the end of the file", safety: "unsafe", edits: [edit] };
}
