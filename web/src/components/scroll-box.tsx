import type { ReactNode } from "react";

export interface ScrollBoxProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Something wide, such as a table, that scrolls by itself; also by keyboard, for which it must take the focus. */
export function ScrollBox({ label, className = "", children }: ScrollBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <section className={`scroll-x ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
