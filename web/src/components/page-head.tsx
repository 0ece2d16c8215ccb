import { type ReactNode, useEffect } from "react";

export interface PageHeadProps {
  readonly title: string;
  /** One sentence. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The title of a page, in the tab as well, with what can be done on it. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Skillwright`;
  }, [title]);
  return (
    <header className="page-head">
      <div className="stack-tight">
        <h1>{title}</h1>
        {lead === undefined ? null : <p className="page-lead">{lead}</p>}
      </div>
      {children === undefined ? null : <div className="page-actions">{children}</div>}
    </header>
  );
}
