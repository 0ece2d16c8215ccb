import { useQuery } from "@tanstack/react-query";
import type { Client } from "../../../../../../src/client/index.ts";
import { Button } from "../../../../components/button.tsx";
import { Message } from "../../../../components/diagnostic-list.tsx";
import { Failure, Loading, Notice } from "../../../../components/states.tsx";
import { useSay } from "../../../../components/toasts.tsx";
import { formatError, useClient } from "../../../../data/workbench.ts";
import { type Tier, TierBadge, tierWords } from "../../words.tsx";
import { useRegistryChange, type VersionDetail } from "../data.ts";
import { useTexts } from "../../../../texts/use-texts.tsx";

type Promotion = Awaited<ReturnType<Client["promoteRegistryVersion"]>>;

const NEXT: { readonly [Name in Tier]: "community" | "verified" | undefined } = {
  experimental: "community",
  community: "verified",
  verified: undefined,
};

/** The tier of a version, what the next one takes, and what of that is shown already. */
export function TierRequest({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const { security_tier: tier } = version;
  const next = NEXT[tier];
  return (
    <section className="card stack" aria-labelledby="tier-title">
      <div className="row row-wrap">
        <h2 id="tier-title">{say("item.tierOf", { version: version.version })}</h2>
        <TierBadge tier={tier} />
      </div>
      {next === undefined ? (
        <p className="small">{say("item.thereIsNoHigher", { a: tierWords(tier) })}</p>
      ) : (
        <NextTier version={version} tier={next} />
      )}
    </section>
  );
}

interface NextTierProps {
  readonly version: VersionDetail;
  readonly tier: "community" | "verified";
}

function NextTier({ version, tier }: NextTierProps) {
  const text = useTexts();
  const client = useClient();
  const say = useSay();
  const params = { name: version.full_name, version: version.version };
  const shown = useQuery({
    queryKey: ["registry", "promotion", params, tier],
    queryFn: ({ signal }) =>
      client.promoteRegistryVersion({ params, body: { tier, dry_run: true }, signal }),
  });
  const ask = useRegistryChange(async (asking, _input: undefined) => {
    const { state } = await asking.promoteRegistryVersion({ params, body: { tier } });
    if (state === "open") say.good("A moderator will look at it.");
    else if (state === "granted") say.good(`It is in the tier ${tier}.`);
    else say.bad("Something is missing still.");
  });
  if (shown.isError) return <Failure error={shown.error} retry={() => void shown.refetch()} />;
  if (shown.data === undefined) return <Loading what={text("item.lookingAtWhatIt")} />;
  const missing = shown.data.steps.filter(({ is_met: isMet }) => !isMet).length;
  return (
    <>
      {ask.error === null ? null : <Notice tone="bad">{formatError(ask.error)}</Notice>}
      <p className="small">
        What the tier <strong>{tier}</strong> takes
        {tier === "verified" ? ", beside the word of a moderator" : ""}:
      </p>
      <Steps steps={shown.data.steps} label={text("item.whatTakes", { tier })} />
      <div className="row row-wrap">
        <Button disabled={missing > 0 || ask.isPending} onClick={() => ask.mutate(undefined)}>
          {text("item.askFor", { tier })}
        </Button>
        {missing === 0 ? null : (
          <span className="small muted">
            {missing === 1 ? "One thing is" : `${missing} things are`} missing.
          </span>
        )}
      </div>
    </>
  );
}

interface StepsProps {
  readonly steps: Promotion["steps"];
  readonly label: string;
}

/** Each demand with what is there for it. */
export function Steps({ steps, label }: StepsProps) {
  return (
    <ul className="manage-steps" aria-label={label}>
      {steps.map(({ code, demand, is_met: isMet, evidence }) => (
        <li key={code}>
          <span className={`badge badge-${isMet ? "good" : "warn"}`}>
            {isMet ? "shown" : "missing"}
          </span>
          <span>
            <Message text={demand} />{" "}
            <span className="muted">
              <Message text={evidence} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
