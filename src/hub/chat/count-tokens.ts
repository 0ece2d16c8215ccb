import { nextTurn } from "../../platform/machine/index.ts";

/** Characters that are counted before others get a turn: a few milliseconds, whatever they are. */
const AT_A_TIME = 4096;

/** Counts the tokens of a text of any length piece by piece; at each cut it may be one too many. */
export async function countInPieces(
  text: string,
  countTokens: (text: string) => number,
): Promise<number> {
  let total = 0;
  for (let at = 0; at < text.length; at += AT_A_TIME) {
    if (at > 0) await nextTurn();
    total += countTokens(text.slice(at, at + AT_A_TIME));
  }
  return total;
}
