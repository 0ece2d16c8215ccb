import type { NavigationEntry, PageSpec } from "./page-spec.ts";

export const navigation: readonly NavigationEntry[] = [
  { path: "/", title: "Home", text: "nav.home", icon: "home", key: "h" },
  { path: "/skills", title: "Skills", text: "nav.skills", icon: "blocks", key: "s" },
  { path: "/library", title: "Library", text: "nav.library", icon: "library", key: "l" },
  { path: "/playground", title: "Playground", text: "nav.playground", icon: "flask", key: "p" },
  { path: "/settings", title: "Settings", text: "nav.settings", icon: "cog", key: "," },
];

/** What the playground has, side by side. */
export const playground: readonly NavigationEntry[] = [
  { path: "/playground/chat", title: "Chat", text: "nav.chat", icon: "chat", key: "c" },
  {
    path: "/playground/knowledge",
    title: "Knowledge",
    text: "nav.knowledge",
    icon: "book",
    key: "k",
  },
  {
    path: "/playground/workflows",
    title: "Workflows",
    text: "nav.workflows",
    icon: "flow",
    key: "w",
  },
  { path: "/playground/runs", title: "Runs", text: "nav.runs", icon: "play", key: "r" },
];

/** Every page. A page is a folder here and a line in this table. */
export const pages: readonly PageSpec[] = [
  { path: "/", load: () => import("./home/index.tsx") },
  { path: "/skills", load: () => import("./skills/index.tsx") },
  { path: "/skills/$name", load: () => import("./editor/index.tsx"), isWide: true },
  { path: "/skills/$name/run", load: () => import("./run/of-skill.tsx") },
  { path: "/skills/$name/explain", load: () => import("./explain/index.tsx") },
  { path: "/skills/$name/convert", load: () => import("./portability/index.tsx") },
  { path: "/library", load: () => import("./registry/index.tsx") },
  { path: "/library/publish", load: () => import("./registry/publish/index.tsx") },
  { path: "/library/review", load: () => import("./registry/review/index.tsx") },
  { path: "/library/$name", load: () => import("./registry/skill/index.tsx") },
  { path: "/playground/chat", load: () => import("./chat/index.tsx"), isWide: true },
  { path: "/playground/knowledge", load: () => import("./knowledge/index.tsx") },
  { path: "/playground/workflows", load: () => import("./workflows/index.tsx") },
  { path: "/playground/workflows/$id", load: () => import("./workflow/index.tsx"), isWide: true },
  { path: "/playground/runs", load: () => import("./run/index.tsx") },
  { path: "/playground/runs/$id", load: () => import("./past-run/index.tsx") },
  { path: "/settings", load: () => import("./settings/index.tsx") },
];

type Search = Readonly<Record<string, string>>;

interface Address {
  readonly to: string;
  readonly params?: Search;
  readonly search?: Search;
}

/** Addresses of before, which stand in letters, notes and bookmarks, and where their pages are now. */
export const moved: Readonly<Record<string, (search: Search, params: Search) => Address>> = {
  "/portability": ({ skill = "", ...search }) =>
    skill === ""
      ? { to: "/skills", search: { ...search, view: "matrix" } }
      : { to: "/skills/$name/convert", params: { name: skill }, search },
  "/explain": ({ skill = "", ...search }) =>
    skill === ""
      ? { to: "/skills", search: { state: "bad" } }
      : { to: "/skills/$name/explain", params: { name: skill }, search },
  "/prompt": (search) => ({ to: "/skills", search: { ...search, view: "budget" } }),
  "/run": (search) => ({ to: "/playground/runs", search }),
  "/run/$name": (search, params) => ({ to: "/skills/$name/run", params, search }),
  "/runs/$id": (search, params) => ({ to: "/playground/runs/$id", params, search }),
  "/playground": () => ({ to: "/playground/chat" }),
  "/chat": (search) => ({ to: "/playground/chat", search }),
  "/knowledge": (search) => ({ to: "/playground/knowledge", search }),
  "/workflows": (search) => ({ to: "/playground/workflows", search }),
  "/workflows/$id": (search, params) => ({ to: "/playground/workflows/$id", params, search }),
  "/registry": (search) => ({ to: "/library", search }),
  "/registry/publish": (search) => ({ to: "/library/publish", search }),
  "/registry/review": (search) => ({ to: "/library/review", search }),
  "/registry/$name": (search, params) => ({ to: "/library/$name", params, search }),
};
