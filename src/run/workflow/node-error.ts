import { type Json, SkillError } from "../../skill/index.ts";
import type { FailureReason } from "../models/index.ts";
import { graphCodes } from "./diagnostics.ts";

export interface RefusedAnswer {
  readonly statusCode: number;
  readonly output: Json;
}

/** What a node could not do, in the words that its user is told. */
export class NodeError extends SkillError {
  /** Where it was its model that failed. */
  readonly reason: FailureReason | undefined;
  /** What a server answered that refused. */
  readonly answer: RefusedAnswer | undefined;

  constructor(message: string, cause?: unknown, reason?: FailureReason, answer?: RefusedAnswer) {
    super({
      code: graphCodes.nodeFailed,
      severity: "error",
      message,
      ...(cause === undefined ? {} : { cause }),
    });
    this.reason = reason;
    this.answer = answer;
  }
}
