import { type KeyboardEvent, type RefObject, useMemo, useRef } from "react";

export interface FocusWays {
  /** To a node once it is drawn; to any where the one is not named. */
  readonly toNode: (id?: string) => void;
  /** To the first field of what the side shows, once it is drawn. */
  readonly toFields: () => void;
  /** On the board: Enter on a node that is chosen goes to its fields. */
  readonly onBoardKey: (event: KeyboardEvent) => void;
  /** In the side: Escape goes back to the chosen node. */
  readonly onSideKey: (event: KeyboardEvent) => void;
}

/** The ways of the keyboard between the picture and what the side says of it; the first is for what is around both. */
export function useFocus(): readonly [RefObject<HTMLDivElement | null>, FocusWays] {
  const root = useRef<HTMLDivElement>(null);
  const ways = useMemo((): FocusWays => {
    const focus = (selector: string): void => {
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus());
    };
    const toFields = (): void => focus("[role=tabpanel] :is(input, textarea, select)");
    return {
      toNode: (id) =>
        focus(`.react-flow__node${id === undefined ? "" : `[data-id="${CSS.escape(id)}"]`}`),
      toFields,
      onBoardKey: ({ key, target, ctrlKey, metaKey }) => {
        const isChosen =
          target instanceof HTMLElement && target.matches(".react-flow__node.selected");
        if (key === "Enter" && !ctrlKey && !metaKey && isChosen) toFields();
      },
      onSideKey: ({ key }) => {
        if (key === "Escape") focus(".react-flow__node.selected");
      },
    };
  }, []);
  return [root, ways];
}
