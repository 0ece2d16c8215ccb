import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { type MoreAction, MoreMenu } from "../../components/more-menu.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { Notice } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { formatError, useClient } from "../../data/workbench.ts";
import { formatCost } from "../../runs/figures.tsx";
import { useSay } from "../../components/toasts.tsx";
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { type Providers, useModelChange } from "./data.ts";
import { changeTurn, isAllowed, renameIn, type Rules, setAllowed, turnOf } from "./model-rules.ts";
import { ProviderDialog } from "./provider-dialog.tsx";
import { testKey } from "./use-connect.ts";

type Provider = Providers["providers"][number];

interface Row {
  /** As rules and runs name it: `provider:model`. */
  readonly id: string;
  readonly model: string;
  readonly context: number | null;
  readonly price: Provider["models"][number]["price"];
  readonly provider: Provider;
}

/** Every model with what it is good for, in the order in which they are asked. */
export function ModelTable({ data }: { readonly data: Providers }) {
  const { providers, kinds } = data;
  const say = useTexts();
  const save = useModelChange((client, body: Rules) => client.setModelRules({ body }));
  // As it was chosen, from the click on, while the server still writes it down.
  const [chosen, setChosen] = useState<Rules>();
  const rules = chosen ?? data.rules;
  const choose = (next: Rules): void => {
    setChosen(next);
    save.mutate(next, { onSettled: () => setChosen(undefined) });
  };
  const rows = providers.flatMap((provider) =>
    provider.models.map(({ id: model, context_window: context, price }): Row => {
      return { id: `${provider.name}:${model}`, model, context, price, provider };
    }),
  );
  const [first] = rows;
  const ids = rows.map(({ id }) => id);
  const usual =
    rules.default !== undefined && ids.includes(rules.default) ? rules.default : first?.id;
  const turn = ({ id }: Row): number => turnOf(rules, usual, id) ?? Infinity;
  return (
    <>
      {save.error === null ? null : <Notice tone="bad">{formatError(save.error)}</Notice>}
      <ScrollBox label={say("settings.models")} className="card card-flush">
        <table className="table table-middle table-stacks models-table">
          <thead>
            <tr>
              <th scope="col">{say("models.model")}</th>
              <th scope="col">{say("models.status")}</th>
              <th scope="col" className="number">
                {say("models.price")}
              </th>
              <th scope="col">{say("models.turn")}</th>
              <th scope="col">{say("models.forUsers")}</th>
              <th scope="col">
                <span className="visually-hidden">{say("models.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows
              .toSorted((a, b) => turn(a) - turn(b))
              .map((row) => (
                <ModelRow
                  key={row.id}
                  row={row}
                  title={kinds.find(({ kind }) => kind === row.provider.kind)?.title ?? ""}
                  rules={rules}
                  usual={usual}
                  isAllowed={isAllowed(rules, row.id)}
                  onAllow={(isGiven) => choose(setAllowed(rules, ids, row.id, isGiven))}
                  onRules={choose}
                />
              ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

interface ModelRowProps {
  readonly row: Row;
  readonly title: string;
  readonly rules: Rules;
  /** The model that is asked where nobody names another. */
  readonly usual: string | undefined;
  readonly isAllowed: boolean;
  readonly onAllow: (isAllowed: boolean) => void;
  readonly onRules: (rules: Rules) => void;
}

type Open = "rename" | "key" | "remove";

function ModelRow(props: ModelRowProps) {
  const { row, title, rules, usual, isAllowed: isGiven, onAllow, onRules } = props;
  const say = useTexts();
  const { id, model, context, price, provider } = row;
  const [open, setOpen] = useState<Open>();
  const client = useClient();
  const test = useQuery({
    queryKey: testKey(id),
    queryFn: ({ signal }) =>
      client.testModelProvider({ params: { provider: provider.name }, body: { model }, signal }),
    // It costs tokens: only where somebody asks for it.
    enabled: false,
    retry: false,
  });
  const turn = turnOf(rules, usual, id);
  return (
    <tr>
      <td>
        <ModelName row={row} title={title} />
      </td>
      <td>
        <TestResult isPending={test.isFetching} result={test.data} error={test.error} />
      </td>
      <td className="number muted models-context">
        <span className="models-name">
          {price === null
            ? "–"
            : say("models.inOut", {
                input: formatCost(price.input, rules.currency),
                output: formatCost(price.output, rules.currency),
              })}
          {context === null ? null : <small>{say("models.tokens", { count: context })}</small>}
        </span>
      </td>
      <td>
        {turn === undefined ? (
          <span className="muted">{say("models.whenChosen")}</span>
        ) : (
          <span className="badge">
            {turn === 0 ? say("models.first") : say("models.then", { count: turn + 1 })}
          </span>
        )}
      </td>
      <td>
        <label className="row models-users">
          <input
            type="checkbox"
            aria-label={say("models.allow", { model })}
            checked={isGiven}
            onChange={({ target }) => onAllow(target.checked)}
          />
          <span className="models-narrow">{say("models.forUsers")}</span>
        </label>
      </td>
      <td className="models-menu">
        <MoreMenu
          label={say("models.actionsOf", { model })}
          actions={[
            { title: say("models.test"), icon: "play", onClick: () => void test.refetch() },
            ...turnActions(say, turn, (to) => onRules(changeTurn(rules, usual, id, to))),
            ...providerActions(say, provider, setOpen),
          ]}
        />
        <ProviderDialogs
          provider={provider}
          rules={rules}
          open={open}
          onClose={() => setOpen(undefined)}
        />
      </td>
    </tr>
  );
}

function ModelName({ row: { model, provider }, title }: Pick<ModelRowProps, "row" | "title">) {
  const say = useTexts();
  const { name, kind, base_url: url, has_key: hasKey } = provider;
  const facts = [
    name === kind ? title : `${name}, ${title}`,
    url === null ? "" : new URL(url).host,
    say(hasKey ? "models.hasKey" : "models.noKey"),
  ];
  return (
    <span className="models-name">
      <strong>{model}</strong>
      <small>{facts.filter((fact) => fact !== "").join(" · ")}</small>
    </span>
  );
}

function turnActions(
  say: Say,
  turn: number | undefined,
  onTurn: (to: "first" | "last" | "none") => void,
): readonly MoreAction[] {
  const first: MoreAction = {
    title: say("models.useFirst"),
    icon: "up",
    disabled: turn === 0,
    onClick: () => onTurn("first"),
  };
  const next: MoreAction =
    turn === undefined || turn === 0
      ? {
          title: say("models.fallBack"),
          icon: "down",
          disabled: turn === 0,
          onClick: () => onTurn("last"),
        }
      : { title: say("models.noFallBack"), icon: "close", onClick: () => onTurn("none") };
  return [first, next];
}

function providerActions(
  say: Say,
  { name, origin }: Provider,
  onOpen: (open: Open) => void,
): readonly MoreAction[] {
  if (origin === "settings")
    return [{ title: say("models.ofServer"), icon: "info", disabled: true, onClick: () => {} }];
  return [
    { title: say("models.rename"), icon: "pencil", onClick: () => onOpen("rename") },
    { title: say("models.newKey"), icon: "shield", onClick: () => onOpen("key") },
    {
      title: say("models.remove", { name }),
      icon: "trash",
      isDanger: true,
      onClick: () => onOpen("remove"),
    },
  ];
}

interface ProviderDialogsProps {
  readonly provider: Provider;
  readonly rules: Rules;
  readonly open: Open | undefined;
  readonly onClose: () => void;
}

function ProviderDialogs({ provider, rules, open, onClose }: ProviderDialogsProps) {
  const text = useTexts();
  const say = useSay();
  const { name, models } = provider;
  const remove = useModelChange(async (client, _input: undefined) => {
    await client.removeModelProvider({ params: { provider: name } });
    await client.setModelRules({ body: renameIn(rules, name, undefined) });
  });
  if (open === undefined) return null;
  if (open !== "remove") return <ProviderDialog name={name} changes={open} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={text("models.removeTitle", { name })}
      effect={text("models.removeEffect", { count: models.length })}
      action={text("models.removeDo")}
      onConfirm={() =>
        remove.mutate(undefined, { onError: (error) => say.bad(formatError(error)) })
      }
      onClose={onClose}
    />
  );
}

interface TestResultProps {
  readonly isPending: boolean;
  readonly result:
    | {
        readonly is_fine: boolean;
        readonly message: string | null;
        readonly milliseconds: number | null;
      }
    | undefined;
  readonly error: unknown;
}

function TestResult({ isPending, result, error }: TestResultProps) {
  const say = useTexts();
  if (isPending)
    return (
      <span className="models-status">
        <Status shape="running" />
        <span>{say("models.testing")}</span>
      </span>
    );
  if (result === undefined && error === null)
    return <span className="muted">{say("models.untested")}</span>;
  const isFine = result?.is_fine === true;
  return (
    <span className="models-status">
      <Status shape={isFine ? "works" : "rejected"} />
      <span>
        {say(isFine ? "models.connected" : "models.failed")}
        <small>
          {isFine ? (
            say("models.saidHello", { milliseconds: result.milliseconds ?? 0 })
          ) : (
            <Message text={result?.message ?? formatError(error)} />
          )}
        </small>
      </span>
    </span>
  );
}
