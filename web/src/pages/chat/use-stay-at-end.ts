import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Nearer than this to the end counts as being there. */
const NEAR = 80;

/**
 * Keeps a box at its end while more comes, unless somebody has scrolled up to read; the second value goes there in
 * any case.
 */
export function useStayAtEnd(): readonly [RefObject<HTMLDivElement | null>, () => void] {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const note = (): void => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    const drawn = new MutationObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    drawn.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener("scroll", note, { passive: true });
    return () => {
      drawn.disconnect();
      element.removeEventListener("scroll", note);
    };
  }, []);
  const goToEnd = useCallback(() => {
    isAtEnd.current = true;
  }, []);
  return [box, goToEnd];
}
