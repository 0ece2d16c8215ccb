import { Link } from "@tanstack/react-router";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { formatError, useUser } from "../../data/workbench.ts";
import { type RegistryKey, sayDay, useChange, usePublishers, useSetting } from "./data.ts";
import { NewKey } from "./new-key.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** Keys by which signatures are trusted: of the registry, and of the publishers of the user. */
export function Keys() {
  const say = useTexts();
  const publishers = usePublishers();
  const { role } = useUser();
  if (publishers.isError)
    return <Failure error={publishers.error} retry={() => void publishers.refetch()} />;
  if (publishers.data === undefined) return <Loading what={say("settings.loadingKeys")} />;
  return (
    <div className="stack">
      <p className="small muted">
        A skill that is signed with one of these keys is a community skill and no experimental one.{" "}
        <code>skillwright keygen</code> makes a key, <code>skillwright sign</code> signs with it. A
        key that is removed counts no more for versions to come; what it signed before keeps its
        tier.
      </p>
      {publishers.data.map((publisher) => (
        <KeyList
          key={publisher.handle}
          publisher={publisher.handle}
          title={say("settings.keysOf", { handle: publisher.handle })}
          mayChange={publisher.role === "owner"}
        />
      ))}
      {publishers.data.length === 0 ? (
        <Notice>
          You have no publisher yet to add a key to.{" "}
          <Link to="/settings" search={{ tab: "publishers" }}>
            {say("common.makeOne")}
          </Link>
          , or publish a skill, which makes one for you.
        </Notice>
      ) : null}
      <KeyList
        publisher=""
        title={say("settings.keysOfTheRegistry")}
        mayChange={role === "admin"}
      />
    </div>
  );
}

interface KeyListProps {
  /** Empty: the registry itself. */
  readonly publisher: string;
  readonly title: string;
  readonly mayChange: boolean;
}

function KeyList({ publisher, title, mayChange }: KeyListProps) {
  const say = useTexts();
  const whose = publisher === "" ? {} : { publisher };
  const keys = useSetting(
    `keys ${publisher}`,
    async (client, signal) => (await client.listRegistryKeys({ query: whose, signal })).keys,
  );
  const remove = useChange((client, id: string) => client.removeRegistryKey({ params: { id } }));
  const failed = keys.error ?? remove.error;
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      {failed === null ? null : <Notice tone="bad">{formatError(failed)}</Notice>}
      {keys.data?.length === 0 ? (
        <p className="small muted">{say("settings.thereIsNone")}</p>
      ) : null}
      <ul className="stack-tight">
        {(keys.data ?? []).map((key) => (
          <li key={key.key_id} className="row small">
            <span className="badge">{kindOf(key)}</span>
            <code className="settings-password">{key.key_id}</code>
            <span className="muted">{say("settings.since", { a: sayDay(key.added_at) })}</span>
            <span className="grow" />
            {mayChange ? (
              <ConfirmButton
                size="small"
                look="danger"
                aria-label={say("settings.removeTheKey", { key_id: key.key_id })}
                title={say("settings.removeTheKey2")}
                effect={
                  <>
                    Versions that are signed with <code>{key.key_id}</code> from now on are
                    experimental. What it signed before keeps its tier.
                  </>
                }
                action={say("settings.removeIt")}
                onConfirm={() => remove.mutate(key.key_id)}
              >
                {say("factors.remove")}
              </ConfirmButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? <NewKey publisher={publisher} /> : null}
    </section>
  );
}

/** An identity has no key of its own: certificates of Sigstore bring one with each signature. */
function kindOf({ public_key: text }: RegistryKey): string {
  if (text === "") return "Sigstore";
  return text.includes("BEGIN PGP") ? "OpenPGP" : "Ed25519";
}
