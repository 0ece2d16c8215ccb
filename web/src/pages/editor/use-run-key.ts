import { useEffect, useRef } from "react";

/** Ctrl+Enter or ⌘Enter runs, wherever on the page; a form that has the focus takes it for itself. */
export function useRunKey(run: () => void): void {
  const now = useRef(run);
  useEffect(() => {
    now.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isKey = (event.ctrlKey || event.metaKey) && event.key === "Enter";
      if (!isKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented)
        return;
      if (document.querySelector('[role="dialog"],[role="alertdialog"]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      now.current();
    };
    // Before the editor, which would begin a line.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
