import { type FormEvent, useState } from "react";
import type { Client } from "../../../../../src/client/index.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { formatError } from "../../../data/workbench.ts";
import type { State } from "../words.tsx";
import { type SkillDetail, useRegistryChange, type VersionDetail } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

type Params = { readonly name: string; readonly version: string };

/** What a publisher can do with a version in a state. */
interface OwnAction {
  readonly title: string;
  /** The least that somebody has to be; moderators come into it where the registry takes their word for it. */
  readonly by: "publisher" | "maintainer" | "moderator";
  /** Asked for before; absent: it is done at once. */
  readonly asks?: string;
  readonly done: string;
  /** Publishers cannot, once a moderator decides over the version. */
  readonly isRefusedWhenHeld?: true;
  readonly carryOut: (client: Client, params: Params, text: string) => Promise<unknown>;
}

const ACTIONS: { readonly [Name in State]: readonly OwnAction[] } = {
  draft: [
    {
      title: "Submit the draft",
      by: "publisher",
      done: "It is submitted.",
      carryOut: (client, params) => client.submitRegistryVersion({ params }),
    },
  ],
  "in-review": [
    {
      title: "Withdraw it",
      by: "maintainer",
      done: "It is a draft again.",
      isRefusedWhenHeld: true,
      carryOut: (client, params) => client.withdrawRegistryVersion({ params }),
    },
  ],
  listed: [
    {
      title: "Yank this version",
      by: "moderator",
      asks: "Why people should stop using it",
      done: "It is yanked. Who names it exactly still gets it.",
      carryOut: (client, params, reason) =>
        client.yankRegistryVersion({ params, body: { reason } }),
    },
  ],
  yanked: [
    {
      title: "Offer it again",
      by: "moderator",
      asks: "Why it is good again",
      done: "It is offered again.",
      isRefusedWhenHeld: true,
      carryOut: (client, params, reason) =>
        client.unyankRegistryVersion({ params, body: { reason } }),
    },
  ],
  quarantined: [
    {
      title: "Appeal",
      by: "maintainer",
      asks: "Why a moderator should look again",
      done: "A moderator will look again.",
      carryOut: (client, params, text) => client.appealRegistryVersion({ params, body: { text } }),
    },
  ],
};

export interface OwnerActionsProps {
  readonly skill: SkillDetail;
  readonly version: Pick<VersionDetail, "version" | "state" | "is_held">;
  /** Where several versions stand, each button says of which one it speaks. */
  readonly isInTable?: boolean;
}

export function OwnerActions({ skill, version, isInTable = false }: OwnerActionsProps) {
  const [asked, ask] = useState<OwnAction>();
  const say = useSay();
  const params = { name: skill.full_name, version: version.version };
  const act = useRegistryChange((client, action: OwnAction) => action.carryOut(client, params, ""));
  const isOwn = skill.role !== "moderator";
  const actions = ACTIONS[version.state].filter(
    (action) =>
      isAllowed(skill.role, action) && !(isOwn && version.is_held && action.isRefusedWhenHeld),
  );
  const begin = (action: OwnAction): void => {
    if (action.asks !== undefined) ask(action);
    else
      act.mutate(action, {
        onSuccess: () => say.good(action.done),
        onError: (error) => say.bad(formatError(error)),
      });
  };
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.title}
          size="small"
          disabled={act.isPending}
          {...(isInTable ? { "aria-label": `${action.title}: ${version.version}` } : {})}
          onClick={() => begin(action)}
        >
          {action.title}
        </Button>
      ))}
      {asked === undefined ? null : (
        <ReasonDialog action={asked} params={params} onClose={() => ask(undefined)} />
      )}
    </>
  );
}

/** Submitting is for every member, the rest for maintainers; moderators yank, and bring back. */
function isAllowed(role: SkillDetail["role"], { by }: OwnAction): boolean {
  if (role === null) return false;
  if (role === "moderator") return by === "moderator";
  return by === "publisher" || role !== "publisher";
}

interface ReasonDialogProps {
  readonly action: OwnAction;
  readonly params: Params;
  readonly onClose: () => void;
}

function ReasonDialog({ action, params, onClose }: ReasonDialogProps) {
  const texts = useTexts();
  const say = useSay();
  const [text, setText] = useState("");
  const act = useRegistryChange(
    (client, _input: undefined) => action.carryOut(client, params, text),
    () => {
      say.good(action.done);
      onClose();
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    act.mutate(undefined);
  };
  return (
    <Dialog title={`${action.title}: ${params.name} ${params.version}`} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {act.error === null ? null : <Notice tone="bad">{formatError(act.error)}</Notice>}
        <Field label={action.asks ?? texts("common.reason")} isRequired>
          {(control) => (
            <textarea
              {...control}
              className="input"
              maxLength={2000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>{texts("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={act.isPending}>
            {action.title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
