/** A step of the way that a skill goes, in the order of the way. */
export type Stage = "find" | "read" | "names" | "switches" | "requirements" | "agent" | "prompt";

/** One thing that was looked at. Values of variables and of the configuration never enter it. */
export interface Step {
  readonly stage: Stage;
  /** What was looked at: a list of requirements, or a word such as `enabled`. */
  readonly check: string;
  /** The host that was asked, where one was. */
  readonly host?: string;
  readonly wanted: readonly string[];
  /** What was there, in words. */
  readonly found: string;
  readonly isPassed: boolean;
}

/** Whoever hands one in is told every step; without one, nothing is put into words. */
export interface Recorder {
  readonly record: (step: Step) => void;
}

export interface StepRecorder extends Recorder {
  readonly steps: readonly Step[];
}

export function createRecorder(): StepRecorder {
  const steps: Step[] = [];
  return { steps, record: (step) => steps.push(step) };
}
