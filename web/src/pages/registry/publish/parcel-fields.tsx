import { Field } from "../../../components/field.tsx";
import type { Parcel } from "./data.ts";
import { ProgramList } from "./program-list.tsx";

export interface ParcelFieldsProps {
  readonly parcel: Parcel;
  /** The skills of this server. */
  readonly names: readonly string[];
  readonly onChange: (parcel: Parcel) => void;
}

export function ParcelFields({ parcel, names, onChange }: ParcelFieldsProps) {
  const chosen = parcel.kind === "skill" ? parcel.name : "";
  return (
    <fieldset className="stack">
      <legend className="registry-step">1. What</legend>
      <Field
        label="One of your skills"
        help={names.length === 0 ? "There is none yet." : undefined}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={chosen}
            onChange={(event) => onChange({ kind: "skill", name: event.target.value })}
          >
            <option value="">Choose a skill</option>
            {[...new Set([...(chosen === "" ? [] : [chosen]), ...names])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      {chosen === "" ? null : <ProgramList name={chosen} onChange={() => onChange(parcel)} />}
      <Field label="Or an archive" help="A zip or tar.gz with one skill in it, signed or not.">
        {(control) => (
          <input
            {...control}
            className="input registry-file"
            type="file"
            accept=".zip,.skill,.tgz,.tar,.gz"
            onChange={(event) => {
              const file = event.target.files?.[0];
              onChange(
                file === undefined ? { kind: "skill", name: "" } : { kind: "archive", file },
              );
            }}
          />
        )}
      </Field>
    </fieldset>
  );
}
