import { useSyncExternalStore } from "react";

const PHONE = "(width < 820px)";

function subscribe(listener: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Where tables and panes become one column. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}
