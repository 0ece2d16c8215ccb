import { type FormEvent, useState } from "react";
import type { Client } from "../../../../../src/client/index.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { formatError } from "../../../data/workbench.ts";
import { useRegistryChange } from "../skill/data.ts";
import { LogTable } from "../skill/log-table.tsx";
import type { Promotion, Report } from "./data.ts";
import type { Decision } from "./decision.ts";
import { effectOf, isAgainstScan } from "./effects.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

const VERBS = { list: "Accept", quarantine: "Quarantine", review: "Look again at" } as const;

function titleOf(decision: Decision): string {
  switch (decision.kind) {
    case "moderate":
      return `${VERBS[decision.to]} ${decision.name} ${decision.version}`;
    case "report":
      return `${decision.to === "upheld" ? "Uphold" : "Dismiss"} the ${reportWords(decision.report)}`;
    case "ban":
      return `${decision.isBanned ? "Shut out" : "Let in"} ${decision.handle}`;
    default:
      return `${decision.isGranted ? "Grant" : "Refuse"} ${promotionWords(decision.promotion)}`;
  }
}

function reportWords({ kind, full_name: name, version }: Report): string {
  return `${kind} ${kind === "appeal" ? "for" : "of"} ${name} ${version}`;
}

function promotionWords({ to, full_name: name, version }: Promotion): string {
  return `${to} to ${name} ${version}`;
}

function nameOf(decision: Decision): string {
  if (decision.kind === "moderate" || decision.kind === "ban") return decision.name;
  return decision.kind === "report" ? decision.report.full_name : decision.promotion.full_name;
}

function carryOut(client: Client, decision: Decision, reason: string): Promise<unknown> {
  switch (decision.kind) {
    case "moderate": {
      const { name, version, to } = decision;
      const body = { decision: to, reason };
      return client.moderateRegistryVersion({ params: { name, version }, body });
    }
    case "report":
      return client.decideRegistryReport({
        params: { id: decision.id },
        body: { state: decision.to, reason },
      });
    case "ban":
      return client.setPublisherBan({
        params: { handle: decision.handle },
        body: { is_banned: decision.isBanned, reason },
      });
    default:
      return client.decideRegistryPromotion({
        params: { id: decision.promotion.id },
        body: { is_granted: decision.isGranted, reason },
      });
  }
}

export interface DecisionDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** No decision without a reason; what was decided before stands below. */
export function DecisionDialog({ decision, onClose }: DecisionDialogProps) {
  const text = useTexts();
  const say = useSay();
  const [reason, setReason] = useState("");
  const change = useRegistryChange(
    (client) => carryOut(client, decision, reason),
    () => {
      say.good("Decided. Your reason is in the log.");
      onClose();
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(undefined);
  };
  return (
    <Dialog title={titleOf(decision)} isOpen onClose={onClose} isWide>
      <form className="stack" onSubmit={submit}>
        {change.error === null ? null : <Notice tone="bad">{formatError(change.error)}</Notice>}
        <p>{effectOf(decision)}</p>
        {isAgainstScan(decision) ? (
          <Notice tone="warn">{text("review.theScannerRefusesThis")}</Notice>
        ) : null}
        <Field label={text("common.reason")} help={text("review.thePublisherReadsIt")} isRequired>
          {(control) => (
            <textarea
              {...control}
              className="input"
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>{text("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={change.isPending}>
            {text("review.decide")}
          </Button>
        </div>
      </form>
      <h3 className="registry-past">{text("review.whatHappenedSoFar")}</h3>
      <LogTable name={nameOf(decision)} />
    </Dialog>
  );
}
