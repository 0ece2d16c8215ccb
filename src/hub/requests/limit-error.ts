import { SkillError } from "../../skill/model/index.ts";
import type { LimitState } from "./limiter.ts";

/** Somebody asks too often. */
export class LimitError extends SkillError {
  readonly state: LimitState;

  constructor(code: string, message: string, state: LimitState) {
    super({ code, severity: "error", message });
    this.state = state;
  }
}
