import type { PageSpec } from "./page-spec.ts";

/** Every page, in the order of the navigation. A page is a folder here and a line in this table. */
export const pages: readonly PageSpec[] = [
  {
    path: "/skills",
    load: () => import("./skills/index.tsx"),
    navigation: { title: "Skills", icon: "list", group: "Write", key: "s" },
  },
  { path: "/skills/$name", load: () => import("./editor/index.tsx") },
  {
    path: "/portability",
    load: () => import("./portability/index.tsx"),
    navigation: { title: "Portability", icon: "grid", group: "Write", key: "p" },
  },
  {
    path: "/explain",
    load: () => import("./explain/index.tsx"),
    navigation: { title: "Explain", icon: "route", group: "Write", key: "e" },
  },
  {
    path: "/prompt",
    load: () => import("./prompt/index.tsx"),
    navigation: { title: "Prompt", icon: "text", group: "Write", key: "m" },
  },
  {
    path: "/run",
    load: () => import("./run/index.tsx"),
    navigation: { title: "Run", icon: "play", group: "Work", key: "r" },
  },
  { path: "/run/$name", load: () => import("./run/index.tsx") },
  { path: "/runs/$id", load: () => import("./past-run/index.tsx") },
  {
    path: "/chat",
    load: () => import("./chat/index.tsx"),
    navigation: { title: "Chat", icon: "chat", group: "Work", key: "c" },
  },
  {
    path: "/knowledge",
    load: () => import("./knowledge/index.tsx"),
    navigation: { title: "Knowledge", icon: "book", group: "Work", key: "k" },
  },
  {
    path: "/workflows",
    load: () => import("./workflows/index.tsx"),
    navigation: { title: "Workflows", icon: "flow", group: "Work", key: "w" },
  },
  { path: "/workflows/$id", load: () => import("./workflow/index.tsx") },
  {
    path: "/registry",
    load: () => import("./registry/index.tsx"),
    navigation: { title: "Registry", icon: "store", group: "Share", key: "y" },
  },
  { path: "/registry/publish", load: () => import("./registry/publish/index.tsx") },
  { path: "/registry/review", load: () => import("./registry/review/index.tsx") },
  { path: "/registry/$name", load: () => import("./registry/skill/index.tsx") },
  {
    path: "/settings",
    load: () => import("./settings/index.tsx"),
    navigation: { title: "Settings", icon: "cog", group: "Share", key: "t" },
  },
];
