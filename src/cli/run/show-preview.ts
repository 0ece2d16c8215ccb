import { type Context, FINE } from "../context.ts";

/** Shows what a model would be sent. */
export function showPreview(context: Context, preview: object): number {
  context.write(`${JSON.stringify(preview, undefined, 2)}\n`);
  return FINE;
}
