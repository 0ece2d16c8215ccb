/**
 * Works on several items at a time, and gives what comes of each in the order of the items. What fails is told in its
 * turn.
 */
export async function* workAhead<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const begun: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // Nobody may get to it, where an earlier one fails.
    result.catch(() => {});
    begun.push(result);
    const first = begun.length < most ? undefined : begun.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of begun) yield await result;
}
