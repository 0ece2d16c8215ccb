import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Client } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Field } from "../../components/field.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { formatError, useClient } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";

type Trigger = Awaited<ReturnType<Client["listTriggers"]>>["items"][number];
type Made = Awaited<ReturnType<Client["createTrigger"]>>;
type NewTrigger = Parameters<Client["createTrigger"]>[0]["body"];

/** What starts the workflow by itself: addresses that other programs call, and times. */
export function TriggersPanel({ workflow }: { readonly workflow: string }) {
  const text = useTexts();
  const client = useClient();
  const say = useSay();
  const queries = useQueryClient();
  const [made, setMade] = useState<Made | undefined>();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ["triggers", workflow],
    queryFn: async ({ signal }) =>
      (await client.listTriggers({ params: { id: workflow }, signal })).items,
  });
  const change = (work: () => Promise<unknown>): void => {
    work()
      .then(() => queries.invalidateQueries({ queryKey: ["triggers", workflow] }))
      .catch((cause: unknown) => say.bad(formatError(cause)));
  };
  if (isPending) return <Loading what={text("workflow.loadingTriggers")} />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className="stack">
      <NewTriggerForm
        onMake={(body) =>
          change(async () => {
            setMade(await client.createTrigger({ params: { id: workflow }, body }));
          })
        }
      />
      {made === undefined || made.url === null ? null : <Shown made={made} />}
      {data.length === 0 ? (
        <EmptyState icon="flow" title={text("workflow.startedByHand")}>
          {text("workflow.addAWebhookOr")}
        </EmptyState>
      ) : (
        <ul className="stack-tight" aria-label={text("workflow.triggers")}>
          {data.map((trigger) => (
            <TriggerRow
              key={trigger.id}
              trigger={trigger}
              onEnable={(enabled) =>
                change(() =>
                  client.enableTrigger({
                    params: { id: workflow, trigger: trigger.id },
                    body: { enabled },
                  }),
                )
              }
              onDelete={() =>
                change(() =>
                  client.deleteTrigger({ params: { id: workflow, trigger: trigger.id } }),
                )
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function NewTriggerForm({ onMake }: { readonly onMake: (body: NewTrigger) => void }) {
  const say = useTexts();
  const [cron, setCron] = useState("0 9 * * 1-5");
  const [timeZone, setTimeZone] = useState(
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const [input, setInput] = useState("");
  const [isSigned, setIsSigned] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onMake({ kind: "schedule", cron, time_zone: timeZone, input });
  };
  return (
    <>
      <form className="stack-tight" aria-label={say("workflow.newSchedule")} onSubmit={submit}>
        <Field label={say("workflow.times")} help={say("workflow.minuteHourDayOf")}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              value={cron}
              onChange={(event) => setCron(event.target.value)}
            />
          )}
        </Field>
        <Field label={say("workflow.timeZone")}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={timeZone}
              onChange={(event) => setTimeZone(event.target.value)}
            />
          )}
        </Field>
        <Field label={say("workflow.input")} help={say("workflow.aTextOrAn")}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={input}
              onChange={(event) => setInput(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" size="small" icon="plus" disabled={cron.trim() === ""}>
            {say("workflow.addSchedule")}
          </Button>
        </div>
      </form>
      <div className="row">
        <Button
          size="small"
          icon="plus"
          onClick={() => onMake({ kind: "webhook", signed: isSigned })}
        >
          {say("workflow.addWebhook")}
        </Button>
        <label className="row small">
          <input
            type="checkbox"
            checked={isSigned}
            onChange={(event) => setIsSigned(event.target.checked)}
          />
          Signed requests only
        </label>
      </div>
    </>
  );
}

function Shown({ made }: { readonly made: Made }) {
  const say = useTexts();
  const [copy, shown] = useCopy();
  const { url, secret } = made;
  return (
    <Notice tone="warn">
      <p>{say("workflow.thisIsShownOnce")}</p>
      <p className="row">
        <code className="clip grow">{url}</code>
        <Button size="small" onClick={() => copy(url ?? "", "The address is copied")}>
          {say("workflow.copyAddress")}
        </Button>
      </p>
      {secret === null ? null : (
        <p className="row">
          <code className="clip grow">{secret}</code>
          <Button size="small" onClick={() => copy(secret, "The secret is copied")}>
            {say("workflow.copySecret")}
          </Button>
        </p>
      )}
      {shown}
    </Notice>
  );
}

interface TriggerRowProps {
  readonly trigger: Trigger;
  readonly onEnable: (enabled: boolean) => void;
  readonly onDelete: () => void;
}

function TriggerRow({ trigger, onEnable, onDelete }: TriggerRowProps) {
  const say = useTexts();
  const { kind, cron, time_zone, enabled, signed, next_times, last_at, last_error } = trigger;
  const title = kind === "webhook" ? "Webhook" : `${cron ?? ""} ${time_zone ?? ""}`;
  return (
    <li className="flow-course">
      <div className="row">
        <span className={`badge ${enabled ? "badge-good" : ""}`}>
          {enabled ? say("workflow.on") : say("workflow.off")}
        </span>
        <span className="grow clip">{title}</span>
        <Button size="small" onClick={() => onEnable(!enabled)}>
          {enabled ? say("workflow.switchOff") : say("workflow.switchOn")}
        </Button>
        <ConfirmButton
          size="small"
          look="quiet"
          icon="trash"
          aria-label={say("common.delete2", { title })}
          title={say("common.delete3", { name: title })}
          effect={say("workflow.itStartsNothingAny")}
          action={say("common.delete")}
          onConfirm={onDelete}
        />
      </div>
      <p className="small muted">
        {kind === "webhook" ? (signed ? "Signed requests only. " : "") : null}
        {last_at === null
          ? say("workflow.itHasStartedNothing")
          : say("workflow.last", { a: sayMoment(last_at) })}
      </p>
      {last_error === null ? null : <p className="flow-course-error">{last_error}</p>}
      {next_times.length === 0 ? null : (
        <ol className="small" aria-label={say("workflow.nextTimes")}>
          {next_times.map((time) => (
            <li key={time}>{sayMoment(time)}</li>
          ))}
        </ol>
      )}
    </li>
  );
}

function sayMoment(moment: string): string {
  return new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
