/** What scripts say that take the time by themselves, since their start and their loading are not meant. */

/** Seconds by the id of the task. */
export type ReportedSeconds = Readonly<Record<string, number>>;

export function printSeconds(seconds: ReportedSeconds): void {
  process.stdout.write(`${JSON.stringify(seconds)}\n`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
