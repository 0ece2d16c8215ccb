/** Cuts by characters as people count them, so that no half of one is left. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}

export function shorten(text: string): string {
  const short = cut(text, 200);
  return short === text ? text : `${short}...`;
}
