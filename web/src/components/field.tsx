import { type ReactNode, useId } from "react";
import { useTexts } from "../texts/use-texts.tsx";

export interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  /** Draws the control with what ties it to its label. */
  readonly children: (control: {
    readonly id: string;
    readonly "aria-describedby"?: string;
    readonly "aria-invalid"?: true;
    readonly required?: true;
  }) => ReactNode;
}

/** A label, a control, and what is said about it, tied together for those who do not see them side by side. */
export function Field({ label, help, error, isRequired = false, children }: FieldProps) {
  const say = useTexts();
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = help !== undefined || error !== undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {isRequired ? <span className="muted"> {say("components.required")}</span> : null}
      </label>
      {children({
        id,
        ...(hasNote ? { "aria-describedby": noteId } : {}),
        ...(error === undefined ? {} : { "aria-invalid": true as const }),
        ...(isRequired ? { required: true as const } : {}),
      })}
      {hasNote ? (
        <div id={noteId} className={error === undefined ? "field-help" : "field-error"}>
          {error ?? help}
        </div>
      ) : null}
    </div>
  );
}
