/** The list of skills that an agent gives its model, budget and cuts included. */
import type { SkillListing } from "../../run/eval/index.ts";
import { openSpecification } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { completeInput } from "../input.ts";
import { type SystemSelection, systemFields } from "../library/selection.ts";
import type { System } from "../library/systems.ts";

export const listingFields = {
  as: {
    kind: "dialect",
    doc: "System or coding agent whose list the model gets, such as `codex`. Default: the open specification.",
  },
  client: {
    kind: "text",
    placeholder: "NAME",
    only: "local",
    doc: "Use the folders of this client, such as `codex`, `cursor` or `vscode`.",
  },
  agent: { kind: "text", placeholder: "ID", doc: "Agent whose skills are meant." },
  config: { kind: "file", short: "c", doc: "Settings to use instead of those of the system." },
  root: {
    kind: "folder",
    many: true,
    doc: "Folder of skills, which a coding agent is given as though they lay in its own. Default: that of the skills beside the suites.",
  },
  budget: { kind: "number", only: "local", doc: "Maximum characters of the list." },
  priority: {
    kind: "text",
    many: true,
    placeholder: "NAMES",
    doc: "Skills that are truncated and dropped last from the list, separated by commas.",
  },
} as const;

export interface ListingInput {
  readonly as?: string;
  readonly client?: string;
  readonly agent?: string;
  readonly config?: string;
  readonly root: readonly string[];
  readonly budget?: number;
  readonly priority: readonly string[];
}

export interface ReadListing extends SkillListing {
  /** Id of the system or agent. */
  readonly system: string;
}

const HOW = "Load a skill with the tool load_skill before you act on what it describes.";

export async function readListing(
  context: Context,
  input: ListingInput,
  roots: readonly string[],
): Promise<ReadListing> {
  const { systems } = context;
  if (systems === undefined) throw new Error("Evaluations of triggers need the systems.");
  const { as, client, config, root } = input;
  const isNamed = as !== undefined || client !== undefined;
  // A client, or settings, say where skills are.
  const hasFolders = root.length > 0 || client !== undefined || config !== undefined;
  const given = {
    ...input,
    ...(isNamed ? {} : { as: openSpecification().id }),
    root: hasFolders ? root : roots,
  };
  // The fields are those that a selection is typed by.
  const selection = completeInput(systemFields, given) as unknown as SystemSelection;
  // Where an agent is meant, folders say which skills it shall have, and not where it looks.
  const [seen] = isNamed ? ((await systems.agents?.({ ...selection, root: [] })) ?? []) : [];
  if (seen !== undefined) {
    const { readAgentListing } = await import("./agent-listing.ts");
    const isGiven = root.length > 0;
    const listing = await readAgentListing(context, seen, isGiven ? root : roots, isGiven);
    const prompt = withoutFolder(`${listing.prompt}\n${HOW}`, listing.folder);
    return { ...listing, system: seen.agent.id, prompt };
  }
  const listing = await systems.one(selection, ofSystem);
  return { ...listing, prompt: withoutFolder(listing.prompt, systems.folder) };
}

/** Places of skills from the working directory on, so that answers recorded here are found on other machines too. */
function withoutFolder(prompt: string, folder: string | undefined): string {
  return folder === undefined ? prompt : prompt.replaceAll(`${folder}/`, "");
}

function ofSystem({ dialect, library }: System): ReadListing {
  const snapshot = library.snapshot();
  const names = snapshot.listing().included.map(({ name }) => name);
  // The library is closed when the model is asked.
  const texts = new Map(names.map((name) => [name, snapshot.instructions(name)]));
  return {
    system: dialect.id,
    prompt: `${snapshot.prompt}\n\n${HOW}`,
    names,
    instructions: (name) => texts.get(name) ?? "",
  };
}
