import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

export interface PageHeadProps {
  readonly title: string;
  /** Where it belongs: the list that leads to it. */
  readonly parent?: { readonly title: string; readonly to: string };
  /** How many there are of what the page lists. */
  readonly count?: number | undefined;
  /** One sentence. */
  readonly lead?: ReactNode;
  /** Ways to see the same. */
  readonly views?: ReactNode;
  readonly children?: ReactNode;
}

/** The heading of a page, which may say more than its name in the tab does. */
export function PageTitle(props: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${props.title} · Skillwright`;
  }, [props.title]);
  return <h1>{props.children}</h1>;
}

/** The title of a page, in the tab as well, with what can be done on it. */
export function PageHead({ title, parent, count, lead, views, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Skillwright`;
  }, [title]);
  return (
    <header className="page-head">
      <div className="stack-tight page-title">
        <div className="row row-wrap page-line">
          {parent === undefined ? null : (
            <span className="page-parent">
              <Link to={parent.to}>{parent.title}</Link> <span aria-hidden="true">/</span>
            </span>
          )}
          <h1 className="clip">{title}</h1>
          {count === undefined ? null : (
            <span className="page-count">{count.toLocaleString("en")}</span>
          )}
          {views}
        </div>
        {lead === undefined ? null : <p className="page-lead">{lead}</p>}
      </div>
      {children === undefined ? null : <div className="page-actions">{children}</div>}
    </header>
  );
}
