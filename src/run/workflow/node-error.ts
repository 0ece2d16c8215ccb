import { SkillError } from "../../skill/index.ts";
import { graphCodes } from "./diagnostics.ts";

/** What a node could not do, in the words that its user is told. */
export class NodeError extends SkillError {
  constructor(message: string, cause?: unknown) {
    super({
      code: graphCodes.nodeFailed,
      severity: "error",
      message,
      ...(cause === undefined ? {} : { cause }),
    });
  }
}
