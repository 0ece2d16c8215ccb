import { useEffect, useRef } from "react";

/**
 * Ctrl+S or ⌘S anywhere on the page saves. Where nothing is to be saved the key does nothing, instead of opening the
 * browser's own dialog for the page.
 */
export function useSaveKey(save: () => void, canSave: boolean): void {
  const now = useRef({ save, canSave });
  useEffect(() => {
    now.current = { save, canSave };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";
      if (!isKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // A question that is open comes first.
      if (document.querySelector('[role="dialog"],[role="alertdialog"]') !== null) return;
      if (now.current.canSave && !event.repeat) now.current.save();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
