import type { ReactNode } from "react";
import { formatError } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { Button } from "./button.tsx";
import { Message } from "./diagnostic-list.tsx";
import { Icon, type IconName } from "./icon.tsx";

export function Loading({ what }: { readonly what?: string }) {
  const say = useTexts();
  return (
    <div className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {what === undefined ? say("common.loading") : `${what}…`}
    </div>
  );
}

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Stands where a list would: what belongs here, and how to begin. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children === undefined ? null : <p className="small">{children}</p>}
      {actions === undefined ? null : <div className="empty-actions">{actions}</div>}
    </div>
  );
}

export interface NoticeProps {
  readonly tone?: "info" | "good" | "warn" | "bad";
  readonly children: ReactNode;
}

export function Notice({ tone = "info", children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === "bad" ? "alert" : "note"}>
      <Icon name={tone === "good" ? "check" : tone === "info" ? "info" : "warning"} />
      <div className="grow">{children}</div>
    </div>
  );
}

export interface FailureProps {
  readonly error: unknown;
  readonly retry?: () => void;
  /** What the button says, where it does something else than to try again. */
  readonly retryTitle?: string;
}

export function Failure({ error, retry, retryTitle }: FailureProps) {
  const say = useTexts();
  return (
    <Notice tone="bad">
      <p>
        <Message text={formatError(error)} />
      </p>
      {retry === undefined ? null : (
        <p>
          <Button size="small" onClick={retry}>
            {retryTitle ?? say("common.again")}
          </Button>
        </p>
      )}
    </Notice>
  );
}
