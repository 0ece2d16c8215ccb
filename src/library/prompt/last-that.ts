/** The last of `from..to` that holds, where those that hold come first. */
export function lastThat(from: number, to: number, holds: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
