import { lineEnd } from "../../../skill/index.ts";
import type { FileRule } from "../rule.ts";

/** The open specification's advice for the instructions; detail belongs into `references/`. */
const MAX_LINES = 500;
const MAX_TOKENS = 5000;
const CHARACTERS_A_TOKEN = 4;
/** Scripts in which about one character makes one token. */
const DENSE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
const SAMPLE = 2000;

export const bodyLength: FileRule = {
  code: "lint/body-length",
  title: "Instructions stay under 500 lines and 5,000 tokens.",
  severity: "info",
  scope: "file",
  check({ body, document, report }) {
    const { length } = body.text;
    // No text shorter than this can be over either limit.
    if (length <= MAX_LINES) return;
    const tokens = length <= MAX_TOKENS ? 0 : estimateTokens(body.text);
    if (body.lineCount <= MAX_LINES && tokens <= MAX_TOKENS) return;
    const first = document.bodyStart + Math.max(0, body.text.search(/\S/));
    const size =
      body.lineCount > MAX_LINES
        ? `${body.lineCount} lines; it should have at most ${MAX_LINES}`
        : `about ${Math.round(tokens / 100) * 100} tokens; it should have at most ${MAX_TOKENS}`;
    report({
      span: { start: first, end: lineEnd(document.text, first) },
      message: `The body has ${size}.`,
      hint: "All of it is read whenever the skill is used. Move detail into files below `references/` and link to them.",
    });
  },
};

/** A rough count: no tokenizer is at hand, and each model has its own. The start stands for the whole. */
function estimateTokens(text: string): number {
  const sample = text.slice(0, SAMPLE);
  const dense = (sample.match(DENSE)?.length ?? 0) / sample.length;
  return text.length * (dense + (1 - dense) / CHARACTERS_A_TOKEN);
}
