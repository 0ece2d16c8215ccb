import { useSyncExternalStore } from "react";

/** Where tables and panes become one column. */
const PHONE = "(width < 820px)";
/** Where there is room for a third column. */
const ROOMY = "(width >= 1360px)";

function createMedia(query: string) {
  const subscribe = (listener: () => void): (() => void) => {
    const media = matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export const useIsPhone: () => boolean = createMedia(PHONE);
export const useIsRoomy: () => boolean = createMedia(ROOMY);
