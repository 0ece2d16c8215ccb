/** Names of the skills that were opened last, kept in this browser for each user. */
const MOST = 5;
const NONE: readonly string[] = [];

const listeners = new Set<() => void>();
let known: { readonly text: string; readonly names: readonly string[] } = { text: "", names: NONE };

export function subscribeRecent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function listRecent(userId: string): readonly string[] {
  const text = localStorage.getItem(keyOf(userId)) ?? "";
  // The same list as long as nothing has changed, as React asks of a store.
  if (text !== known.text) known = { text, names: text === "" ? NONE : text.split("\n") };
  return known.names;
}

export function noteRecent(userId: string, name: string): void {
  const others = listRecent(userId).filter((other) => other !== name);
  localStorage.setItem(keyOf(userId), [name, ...others].slice(0, MOST).join("\n"));
  for (const listener of listeners) listener();
}

export function forgetRecent(userId: string, name: string): void {
  const others = listRecent(userId).filter((other) => other !== name);
  localStorage.setItem(keyOf(userId), others.join("\n"));
  for (const listener of listeners) listener();
}

function keyOf(userId: string): string {
  return `skillwright-recent-${userId}`;
}
