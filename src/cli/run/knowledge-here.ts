import { failure } from "../../platform/index.ts";
import type { Retrieve } from "../../run/execute/index.ts";
import { quoteForShell, SkillError } from "../../skill/model/index.ts";
import type { Context } from "../context.ts";

export interface KnowledgeHere {
  readonly retrieve?: Retrieve;
  readonly close: () => Promise<void>;
}

/** The knowledge bases of this machine, for a skill that names one; nothing is made where there are none. */
export async function knowledgeHere(
  context: Context,
  knowledgeBase: string | undefined,
): Promise<KnowledgeHere> {
  if (knowledgeBase === undefined || knowledgeBase === "") return { close: nothing };
  const { hasLocalData, openLocal } = await import("../remote/local.ts");
  if (!hasLocalData(context))
    return { retrieve: (name) => Promise.reject(noKnowledge(name)), close: nothing };
  const local = await openLocal(context);
  const retrieve: Retrieve = async (name, ...more) => {
    try {
      return await local.retrieve(name, ...more);
    } catch (error) {
      const isMissing =
        SkillError.isInstance(error) && error.diagnostic.code === "knowledge/not-found";
      throw isMissing ? noKnowledge(name) : error;
    }
  };
  return { retrieve, close: local.close };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

function noKnowledge(name: string): Error {
  return failure(
    "cli/no-knowledge",
    `No knowledge base \`${name}\` on this machine; the skill ran without it.`,
    {
      hint: `\`skillwright kb add ${quoteForShell(name)} FILE…\` makes it, \`--server\` runs a skill of a server.`,
    },
  );
}
