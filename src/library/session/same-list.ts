export function isSameList(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((item, at) => item === others[at]);
}
