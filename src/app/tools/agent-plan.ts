/** The skills that the manifest of an agent lists. */
import { failure, joinPath, kindOf, readText, showPath } from "../../platform/index.ts";
import {
  type AgentManifest,
  type AgentPlan,
  loadAgent,
  type LoadOptions,
  MANIFEST_FILES,
  planAgent,
  readManifest,
} from "../../run/tools/index.ts";
import { type Diagnostic, withoutCause } from "../../skill/model/index.ts";
import type { Files } from "../context.ts";
import type { Agreement } from "./local-tools.ts";
import { refusing } from "./read-tools.ts";

export interface AgentAnswer {
  readonly agent?: string;
  readonly set?: string;
  readonly skills: readonly {
    readonly name: string;
    readonly version: string | null;
    readonly required: boolean;
    readonly after: readonly string[];
    readonly tools: readonly string[];
    readonly file: string;
  }[];
  readonly problems: readonly Omit<Diagnostic, "cause">[];
  /** The tools that were loaded. */
  readonly tools?: readonly { readonly shortName: string; readonly qualifiedName: string }[];
}

interface AgentInput {
  readonly manifest?: string;
  readonly set?: string;
  readonly root: readonly string[];
}

export async function checkAgent(files: Files, input: AgentInput): Promise<AgentAnswer> {
  const agreement = { allow: [], allowExperimental: false, policy: [] };
  return await withManifest(files, input, agreement, false, async (manifest, options) =>
    toAnswer(manifest, await planAgent(manifest, options, input.set)),
  );
}

export async function loadManifest(
  files: Files,
  input: AgentInput & Agreement & { readonly install: boolean },
): Promise<AgentAnswer> {
  return await withManifest(files, input, input, input.install, async (manifest, options) => {
    const agent = await loadAgent(manifest, options, input.set);
    try {
      const tools = agent.registry
        .list()
        .map(({ shortName, tool }) => ({ shortName, qualifiedName: tool.qualifiedName }));
      return { ...toAnswer(manifest, agent.plan), tools };
    } finally {
      await agent.close();
    }
  });
}

async function withManifest(
  files: Files,
  { manifest: word = ".", root }: AgentInput,
  agreement: Agreement,
  mayInstall: boolean,
  work: (manifest: AgentManifest, options: LoadOptions) => Promise<AgentAnswer>,
): Promise<AgentAnswer> {
  return await refusing(async () => {
    const tools = await files.tools([word], root);
    const file = findManifest(word);
    const { value, diagnostics } = readManifest(readText(file), showPath(file));
    if (value === undefined) return { skills: [], problems: diagnostics.map(withoutCause) };
    return await work(value, tools.loadOptions(agreement, mayInstall));
  });
}

function findManifest(word: string): string {
  if (kindOf(word) === "file") return word;
  const files = MANIFEST_FILES.map((name) => joinPath(word, name));
  const found = files.find((file) => kindOf(file) === "file");
  if (found !== undefined) return found;
  throw failure("cli/no-such-path", `No agent manifest at \`${word}\`.`, {
    hint: `The manifest is called ${MANIFEST_FILES.slice(0, 2).join(" or ")}.`,
  });
}

function toAnswer({ name }: AgentManifest, { set, skills, problems }: AgentPlan): AgentAnswer {
  return {
    ...(name === undefined ? {} : { agent: name }),
    ...(set === undefined ? {} : { set }),
    skills: skills.map(({ skill, wanted, after }) => ({
      name: skill.name,
      version: skill.skill.identity.version ?? null,
      required: wanted.isRequired,
      after,
      tools: (skill.skill.tools.declared ?? []).map((tool) => `${skill.name}/${tool.name}`),
      file: skill.shown,
    })),
    problems: problems.map(withoutCause),
  };
}
