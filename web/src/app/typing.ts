/** Whether a key is meant for a field. */
export function isTyping(event: KeyboardEvent): boolean {
  // Inside an editor the event comes from its shadow; the path still names the element.
  const [origin] = event.composedPath();
  if (!(origin instanceof HTMLElement)) return false;
  return origin.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(origin.tagName);
}
