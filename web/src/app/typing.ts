import { useEffect, useRef } from "react";

/** Whether a key is meant for a field. */
export function isTyping(event: KeyboardEvent): boolean {
  // Inside an editor the event comes from its shadow; the path still names the element.
  const [origin] = event.composedPath();
  if (!(origin instanceof HTMLElement)) return false;
  return origin.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(origin.tagName);
}

/** A key of one page; dialogs and fields have their own. */
export function useKey(key: string, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key]);
}
