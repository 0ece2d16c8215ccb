import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "../../../../../src/client/index.ts";
import { useQueryValue } from "../../../app/address.ts";
import { Button } from "../../../components/button.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { useEverySkill } from "../../../data/skill-source.ts";
import { sayError } from "../../../data/workbench.ts";
import { stateWords } from "../words.tsx";
import { type Details, type Parcel, usePublish } from "./data.ts";
import { DetailFields } from "./detail-fields.tsx";
import { gateOf, Gates } from "./gates.tsx";
import { ParcelFields } from "./parcel-fields.tsx";
import { useSuggestion } from "./version.ts";
import "../registry.css";

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
      <PageHead title="Publish a skill" lead="Choose it, have it checked, and publish it.">
        <Link className="button" to="/library">
          Back to the library
        </Link>
      </PageHead>
      <div className="registry-wizard">
        <form id={formId} className="card stack" onSubmit={submit} aria-label="What to publish">
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
        <section className="stack registry-checks" aria-label="Gates" aria-live="polite">
          {error === null || gateOf(error) !== undefined ? null : (
            <Notice tone="bad">
              <strong>It cannot be published.</strong> {sayError(error)}
            </Notice>
          )}
          <Gates outcome={error === null ? check.data : undefined} error={error}>
            <Button
              type="submit"
              form={formId}
              look={check.data === undefined ? "primary" : "plain"}
              disabled={!isChosen || check.isPending}
            >
              {check.isPending ? "Checking…" : "Run checks"}
            </Button>
          </Gates>
          {check.data === undefined || check.error !== null ? null : (
            <div className="row">
              <Button
                look={check.data.version.state === "quarantined" ? "danger" : "primary"}
                icon="upload"
                disabled={send.isPending}
                onClick={() => send.mutate({ parcel, details: told, isDryRun: false })}
              >
                {details.isDraft
                  ? "Save as draft"
                  : check.data.version.state === "quarantined"
                    ? "Publish it into quarantine"
                    : "Publish"}
              </Button>
            </div>
          )}
        </section>
      </div>
    </>
  );
}
