import type { PageSpec } from "./page-spec.ts";

/** Every page, in the order of the navigation. A page is a folder here and a line in this table. */
export const pages: readonly PageSpec[] = [
  {
    path: "/skills",
    load: () => import("./skills/index.tsx"),
    navigation: { title: "Skills", icon: "list", group: "Write", key: "s" },
  },
  { path: "/skills/$name", load: () => import("./editor/index.tsx") },
];
