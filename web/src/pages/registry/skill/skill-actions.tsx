import { type FormEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { formatError } from "../../../data/workbench.ts";
import { useAdd } from "../../../opening/use-add.ts";
import { type SkillDetail, useRegistryChange, type VersionDetail } from "./data.ts";
import { Select } from "../../../components/select.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface SkillActionsProps {
  readonly skill: SkillDetail;
  /** The one that is shown, once it is read. */
  readonly version: VersionDetail | undefined;
}

/** Adding it is the main action; what is rare stands in a menu. */
export function SkillActions({ skill, version }: SkillActionsProps) {
  const text = useTexts();
  const say = useSay();
  const [isReporting, setIsReporting] = useState(false);
  const { add, busy } = useAdd();
  const params = { name: skill.full_name };
  const star = useRegistryChange((client) =>
    skill.is_starred
      ? client.unstarRegistrySkill({ params })
      : client.starRegistrySkill({ params }),
  );
  // Publishers do not praise themselves, and take back a star that they gave before they were one.
  const isOwn = skill.role !== null && skill.role !== "moderator";
  return (
    <>
      {isOwn && !skill.is_starred ? null : (
        <Button
          aria-pressed={skill.is_starred}
          disabled={star.isPending}
          onClick={() =>
            star.mutate(undefined, { onError: (error) => say.bad(formatError(error)) })
          }
        >
          <span aria-hidden="true">{skill.is_starred ? "★" : "☆"}</span>
          {skill.is_starred ? text("item.starred") : text("item.star")}
        </Button>
      )}
      {isOwn ? null : (
        <Button look="quiet" icon="warning" onClick={() => setIsReporting(true)}>
          {text("item.report")}
        </Button>
      )}
      {version?.is_given === true ? (
        <Button
          look="primary"
          icon="plus"
          disabled={busy !== undefined}
          onClick={() => add({ fullName: skill.full_name, version: version.version })}
        >
          {busy === undefined ? text("common.add") : text("common.adding")}
        </Button>
      ) : null}
      {isReporting ? <ReportDialog skill={skill} onClose={() => setIsReporting(false)} /> : null}
    </>
  );
}

const REASONS = [
  "It is dangerous",
  "It pretends to be another",
  "It is a copy without permission",
  "It does not work",
  "Something else",
] as const;

interface ReportDialogProps {
  readonly skill: SkillDetail;
  readonly onClose: () => void;
}

function ReportDialog({ skill, onClose }: ReportDialogProps) {
  const texts = useTexts();
  const say = useSay();
  const [reason, setReason] = useState<string>(REASONS[0]);
  const [text, setText] = useState("");
  const report = useRegistryChange(
    (client) =>
      client.reportRegistrySkill({ params: { name: skill.full_name }, body: { reason, text } }),
    () => {
      say.good("A moderator will look at it.");
      onClose();
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    report.mutate(undefined);
  };
  return (
    <Dialog title={texts("item.report2", { full_name: skill.full_name })} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {report.error === null ? null : <Notice tone="bad">{formatError(report.error)}</Notice>}
        <Field label={texts("item.whatIsWrong")}>
          {(control) => (
            <Select
              control={control}
              value={reason}
              onChange={setReason}
              options={REASONS.map((one) => ({ value: one, title: one }))}
            />
          )}
        </Field>
        <Field label={texts("item.whatAModeratorShould")}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              maxLength={10_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>{texts("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={report.isPending}>
            {texts("item.sendTheReport")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
