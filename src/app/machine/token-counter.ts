/** Counts the tokens of a text. Its table is large, and many never ask: it is loaded by the first who does. */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const tokens = await import("../../run/tokens/index.ts");
  return await tokens.loadTokenCounter();
}
