/** What an address says, as pages read and change it. */
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The part of the address that the page's path names with `$name`. */
export function useParam(name: string): string {
  return textAt(useParams({ strict: false }), name);
}

/** A value after the `?`, and how to change it without a new step in the history. */
export function useQueryValue(name: string): readonly [string, (value: string) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = useCallback(
    (value: string) => {
      void navigate({
        to: ".",
        search: (last: Readonly<Record<string, unknown>>) => ({
          ...last,
          [name]: value === "" ? undefined : value,
        }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, name],
  );
  return [textAt(search, name), set];
}

function textAt(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

/** Plain text both ways: an address stays readable, and `42` stays text. */
export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
