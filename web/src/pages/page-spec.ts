import type { ComponentType } from "react";
import type { IconName } from "../components/icon.tsx";
import type { TextKey } from "../texts/en.ts";

/** One address of the workbench. Its code is loaded when somebody goes there. */
export interface PageSpec {
  /** With `$name` for what changes, such as `/skills/$name`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
  /** The navigation is a rail of icons, so that the page has the width. */
  readonly isWide?: true;
}

/** One of the five entries of the navigation. */
export interface NavigationEntry {
  readonly path: string;
  readonly title: string;
  /** The title in every language. */
  readonly text: TextKey;
  readonly icon: IconName;
  /** Goes there after `g`. */
  readonly key: string;
}
