import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/use-texts.tsx";

/** By the word that the server gives for why a model did not answer. */
const REASONS: { readonly [reason: string]: string } = {
  "no-model": "No language model is set up on this server.",
  "unknown-model": "The provider knows no such model, or its address is wrong.",
  "missing-key": "The server has no key for the provider.",
  "refused-key": "The provider refused the key of the server.",
  "rate-limit": "The provider takes no more calls for now. Wait a while, then try again.",
  "refused-request":
    "The provider refused the request; it may be too long for the model, or ask for what it cannot do.",
  "provider-failed": "The provider had a fault of its own. That is often over soon: try again.",
  unreachable: "The provider could not be reached.",
  "cut-short": "The answer of the provider broke off, or could not be read.",
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
export function formatReason(reason: string): string {
  return REASONS[reason] ?? "";
}

/** Why a model gave no answer, and where to look. */
export function ModelReason({ reason }: { readonly reason: string }) {
  const say = useTexts();
  const words = formatReason(reason);
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
