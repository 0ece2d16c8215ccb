import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { navigation, playground } from "../pages/table.ts";
import { isTyping } from "./typing.ts";

/** After `g` the next letter must come within this time. */
const PAIR_MS = 1200;

export interface ShortcutActions {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/** Keys that work everywhere but in fields. */
export function useShortcuts({ openPalette, openHelp }: ShortcutActions): void {
  const navigate = useNavigate();
  const leadAt = useRef(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isSecond = Date.now() - leadAt.current < PAIR_MS;
      leadAt.current = event.key === "g" ? Date.now() : 0;
      const page = isSecond
        ? [...navigation, ...playground].find(({ key }) => key === event.key)
        : undefined;
      if (page !== undefined) void navigate({ to: page.path });
      else if (event.key === "?") openHelp();
      else if (event.key === "/" && focusSearch()) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [navigate, openPalette, openHelp]);
}

/** Pages mark their field for searching with `data-search`. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>("[data-search]");
  field?.focus();
  return field !== null;
}
