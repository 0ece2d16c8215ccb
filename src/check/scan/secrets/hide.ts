import type { Span } from "../../../skill/index.ts";
import type { ScanContext } from "../context.ts";
import type { FoundSecret } from "../ports.ts";
import { mergeSecrets, redact, redactSecrets } from "./merge.ts";

/** The secrets of every file; pass it to `ask`, so that they are looked for once. */
export function secretsIn(context: ScanContext): ReadonlyMap<string, readonly FoundSecret[]> {
  return new Map(
    context.files.flatMap(({ path, text }) =>
      text === undefined ? [] : [[path, mergeSecrets(text, context.secrets(path))] as const],
    ),
  );
}

/** Text for a report, in which every secret of the skill is cut to its beginning, wherever the text was taken from. */
export function withoutSecrets(text: string, context: ScanContext): string {
  let clean = redactSecrets(text, mergeSecrets(text, []));
  for (const [path, secrets] of context.ask(secretsIn))
    for (const { start, end } of secrets) {
      const secret = context.fileAt(path)?.text?.slice(start, end) ?? "";
      if (secret !== "") clean = clean.replaceAll(secret, () => redact(secret));
    }
  return clean;
}

const SHOWN = 4;

/** The text of a file to show beside findings: as long as it was, so that places in it stay right. */
export function hideSecrets(text: string, known: readonly Span[] = []): string {
  let hidden = text;
  for (const { start, end } of [...mergeSecrets(text, []), ...known]) {
    const stars = "*".repeat(Math.max(0, end - start - SHOWN));
    hidden = hidden.slice(0, start + SHOWN) + stars + hidden.slice(start + SHOWN + stars.length);
  }
  return hidden;
}
