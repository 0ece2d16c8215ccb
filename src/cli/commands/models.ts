import { quoteForShell } from "../../skill/model/index.ts";
import type { Client } from "../../client/index.ts";
import { canAsk, failure } from "../../platform/index.ts";
import { askForSecret } from "../../platform/process/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { withClient } from "../remote/with-client.ts";

type Answer = Awaited<ReturnType<Client["listModelProviders"]>>;
type Kind = Answer["kinds"][number];

/** Connects language models to a server, or to the data of this machine. */
export async function run(context: Context): Promise<number> {
  const [action = "list", first, second] = context.arguments;
  return await withClient(context, async (client) => {
    switch (action) {
      case "list":
        return await list(context, client);
      case "add":
        return await add(context, client, first, second);
      case "test":
        return await test(context, client, required(first, "models test openai"));
      case "rename": {
        const from = required(first, "models rename openai main");
        const name = required(second, "models rename openai main");
        await client.changeModelProvider({ params: { provider: from }, body: { name } });
        if (context.options.flag("json")) printJson(context, { name, renamedFrom: from });
        context.err(`Renamed ${from} to ${name}. Its models are now ${name}:MODEL.\n`);
        return FINE;
      }
      default: {
        const provider = required(first, "models remove openai");
        await client.removeModelProvider({ params: { provider } });
        if (context.options.flag("json")) printJson(context, { removed: provider });
        context.err(`Removed ${provider} with its key.\n`);
        return FINE;
      }
    }
  });
}

function required(value: string | undefined, example: string): string {
  if (value !== undefined) return value;
  throw failure("cli/usage", "Missing the name of a provider.", {
    hint: `For instance \`skillwright ${example}\`.`,
  });
}

async function list(context: Context, client: Client): Promise<number> {
  const answer = await client.listModelProviders();
  const { found } = await client.findLocalModels();
  const offered = found.filter(
    ({ base_url: url }) => !answer.providers.some((known) => known.base_url === url),
  );
  if (context.options.flag("json")) {
    printJson(context, { ...answer, found: offered });
    return FINE;
  }
  for (const { name, kind, base_url: url, origin, models } of answer.providers) {
    const about = [kind, url ?? "", origin === "settings" ? "(settings)" : ""];
    context.out(`${[name, context.paint("dim", about.join(" ").trim())].join("  ")}\n`);
    for (const { id } of models) context.out(`  ${name}:${id}\n`);
  }
  if (answer.providers.length === 0)
    context.err("No model connected. Add one: `skillwright models add openai`.\n");
  for (const { kind, base_url: url } of offered)
    context.err(
      `Found ${kind} at ${url}. Connect it: \`skillwright models add ${quoteForShell(kind)}\`.\n`,
    );
  return FINE;
}

async function add(
  context: Context,
  client: Client,
  kindName: string | undefined,
  given: string | undefined,
): Promise<number> {
  const { kinds } = await client.listModelProviders();
  const kind = kinds.find((known) => known.kind === kindName);
  if (kind === undefined)
    throw failure("cli/usage", `No kind of provider \`${kindName ?? ""}\`.`, {
      hint: `Name one of ${kinds.map((known) => known.kind).join(", ")}.`,
    });
  const name = given ?? kind.kind;
  const { options } = context;
  const url = options.text("url");
  const apiKey = await readKey(context, kind);
  const model = options.text("model");
  const answer = await client.addModelProvider({
    body: {
      name,
      kind: kind.kind,
      ...(url === undefined ? {} : { base_url: url }),
      ...(apiKey === undefined ? {} : { api_key: apiKey }),
      ...(model === undefined ? {} : { models: model.split(",").map((id) => id.trim()) }),
    },
  });
  const added = answer.providers.find((provider) => provider.name === name);
  context.err(`Added ${name}.\n`);
  if (added === undefined || added.models.length === 0) {
    context.err(
      `Name a model to try it: \`skillwright models test ${quoteForShell(name)} --model MODEL\`.\n`,
    );
    return FINE;
  }
  return await test(context, client, name);
}

/** From a variable or asked for: never from an argument, which other users of the machine can read. */
async function readKey(
  { options, environment }: Context,
  { title, needs_key: isNeeded }: Kind,
): Promise<string | undefined> {
  const variable = options.text("key-env");
  if (variable !== undefined) {
    const value = environment[variable];
    if (value !== undefined && value !== "") return value;
    throw failure("cli/usage", `The variable \`${variable}\` is not set.`, {
      hint: "`--key-env` names the variable that holds the key.",
    });
  }
  if (!isNeeded) return undefined;
  if (canAsk()) return await askForSecret(`Key of ${title}: `);
  throw failure("cli/usage", `${title} needs a key.`, {
    hint: "Put it into a variable, and name that with `--key-env`.",
  });
}

async function test(context: Context, client: Client, provider: string): Promise<number> {
  const model = context.options.text("model")?.split(",")[0]?.trim();
  const result = await client.testModelProvider({
    params: { provider },
    body: model === undefined ? {} : { model },
  });
  if (context.options.flag("json")) printJson(context, result);
  else if (result.is_fine)
    context.out(`${result.model} (${result.milliseconds ?? 0} ms): ${result.text ?? ""}\n`);
  else context.err(`${result.model}: ${result.message ?? "It did not answer."}\n`);
  return result.is_fine ? FINE : FINDINGS;
}
