import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "./icon.tsx";

export interface Segment {
  readonly title: string;
  readonly icon?: IconName;
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string | undefined>>;
  readonly isCurrent: boolean;
}

/** Views of one thing, each with an address. */
export function Segments(props: { readonly label: string; readonly segments: readonly Segment[] }) {
  return (
    <nav className="segments" aria-label={props.label}>
      {props.segments.map(({ title, icon, to, params = {}, search = {}, isCurrent }) => (
        <Link
          key={title}
          className="segment"
          to={to}
          params={params}
          search={search}
          activeOptions={{ exact: true }}
          aria-current={isCurrent ? "page" : undefined}
        >
          {icon === undefined ? null : <Icon name={icon} />}
          {title}
        </Link>
      ))}
    </nav>
  );
}
