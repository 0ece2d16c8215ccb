import { useEffect, useRef } from "react";

export interface KeyActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
  /** Goes to where a run is started. */
  readonly run: () => void;
}

/** Keys of the whole page. In a field, undo belongs to its text. */
export function useKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      const isInField =
        event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      if (key === "s") current.current.save();
      else if (isInField) return;
      else if (key === "y" || (key === "z" && event.shiftKey)) current.current.redo();
      else if (key === "z") current.current.undo();
      else if (key === "enter") current.current.run();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
