import { declaredNames, fileOf } from "../../library/gate/index.ts";
import { sessionCodes } from "../../library/session/index.ts";
import { failure, fileExists, parentOf, resolvePath } from "../../platform/index.ts";
import { type Diagnostic, nearestWord } from "../../skill/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { accountOf, type SystemAccount } from "../library/account.ts";
import { renderStory } from "../library/story.ts";
import { systemProblems, warnOf } from "../library/system-problems.ts";
import { eachSystem, type System } from "../library/systems.ts";
import { renderFailure } from "../render.ts";

/** Says why an agent has a skill or not, under the rules of each system that has come by it. */
export async function run(context: Context): Promise<number> {
  const [word = ""] = context.arguments;
  if (word.trim() === "")
    throw failure("cli/usage", "Unexpected empty name, expected that of a skill.", {
      hint: "`skillwright list` shows the skills.",
    });
  const known = new Set<string>();
  const around: Diagnostic[] = [];
  const owners = new Set<string>();
  const accounts = await eachSystem(context, (system) => {
    const account = accountOf(nameFor(word, system, context), system);
    if (account !== undefined) return account;
    for (const name of namesOf(system)) known.add(name);
    around.push(...systemProblems(system));
    for (const agent of ownersOf(word, system)) owners.add(agent);
    return undefined;
  });
  const nearest = accounts.length > 0 ? undefined : nearestWord(word, known);
  if (context.options.flag("json")) context.out(renderJson(word, accounts, nearest));
  else if (accounts.length === 0) {
    const [owner] = owners;
    const hint =
      owner === undefined
        ? sayNearest(known.size, nearest)
        : `The agent \`${owner}\` has it; ask with \`--agent ${owner}\`.`;
    context.err(unknown(word, hint, context));
  } else context.out(accounts.map((account) => renderStory(word, account, context)).join("\n"));
  // Where nothing was found, what is wrong around the skills may be the reason.
  if (accounts.length === 0) warnOf(around, context);
  const isLoaded = accounts.length > 0 && accounts.every((account) => account.isLoaded);
  return isLoaded ? FINE : FINDINGS;
}

/** A skill can be called by its file or folder, from the working directory; the system knows it otherwise. */
function nameFor(word: string, { library }: System, { folder }: Context): string {
  if (!/[\\/]/.test(word)) return word;
  const path = resolvePath(folder, word);
  if (!fileExists(path)) return word;
  const own = library
    .snapshot()
    .considered()
    .find((item) => {
      const file = fileOf(item.candidate);
      return file !== undefined && (file === path || parentOf(file) === path);
    });
  return own?.candidate.path ?? word;
}

/** Every name under which a skill was come by, also where it could not be read. */
function namesOf({ library }: System): readonly string[] {
  return library
    .snapshot()
    .considered()
    .flatMap(({ name, candidate }) => [
      ...(name === undefined ? declaredNames(candidate.reading) : [name]),
      candidate.reading.directory,
    ])
    .filter((name) => name !== undefined);
}

function renderJson(
  name: string,
  systems: readonly SystemAccount[],
  nearest: string | undefined,
): string {
  const answer = { name, systems, ...(nearest === undefined ? {} : { nearest }) };
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

/** Agents of the settings that have come by a skill of that name. */
function ownersOf(name: string, { library, askedAgent }: System): readonly string[] {
  return [...library.config.agents.keys()].filter(
    (agent) => agent !== askedAgent && library.explain(name, { agent }).files.length > 0,
  );
}

function sayNearest(others: number, nearest: string | undefined): string {
  return nearest === undefined
    ? `It was looked for among ${others} other names; \`skillwright doctor\` shows where.`
    : `Did you mean \`${nearest}\`?`;
}

function unknown(name: string, hint: string, { paintError }: Context): string {
  return renderFailure(
    {
      code: sessionCodes.unknownSkill,
      severity: "error",
      message: `Unexpected skill \`${name}\`, expected one that lies where a system looks.`,
      hint,
    },
    paintError,
  );
}
