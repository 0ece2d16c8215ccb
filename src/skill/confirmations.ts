import recorded from "./confirmations.json" with { type: "json" };

/** A program that was given cases, and answered them as the model of its system does. */
export interface Confirmation {
  /** Of the agent, or of the edition of a system. */
  readonly id: string;
  readonly program: string;
  readonly version: string;
  readonly cases: number;
}

/** Made by scripts/gen-docs.ts from vectors/agents, which `npm run oracles` and `npm run differential` write. */
const confirmations: readonly Confirmation[] = recorded;

/** What confirmed the model of an agent, or of an edition of a system; undefined where no program did. */
export function findConfirmation(id: string): Confirmation | undefined {
  return confirmations.find((one) => one.id === id);
}
