import { failureReason, type FailureReason } from "../../run/models/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { HubModels } from "./hub-models.ts";
import { bad } from "./providers.ts";

export type ProviderTest =
  | {
      readonly isFine: true;
      readonly model: string;
      readonly text: string;
      readonly milliseconds: number;
    }
  | {
      readonly isFine: false;
      readonly model: string;
      readonly reason: FailureReason;
      /** What is wrong, and what to do; nothing of what the provider said. */
      readonly message: string;
    };

const TIMEOUT_MS = 30_000;
const MOST_CHARACTERS = 200;

/** Has a model of a provider say hello. */
export async function testProvider(
  models: HubModels,
  name: string,
  { model: asked, signal }: { readonly model?: string | undefined; readonly signal: AbortSignal },
): Promise<ProviderTest> {
  const first = models.models.find(({ provider }) => provider === name)?.name;
  const chosen = asked ?? first;
  if (chosen === undefined) throw bad("model", "Name a model: the provider has none listed");
  const { clock } = models.ports;
  const { id: model } = models.resolve(`${name}:${chosen}`);
  const began = clock.now();
  const late = AbortSignal.timeout(TIMEOUT_MS);
  let text = "";
  try {
    for await (const event of models.generate({
      model,
      messages: [{ role: "user", content: "Say hello in one short sentence." }],
      maxTokens: 200,
      signal: AbortSignal.any([signal, late]),
    })) {
      if (event.kind === "text") text += event.text;
      if (text.length > MOST_CHARACTERS) break;
    }
    return {
      isFine: true,
      model,
      text: text.slice(0, MOST_CHARACTERS).toWellFormed(),
      milliseconds: clock.now() - began,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted)
      return {
        isFine: false,
        model,
        reason: "unreachable",
        message: "The model did not answer within 30 seconds.",
      };
    const reason = failureReason(error);
    if (reason === undefined || !SkillError.isInstance(error)) throw error;
    const { message, hint } = error.diagnostic;
    return {
      isFine: false,
      model,
      reason,
      message: hint === undefined ? message : `${message} ${hint}`,
    };
  }
}
