/** Strokes on a field of 24 by 24. */
const PATHS = {
  blocks: "M4 8h6v6h6v6H5a1 1 0 0 1-1-1zM4 14h6v6M14 4h6v6h-6z",
  book: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11",
  check: "m5 12.5 4.5 4.5L19 7.5",
  chat: "M4 5h16v11H9l-5 4z",
  close: "M6 6l12 12M18 6 6 18",
  code: "m8 7-5 5 5 5M16 7l5 5-5 5",
  cog: "M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM12 9.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  down: "m6 9 6 6 6-6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  flask: "M9 3h6M10 3v6.5L4.8 18A2 2 0 0 0 6.5 21h11a2 2 0 0 0 1.7-3L14 9.5V3M7.5 15h9",
  flow: "M4 4h6v6H4zM14 14h6v6h-6zM10 7h4a3 3 0 0 1 3 3v4",
  folder: "M3 6h6l2 2h10v11H3z",
  gauge: "M4 18a8 8 0 1 1 16 0M12 18l4-6",
  globe:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 2.5 3 15.5 0 18M12 3c-3 2.5-3 15.5 0 18",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  home: "M4 10.5 12 4l8 6.5V20h-5.5v-6h-5v6H4z",
  history: "M4 12a8 8 0 1 0 3-6.2L4 8M4 4v4h4M12 8v4.5l3 2",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.5v.5",
  left: "m15 6-6 6 6 6",
  library: "M5 4v16M10 4v16M14 5.5l5 14",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6L12 6.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6l1-1.1",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 11.4v1.2M12 11.4v1.2M19 11.4v1.2",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  play: "M7 4.5v15l12-7.5z",
  plus: "M12 5v14M5 12h14",
  redo: "M19 9H9a5 5 0 0 0 0 10h5M15 5l4 4-4 4",
  refresh: "M20 11A8 8 0 0 0 6 7L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4l2-2M20 20v-5h-5",
  right: "m9 6 6 6-6 6",
  route:
    "M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 17h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
  store: "M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9h16M9 20v-6h6v6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  text: "M4 6h16M4 11h16M4 16h10",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13",
  undo: "M5 9h10a5 5 0 0 1 0 10h-5M9 5 5 9l4 4",
  up: "m6 15 6-6 6 6",
  upload: "M12 15V4M7 9l5-5 5 5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 4-6 8-6s8 2 8 6",
  wrench:
    "M14.5 6.5a4 4 0 0 1 5-1l-3 3 1.5 2 3-2.5a4 4 0 0 1-5.5 4.5L8 20l-3.5-3.5 7-7.5a4 4 0 0 1 3-2.5z",
  warning: "M12 4 2.5 20h19zM12 10v4.5M12 17.2v.3",
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words; it says nothing that the words do not. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
