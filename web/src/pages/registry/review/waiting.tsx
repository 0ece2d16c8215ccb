import type { ReactNode } from "react";
import { EmptyState, Failure, Loading } from "../../../components/states.tsx";
import { More, type Paged } from "../paged.tsx";

export interface WaitingProps<Item> {
  readonly list: Paged<Item, unknown>;
  readonly empty: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** What waits for a moderator, or that nothing does. */
export function Waiting<Item>({ list: { items, found }, empty, children }: WaitingProps<Item>) {
  if (items === undefined)
    return found.error === null ? (
      <Loading />
    ) : (
      <Failure error={found.error} retry={() => void found.refetch()} />
    );
  if (items.length === 0)
    return (
      <div className="card">
        <EmptyState icon="check" title={empty} />
      </div>
    );
  return (
    <>
      <ul className="card card-flush">{children(items)}</ul>
      <More found={found} what="of them" />
    </>
  );
}
