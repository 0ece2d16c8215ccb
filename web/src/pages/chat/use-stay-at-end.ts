import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";

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
    let lastTop = element.scrollTop;
    const note = (): void => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR;
      // What has come since the box was moved to its end is not somebody who scrolls up.
      if (isNear || scrollTop < lastTop) isAtEnd.current = isNear;
      lastTop = scrollTop;
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

/** Keeps what is in sight where it is when more comes before it; `count` tells whether there is more. */
export function useStayInPlace(box: RefObject<HTMLDivElement | null>, count: number): void {
  const last = useRef({ count, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollHeight } = element;
    if (last.current.count > 0 && count > last.current.count)
      element.scrollBy({ top: scrollHeight - last.current.height, behavior: "instant" });
    last.current = { count, height: scrollHeight };
  });
}
