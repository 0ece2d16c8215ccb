import { Link } from "@tanstack/react-router";
import type { TextKey } from "../texts/en.ts";
import type { Say } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** By the word that the server gives for why a model did not answer. */
const REASONS: { readonly [reason: string]: TextKey } = {
  "no-model": "reason.noModel",
  "unknown-model": "reason.unknownModel",
  "missing-key": "reason.missingKey",
  "refused-key": "reason.refusedKey",
  "rate-limit": "reason.rateLimit",
  "refused-request": "reason.refusedRequest",
  "provider-failed": "reason.providerFailed",
  unreachable: "reason.unreachable",
  "cut-short": "reason.cutShort",
};

/** Those that only a change of the settings mends. */
const IN_SETTINGS: ReadonlySet<string> = new Set([
  "no-model",
  "unknown-model",
  "missing-key",
  "refused-key",
  "unreachable",
]);

/** Empty where nothing more is known than that it failed. */
export function formatReason(say: Say, reason: string): string {
  const key = REASONS[reason];
  return key === undefined ? "" : say(key);
}

/** Why a model gave no answer, and where to look. */
export function ModelReason({ reason }: { readonly reason: string }) {
  const say = useTexts();
  const words = formatReason(say, reason);
  if (words === "") return null;
  return (
    <>
      {words}
      {IN_SETTINGS.has(reason) ? (
        <>
          {" "}
          <Link to="/settings" search={{ tab: "models" }}>
            {say("runs.lookAtTheModels")}
          </Link>
        </>
      ) : null}
    </>
  );
}
