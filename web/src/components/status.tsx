/** One silhouette for each family of states, so that none is told apart by its colour alone. */
const SHAPES = {
  works:
    "M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm3.4 4.6L6.2 9.9 3.6 7.4l1-1 1.6 1.5 3.2-3.7Z",
  tick: "M5.3 11.4 1.6 7.6l1.1-1.1 2.6 2.7 6-6.4 1.1 1Z",
  partial: "M7 .2 13.8 7 7 13.8.2 7Zm0 2.5V11.3L2.7 7Z",
  rejected:
    "M2.2.8h9.6c.8 0 1.4.6 1.4 1.4v9.6c0 .8-.6 1.4-1.4 1.4H2.2c-.8 0-1.4-.6-1.4-1.4V2.2C.8 1.4 1.4.8 2.2.8Zm2.2 2.5-1 1L6 7 3.4 9.7l1 1L7 8l2.6 2.7 1-1L8 7l2.6-2.7-1-1L7 6Z",
  blocked:
    "m7 .3 5.7 2v4.3c0 3.7-2.4 6-5.7 7.1-3.3-1.1-5.7-3.4-5.7-7.1V2.3Zm0 1.3L2.5 3.2v3.4c0 3 1.9 4.9 4.5 5.9 2.6-1 4.5-2.9 4.5-5.9V3.2ZM5.6 4.7 7 6.1l1.4-1.4.8.8-1.4 1.4 1.4 1.4-.8.8L7 7.7 5.6 9.1l-.8-.8 1.4-1.4-1.4-1.4Z",
  review:
    "m7 .3 5.7 2v4.3c0 3.7-2.4 6-5.7 7.1-3.3-1.1-5.7-3.4-5.7-7.1V2.3Zm0 1.3L2.5 3.2v3.4c0 3 1.9 4.9 4.5 5.9 2.6-1 4.5-2.9 4.5-5.9V3.2Zm-.6 2.3h1.2v3.4H6.4Zm0 4.3h1.2v1.2H6.4Z",
  error: "M7 .5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm-.8 3h1.6v4.3H6.2Zm0 5.4h1.6v1.6H6.2Z",
  warning: "M7 .8 13.8 13H.2Zm-.7 4.2v3.8h1.4V5Zm0 4.8v1.4h1.4V9.8Z",
} as const;

const RINGS = {
  absent: "2.3 2.02",
  waiting: undefined,
  running: "24 12",
  skipped: undefined,
} as const;

export type StatusShape = keyof typeof SHAPES | keyof typeof RINGS;

const TONES: { readonly [Shape in StatusShape]: string } = {
  works: "good",
  tick: "good",
  partial: "warn",
  rejected: "bad",
  blocked: "bad",
  review: "warn",
  error: "bad",
  warning: "warn",
  absent: "none",
  waiting: "none",
  running: "accent",
  skipped: "none",
};

/** The shape of a verdict that is good, has its limits or is bad. */
export const SHAPE_OF_TONE: { readonly [Tone in "good" | "warn" | "bad"]: StatusShape } = {
  good: "works",
  warn: "partial",
  bad: "rejected",
};

/** A mark beside words; where it stands alone it needs a label. */
export function Status({ shape, label }: { readonly shape: StatusShape; readonly label?: string }) {
  const name = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg className={`status status-${TONES[shape]}`} viewBox="0 0 14 14" {...name}>
      {isRing(shape) ? (
        <circle cx="7" cy="7" r="5.5" className="status-ring" strokeDasharray={RINGS[shape]} />
      ) : (
        <path d={SHAPES[shape]} fill="currentColor" fillRule="evenodd" />
      )}
      {shape === "skipped" ? <path d="m3.5 10.5 7-7" className="status-ring" /> : null}
    </svg>
  );
}

function isRing(shape: StatusShape): shape is keyof typeof RINGS {
  return shape in RINGS;
}
