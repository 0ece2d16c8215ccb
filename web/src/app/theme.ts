import { useState } from "react";

export type Theme = "light" | "dark" | "system";

const KEY = "skillwright-theme";

/** What was chosen before; the system decides where nothing was. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem(KEY);
    return;
  }
  document.documentElement.dataset["theme"] = theme;
  localStorage.setItem(KEY, theme);
}

function shownTheme(theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The theme that is seen, and a way to the other one. */
export function useTheme(): { readonly shown: "light" | "dark"; readonly toggle: () => void } {
  const [theme, setTheme] = useState(readTheme);
  const shown = shownTheme(theme);
  return {
    shown,
    toggle: () => {
      const next = shown === "dark" ? "light" : "dark";
      applyTheme(next);
      setTheme(next);
    },
  };
}
