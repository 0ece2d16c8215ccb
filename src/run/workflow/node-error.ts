import { SkillError } from "../../skill/index.ts";
import type { FailureReason } from "../models/index.ts";
import { graphCodes } from "./diagnostics.ts";

/** What a node could not do, in the words that its user is told. */
export class NodeError extends SkillError {
  /** Where it was its model that failed. */
  readonly reason: FailureReason | undefined;

  constructor(message: string, cause?: unknown, reason?: FailureReason) {
    super({
      code: graphCodes.nodeFailed,
      severity: "error",
      message,
      ...(cause === undefined ? {} : { cause }),
    });
    this.reason = reason;
  }
}
