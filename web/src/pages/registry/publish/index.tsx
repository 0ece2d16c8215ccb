import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "../../../../../src/client/index.ts";
import { useQueryValue } from "../../../app/address.ts";
import { Button } from "../../../components/button.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { useEverySkill } from "../../../data/skill-source.ts";
import { formatError } from "../../../data/workbench.ts";
import { stateWords } from "../words.tsx";
import { type Details, type Parcel, usePublish } from "./data.ts";
import { DetailFields } from "./detail-fields.tsx";
import { gateOf, Gates } from "./gates.tsx";
import { ParcelFields } from "./parcel-fields.tsx";
import { useSuggestion } from "./version.ts";
import "../registry.css";
import { useTexts } from "../../../texts/use-texts.tsx";

const NO_DETAILS: Details = {
  version: undefined,
  publisher: "",
  changelog: "",
  topics: "",
  visibility: "public",
  isDraft: false,
};

/** From a skill to a version of the registry: choose, tell, check, publish. */
export function Page() {
  const text = useTexts();
  const navigate = useNavigate();
  const formId = useId();
  const say = useSay();
  const [asked] = useQueryValue("skill");
  const [parcel, setParcel] = useState<Parcel>({ kind: "skill", name: asked });
  const [details, setDetails] = useState(NO_DETAILS);
  const skills = useEverySkill();
  const own = skills.data?.filter(({ kind }) => kind === "shelf").map(({ name }) => name);
  const suggestion = useSuggestion(parcel.kind === "skill" ? parcel.name : "", details.publisher);
  const told = { ...details, version: details.version ?? suggestion?.version };
  const check = usePublish(() => undefined);
  const send = usePublish(({ skill, version }) => {
    say.good(`${skill.full_name} ${version.version}: ${stateWords(version.state)}.`);
    void navigate({
      to: "/library/$name",
      params: { name: skill.full_name },
      search: { version: version.version },
    });
  });
  // What was typed before the names were there may turn out to be none of them.
  const isChosen =
    parcel.kind === "archive" || (parcel.name !== "" && (own?.includes(parcel.name) ?? true));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChosen) check.mutate({ parcel, details: told, isDryRun: true });
  };
  const forget = (): void => {
    check.reset();
    send.reset();
  };
  const error = send.error ?? check.error;
  return (
    <>
      <PageHead title={text("publish.publishASkill")} lead={text("publish.chooseItHaveIt")}>
        <Link className="button" to="/library">
          {text("common.backToTheLibrary")}
        </Link>
      </PageHead>
      <div className="registry-wizard">
        <form
          id={formId}
          className="card stack"
          onSubmit={submit}
          aria-label={text("publish.whatToPublish")}
        >
          <ParcelFields
            parcel={parcel}
            names={own}
            onChange={(next) => {
              setParcel(next);
              if (next !== parcel) setDetails({ ...details, version: undefined });
              forget();
            }}
          />
          <DetailFields
            details={details}
            suggestion={suggestion}
            versionError={
              error instanceof ApiError && error.field === "version" ? error.message : undefined
            }
            onChange={(next) => {
              setDetails(next);
              forget();
            }}
          />
        </form>
        <section
          className="stack registry-checks"
          aria-label={text("publish.gates")}
          aria-live="polite"
        >
          {error === null || gateOf(error) !== undefined ? null : (
            <Notice tone="bad">
              <strong>{text("publish.itCannotBePublished")}</strong> {formatError(error)}
            </Notice>
          )}
          <Gates outcome={error === null ? check.data : undefined} error={error}>
            <Button
              type="submit"
              form={formId}
              look={check.data === undefined ? "primary" : "plain"}
              disabled={!isChosen || check.isPending}
            >
              {check.isPending ? text("publish.checking") : text("publish.runChecks")}
            </Button>
          </Gates>
          {check.data === undefined || check.error !== null ? null : (
            <PublishButton
              isDraft={details.isDraft}
              isQuarantined={check.data.version.state === "quarantined"}
              isBusy={send.isPending}
              onPublish={() => send.mutate({ parcel, details: told, isDryRun: false })}
            />
          )}
        </section>
      </div>
    </>
  );
}

interface PublishButtonProps {
  readonly isDraft: boolean;
  readonly isQuarantined: boolean;
  readonly isBusy: boolean;
  readonly onPublish: () => void;
}

function PublishButton({ isDraft, isQuarantined, isBusy, onPublish }: PublishButtonProps) {
  const say = useTexts();
  return (
    <div className="row">
      <Button
        look={isQuarantined ? "danger" : "primary"}
        icon="upload"
        disabled={isBusy}
        onClick={onPublish}
      >
        {isDraft
          ? say("publish.saveAsDraft")
          : isQuarantined
            ? say("publish.publishItIntoQuarantine")
            : say("publish.publish")}
      </Button>
    </div>
  );
}
