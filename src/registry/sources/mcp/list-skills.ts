import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import { reasonOf } from "../../../platform/index.ts";
import type { Diagnostic } from "../../../skill/model/index.ts";
import { fail, registryCodes, registryProblem } from "../../errors.ts";
import type { McpConnection } from "./connect.ts";

export interface ListedSkills {
  readonly skills: readonly Skill[];
  /** Entries that break the rules, with what is wrong. */
  readonly invalid: readonly { readonly uri?: string; readonly problem: Diagnostic }[];
}

/** Every skill that a server lists; one without the extension lists none. */
export async function listSkills({
  skills,
  timeoutMs,
  shown,
}: McpConnection): Promise<ListedSkills> {
  if (!skills.supported) return { skills: [], invalid: [] };
  try {
    const listing = await skills.list({}, { timeout: timeoutMs });
    return {
      skills: listing.skills,
      invalid: listing.invalid.map(({ uri, index, reason }) => ({
        ...(uri === undefined ? {} : { uri }),
        problem: registryProblem(
          registryCodes.invalidEntry,
          `The entry \`${uri ?? `number ${index + 1}`}\` is not valid: ${reason.replace(/\.$/, "")}.`,
          { hint: "Clients pass over this skill, or refuse the whole list for it." },
        ),
      })),
    };
  } catch (error) {
    throw listFailed(shown, "skills/list", error);
  }
}

/** A server that is silent, refuses, or answers with pages without end. */
export function listFailed(shown: string, method: string, error: unknown): Error {
  return fail(
    "registry/list-failed",
    { server: shown, method, reason: reasonOf(error) },
    { cause: error },
  );
}
