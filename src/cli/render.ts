import type { Style } from "../app/text.ts";

const CODES: { readonly [Name in Style]: readonly [open: number, close: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

/** Colours text, or leaves it as it is where colours are not wanted. */
export type Painter = (style: Style, text: string) => string;

export function createPainter(hasColors: boolean): Painter {
  if (!hasColors) return (_style, text) => text;
  return (style, text) => {
    const [open, close] = CODES[style];
    return `\u001b[${open}m${text}\u001b[${close}m`;
  };
}
