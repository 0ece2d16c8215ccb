import { Field } from "../../../components/field.tsx";
import { useState } from "react";
import { FileField } from "../../../components/file-field.tsx";
import { SkillPicker } from "../../../components/skill-picker.tsx";
import type { Parcel } from "./data.ts";
import { ProgramList } from "./program-list.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface ParcelFieldsProps {
  readonly parcel: Parcel;
  /** The skills of the user on this server; undefined before they are there. */
  readonly names: readonly string[] | undefined;
  readonly onChange: (parcel: Parcel) => void;
}

export function ParcelFields({ parcel, names, onChange }: ParcelFieldsProps) {
  const say = useTexts();
  const asked = parcel.kind === "skill" ? parcel.name : "";
  const [words, setWords] = useState(asked);
  const chosen = isKnown(names, asked) ? asked : "";
  return (
    <fieldset className="stack">
      <legend className="registry-step">{say("publish.1Skill")}</legend>
      <Field
        label={say("publish.oneOfYourSkills")}
        help={
          names === undefined
            ? say("publish.loadingYourSkills")
            : names.length === 0
              ? say("publish.thereIsNoneOn")
              : undefined
        }
        error={
          parcel.kind === "skill" && words !== "" && !isKnown(names, words)
            ? say("publish.noSkillOfYours")
            : undefined
        }
      >
        {(control) => (
          <SkillPicker
            names={names ?? []}
            all="Search by name"
            control={control}
            value={parcel.kind === "archive" ? "" : words}
            onChange={(name) => {
              setWords(name);
              onChange({ kind: "skill", name: isKnown(names, name) ? name : "" });
            }}
          />
        )}
      </Field>
      {chosen === "" ? null : (
        <ProgramList key={chosen} name={chosen} onChange={() => onChange(parcel)} />
      )}
      <Field label={say("publish.orAnArchive")} help={say("publish.aZipOrTar")}>
        {(control) => (
          <FileField
            control={control}
            accept=".zip,.skill,.tgz,.tar,.gz"
            file={parcel.kind === "archive" ? parcel.file : undefined}
            onChange={(file) =>
              onChange(file === undefined ? { kind: "skill", name: "" } : { kind: "archive", file })
            }
          />
        )}
      </Field>
    </fieldset>
  );
}

function isKnown(names: readonly string[] | undefined, name: string): boolean {
  // Before the names are there, the one in the address is taken at its word.
  return name !== "" && (names?.includes(name) ?? true);
}
