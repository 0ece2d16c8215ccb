/** Commands of two words, such as `eval cases`: help lists the first word, which names what comes next. */
import type { OperationRow } from "../../app/operation.ts";
import { operations } from "../../app/operations.ts";
import { toSpec } from "../operation-spec.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** A command as help lists it; its specification is loaded when it is asked for. */
export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandSpec>;
}

export interface Family {
  readonly name: string;
  readonly summary: string;
  readonly details: string;
  readonly examples: readonly string[];
  /** What the first word alone does. */
  readonly usual?: string;
}

export const families: readonly Family[] = [
  {
    name: "eval",
    summary: "Evaluate skills: whether they trigger, help and collide.",
    details:
      "Reads the evaluation files of other programs too; `eval formats` lists their formats.",
    examples: ["skillwright eval cases skills", "skillwright eval collisions skills"],
  },
  {
    name: "tools",
    summary: "List, check, sync and call the tools of skills.",
    details:
      "Tools are code that a skill brings; they run in the sandbox, with what the skill declares.",
    examples: [
      "skillwright tools check skills/web-search",
      "skillwright tools sync skills/web-search",
      "skillwright tools call web-search/search_web -a query=x --allow-experimental",
    ],
  },
  {
    name: "sandbox",
    summary: "Check sandbox support.",
    details: "Tools of skills run only in a sandbox that can hold them back.",
    examples: ["skillwright sandbox doctor"],
  },
  {
    name: "agent",
    summary: "Show or load the skills that an agent's manifest lists.",
    details: "Reads `AGENT.yaml` or `gaia-agent.yaml`: skills, sets, versions, required or not.",
    examples: ["skillwright agent check", "skillwright agent load agents/chat --set work"],
  },
  {
    name: "kb",
    summary: "Add documents to knowledge bases, and search them.",
    details: "Skills that name a knowledge base get the passages that fit.",
    examples: [
      "skillwright kb add handbook staff.md rules.pdf",
      'skillwright kb search handbook "when are holidays?"',
    ],
  },
  {
    name: "models",
    summary: "Connect language models, test, rename and remove them.",
    details: "Without an action, it lists them. For administrators.",
    examples: ["skillwright models add openai --model gpt-5-mini", "skillwright models add ollama"],
    usual: "list",
  },
  {
    name: "workflow",
    summary: "List, run, answer, import and export workflows.",
    details: "A workflow joins skills, models, tools and questions to people.",
    examples: [
      'skillwright workflow run weekly-report --input "Week 46"',
      "skillwright workflow import weekly-report.json --local",
    ],
  },
  {
    name: "registry",
    summary: "Rename, merge and hand over skills; let builds publish.",
    details: "Handing over and trust need `skillwright login --scope registry:keys`.",
    examples: [
      "skillwright registry rename letters formal-letters",
      "skillwright registry transfer letters acme",
    ],
  },
  {
    name: "team",
    summary: "Make teams, and invite people to them.",
    details: "A team is named by its name or its id.",
    examples: ["skillwright team new Acme", "skillwright team invite Acme ada@example.org"],
  },
  {
    name: "key",
    summary: "Manage the keys by which a registry knows publishers.",
    details: "A registry says of a signature whose it is by the keys that publishers have added.",
    examples: ["skillwright key add ~/.skillwright/keys/publisher.pub"],
  },
  {
    name: "token",
    summary: "Make, list and revoke personal tokens.",
    details: "Other programs ask a server with a token in place of a password.",
    examples: ["skillwright token new ci --scope registry:write --days 30"],
  },
  {
    name: "moderate",
    summary: "Decide what a registry lists.",
    details: "Each decision has a reason, which stands in the log of the skill.",
    examples: [
      "skillwright moderate queue",
      'skillwright moderate quarantine letters@1.0.1 --reason "It sends mail away."',
    ],
  },
];

export function isOfFamily({ command }: OperationRow): boolean {
  return command !== undefined;
}

function listActions(family: string): readonly (OperationRow & { readonly action: string })[] {
  return operations.flatMap((row) => {
    const [first, action] = row.command?.split(" ") ?? [];
    return first === family && action !== undefined ? [{ ...row, action }] : [];
  });
}

async function toActionSpec(row: OperationRow): Promise<CommandSpec> {
  return { ...toSpec(row, await row.load()), name: row.command ?? row.id };
}

/** Options of all actions, for completion; help shows those of each action alone. */
async function loadFamily(family: Family): Promise<CommandSpec> {
  const rows = listActions(family.name);
  const specs = await Promise.all(rows.map(toActionSpec));
  const options = new Map<string, OptionSpec>();
  for (const option of specs.flatMap((spec) => spec.options))
    if (!options.has(option.name)) options.set(option.name, option);
  const names = rows.map(({ action }) => action);
  return {
    ...family,
    arguments: [
      {
        name: "ACTION",
        kind: "choice",
        choices: names,
        isRequired: true,
        isVariadic: true,
        summary: names.join(", "),
      },
    ],
    options: [...options.values()],
    actions: rows.map(({ action, summary }) => ({ name: action, summary })),
  };
}

export function toFamilyRow(family: Family): CommandRow {
  const { name, summary } = family;
  return { name, summary, load: async () => await loadFamily(family) };
}

/** The words of a call, with the action that the first word alone means. */
export function withUsualAction(first: string, rest: readonly string[]): readonly string[] {
  const { usual } = families.find(({ name }) => name === first) ?? {};
  const isBare = rest[0]?.startsWith("-") ?? true;
  return usual === undefined || !isBare ? rest : [usual, ...rest];
}

/** What two words name: the action of a family, or the choices where the second one is none of them. */
export function findAction(
  first: string,
  second: string | undefined,
):
  | { readonly id: string; readonly row: CommandRow }
  | { readonly choices: readonly string[] }
  | undefined {
  const rows = listActions(first);
  const found = rows.find(({ action }) => action === second);
  // `mcp` is a command of its own, with actions besides.
  if (found === undefined)
    return families.some(({ name }) => name === first)
      ? { choices: rows.map(({ action }) => action) }
      : undefined;
  const { id, summary, command = id } = found;
  return { id, row: { name: command, summary, load: async () => await toActionSpec(found) } };
}

/** Every action with all that it takes, for the reference. */
export async function loadActions(): Promise<readonly CommandSpec[]> {
  return await Promise.all(operations.filter(isOfFamily).map((row) => toActionSpec(row)));
}
