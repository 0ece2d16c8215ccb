import type { ComponentType } from "react";
import type { IconName } from "../components/icon.tsx";

export type NavigationGroup = "Write" | "Work" | "Share";

/** One address of the workbench. Its code is loaded when somebody goes there. */
export interface PageSpec {
  /** With `$name` for what changes, such as `/skills/$name`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
  /** Where it stands in the navigation; absent: other pages lead to it. */
  readonly navigation?: {
    readonly title: string;
    readonly icon: IconName;
    readonly group: NavigationGroup;
    /** Goes there after `g`. */
    readonly key: string;
  };
}
