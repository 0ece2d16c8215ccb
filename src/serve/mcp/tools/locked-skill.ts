/** A skill that its user has not agreed to: a call of its tools asks first, by the program at the other end. */
import { inputRequired } from "@modelcontextprotocol/server";
import type { LockedTools } from "../../../app/machine/offered-tools.ts";
import type { SandboxPolicy } from "../../../run/authority/index.ts";
import type { LoadedSkill } from "../../../run/tools/index.ts";
import { isObject } from "../../../skill/model/index.ts";
import { refusal } from "./answer.ts";
import type { CallableSkill } from "./loaded-tools.ts";

/** Under this name the answer to the question comes back. */
const CONSENT = "consent";

export class LockedSkill implements CallableSkill {
  readonly policy: SandboxPolicy;
  readonly #options: LockedTools;
  #loading: Promise<LoadedSkill> | undefined;

  constructor(options: LockedTools) {
    this.policy = options.policy;
    this.#options = options;
  }

  readonly prepare: NonNullable<CallableSkill["prepare"]> = async ({ responses, mayAsk }) => {
    if (this.#loading !== undefined) return undefined;
    const { name, question, elsewhere } = this.#options;
    if (mayAsk !== true)
      return refusal(`The user has not agreed to what \`${name}\` asks for. ${elsewhere}`);
    const answer = responses?.[CONSENT];
    if (answer === undefined)
      return inputRequired({
        inputRequests: {
          [CONSENT]: inputRequired.elicit({
            message: question.join("\n"),
            requestedSchema: {
              type: "object",
              properties: {
                keep: {
                  type: "boolean",
                  title: "Do not ask again for this version",
                  default: false,
                },
              },
            },
          }),
        },
      });
    if (!isObject(answer) || answer["action"] !== "accept")
      return refusal(`The user did not agree to what \`${name}\` asks for.`);
    const { content } = answer;
    const loading = this.#options.load(isObject(content) && content["keep"] === true);
    this.#loading ??= loading;
    try {
      await loading;
    } catch (error) {
      // The next call asks again.
      this.#loading = undefined;
      throw error;
    }
    return undefined;
  };

  readonly call: CallableSkill["call"] = async (tool, given, options) => {
    if (this.#loading === undefined) throw new Error("Whoever calls it has prepared it.");
    return await (await this.#loading).call(tool, given, options);
  };

  async close(): Promise<void> {
    await (await this.#loading?.catch(() => undefined))?.close();
  }
}
