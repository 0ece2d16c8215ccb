/** The sign of the program, in the colours of the theme. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="6" fill="currentColor" />
      <path d="m6 7 3 3-3 3M10.5 13.5H14" className="brand-sign" />
    </svg>
  );
}
