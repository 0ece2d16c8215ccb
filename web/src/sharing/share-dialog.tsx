import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Notice } from "../components/states.tsx";
import { type Shared, type Sharing, type Team, useShare } from "../data/sharing.ts";
import { formatError } from "../data/workbench.ts";
import { PublishedPages } from "./published-pages.tsx";
import "./sharing.css";
import { Select } from "../components/select.tsx";
import { useTexts } from "../texts/use-texts.tsx";

export interface ShareDialogProps {
  readonly shared: Shared;
  readonly name: string;
  readonly use: string;
  /** How to say that it is shared with nobody. */
  readonly nobody: string;
  readonly sharing: Sharing;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
  readonly onDone: (sharing: Sharing) => void;
}

/** Asks who may see a thing. */
export function ShareDialog(props: ShareDialogProps) {
  const say = useTexts();
  const { shared, name, use, nobody, sharing, teams, onClose, onDone } = props;
  const [visibility, setVisibility] = useState(sharing.visibility);
  const [team, setTeam] = useState(sharing.team_id ?? teams[0]?.id ?? "");
  const { mutate, isPending, error } = useShare(shared, onDone);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ visibility, team_id: visibility === "team" ? team : null });
  };
  const option = { chosen: visibility, onChoose: setVisibility };
  return (
    <Dialog title={say("sharing.share", { name })} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="small muted">Others can {use}; only its owner changes it.</p>
        {error === null ? null : <Notice tone="bad">{formatError(error)}</Notice>}
        <fieldset className="stack-tight">
          <legend className="visually-hidden">{say("common.visibility")}</legend>
          <Option {...option} value="private" title={nobody}>
            {say("sharing.nobodyElseSeesThat")}
          </Option>
          <Option
            {...option}
            value="team"
            title={say("sharing.aTeam")}
            isDisabled={teams.length === 0}
          >
            {teams.length === 0 ? (
              <>
                You are in no team. <Link to="/settings">{say("sharing.makeOneInThe")}</Link>
              </>
            ) : (
              say("sharing.itsMembersAlsoThose")
            )}
          </Option>
          {visibility === "team" ? (
            <TeamChoice teams={teams} value={team} onChange={setTeam} />
          ) : null}
          <Option {...option} value="public" title={say("sharing.everyone")}>
            {say("sharing.allWhoHaveAn")}
          </Option>
        </fieldset>
        {shared.kind === "workflow" ? <PublishedPages workflow={shared.id} /> : null}
        <div className="dialog-actions">
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={isPending}>
            {say("common.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface TeamChoiceProps {
  readonly teams: readonly Team[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function TeamChoice({ teams, value, onChange }: TeamChoiceProps) {
  const say = useTexts();
  return (
    <Select
      className="share-team"
      label={say("settings.team")}
      value={value}
      onChange={onChange}
      options={teams.map((one) => ({ value: one.id, title: one.name }))}
    />
  );
}

interface OptionProps {
  readonly value: Sharing["visibility"];
  readonly chosen: Sharing["visibility"];
  readonly onChoose: (value: Sharing["visibility"]) => void;
  readonly title: string;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

function Option({ value, chosen, onChoose, title, isDisabled = false, children }: OptionProps) {
  const id = useId();
  return (
    <div className="share-option">
      <input
        type="radio"
        id={id}
        name="visibility"
        aria-describedby={`${id}-note`}
        checked={value === chosen}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
      />
      <div>
        <label htmlFor={id}>{title}</label>
        <p id={`${id}-note`} className="small muted">
          {children}
        </p>
      </div>
    </div>
  );
}
