/** Language models of a server. */
import type { Client } from "../../client/index.ts";
import { canAsk, type Environment, failure } from "../../platform/index.ts";
import { promptForSecret } from "../../platform/process/index.ts";
import { quoteForShell } from "../../skill/model/index.ts";
import type { Actions } from "../operation.ts";
import type { TextView } from "../text.ts";
import { serverOperation } from "./ask.ts";
import { addLocalModel, type InstalledModel } from "./local-model.ts";
import { formatPrice, modelsPrice, modelsRules, toSent } from "./model-rules.ts";

type Kind = Awaited<ReturnType<Client["listModelProviders"]>>["kinds"][number];
type ProviderTest = Awaited<ReturnType<Client["testModelProvider"]>>;

const nameField = {
  name: { kind: "text", required: true, positional: true, doc: "Name of the provider." },
} as const;

const modelsField = {
  model: {
    kind: "text",
    short: "m",
    many: true,
    placeholder: "MODEL",
    doc: "Models of the provider, with commas between; for test, the one to try.",
  },
} as const;

const connectionFields = {
  url: {
    kind: "text",
    placeholder: "URL",
    doc: "Address of the API, such as http://127.0.0.1:8000/v1.",
  },
  keyEnv: {
    kind: "text",
    placeholder: "NAME",
    doc: "Variable of the environment that holds the key.",
  },
} as const;

const modelsList = serverOperation({
  title: "List language models",
  details:
    "Lists the providers, and servers of models found on the machine of the server. For administrators.",
  examples: ["skillwright models list"],
  input: {},
  effects: "reads",
  ask: async (client) => {
    const answer = await client.listModelProviders();
    const { found } = await client.findLocalModels();
    const isKnown = (url: string): boolean =>
      answer.providers.some((known) => known.base_url === url);
    return { ...answer, found: found.filter(({ base_url: url }) => !isKnown(url)) };
  },
  text: {
    render: ({ providers, rules: { currency = "" } }, { style }) =>
      providers
        .map(({ name, kind, base_url: url, origin, models }) => {
          const about = [kind, url ?? "", origin === "settings" ? "(settings)" : ""];
          const head = `${name}  ${style("dim", about.join(" ").trim())}\n`;
          const lines = models.map(
            ({ id, price }) =>
              `  ${name}:${id}${price === null ? "" : `  ${style("dim", formatPrice(price, currency))}`}\n`,
          );
          return head + lines.join("");
        })
        .join(""),
    notes: ({ providers, found }) =>
      [
        ...(providers.length > 0
          ? []
          : ["No model connected. Add one: `skillwright models add openai`.\n"]),
        ...found.map(
          ({ kind, base_url: url }) =>
            `Found ${kind} at ${url}. Connect it: \`skillwright models add ${quoteForShell(kind)}\`.\n`,
        ),
      ].join(""),
  },
});

const triedText: TextView<ProviderTest> = {
  render: ({ is_fine: isFine, model, milliseconds, text }) =>
    isFine ? `${model} (${milliseconds ?? 0} ms): ${text ?? ""}\n` : "",
  notes: ({ is_fine: isFine, model, message }) =>
    isFine ? "" : `${model}: ${message ?? "It did not answer."}\n`,
};

type AddedProvider = ProviderTest | InstalledModel | { readonly added: string };

const modelsAdd = serverOperation({
  title: "Connect a language model",
  details:
    "Adds a provider, and has it say hello. The key is asked for, or taken from the variable that `--key-env` names; " +
    "it is stored encrypted and never shown again. For administrators. `local` installs the embedding model that finds passages and skills by their meaning, " +
    "into the data folder of this machine; it works without a network from then on.",
  examples: [
    "skillwright models add openai --model gpt-5-mini",
    "skillwright models add ollama",
    "skillwright models add local",
    "skillwright models add openai-compatible house --url http://10.0.0.5:8000/v1",
  ],
  input: {
    kind: {
      kind: "text",
      required: true,
      positional: true,
      doc: "openai, anthropic, google, azure, bedrock, mistral, openrouter, ollama, lm-studio, vllm or openai-compatible; `local` for an embedding model on this machine.",
    },
    name: { kind: "text", positional: true, doc: "Name of the provider (default: its kind)." },
    ...connectionFields,
    ...modelsField,
    yes: { kind: "flag", short: "y", doc: "Install the local model without a question." },
  },
  effects: "writes",
  here: (context, { kind, data, yes }): Promise<AddedProvider> | undefined =>
    kind === "local"
      ? addLocalModel(context, { yes, ...(data === undefined ? {} : { data }) })
      : undefined,
  ask: async (
    client,
    { kind: kindName, name = kindName, url, keyEnv, model },
    context,
  ): Promise<AddedProvider> => {
    const { kinds } = await client.listModelProviders();
    const kind = kinds.find((known) => known.kind === kindName);
    if (kind === undefined)
      throw failure("cli/usage", `No kind of provider \`${kindName}\`.`, {
        hint: `Name one of ${kinds.map((known) => known.kind).join(", ")}.`,
      });
    const apiKey = await readKey(context.computer.environment, keyEnv, kind);
    const { providers } = await client.addModelProvider({
      body: {
        name,
        kind: kind.kind,
        ...(url === undefined ? {} : { base_url: url }),
        ...(apiKey === undefined ? {} : { api_key: apiKey }),
        ...(model.length === 0 ? {} : { models: [...model] }),
      },
    });
    context.person?.show(`Added ${name}.\n`);
    const added = providers.find((provider) => provider.name === name);
    if ((added?.models.length ?? 0) > 0) return await tryOut(client, name, model);
    return { added: name };
  },
  exitCode: (output) => ("is_fine" in output && !output.is_fine ? 1 : 0),
  text: {
    render: (output, screen) => ("is_fine" in output ? triedText.render(output, screen, {}) : ""),
    notes: (output, screen) => {
      if ("installed" in output)
        return output.isKnown
          ? `${output.installed} is installed already.\n`
          : `Installed ${output.installed}. A server that runs takes it with its next start.\n`;
      return "added" in output
        ? `Name a model to try it: \`skillwright models test ${quoteForShell(output.added)} --model MODEL\`.\n`
        : (triedText.notes?.(output, screen, {}) ?? "");
    },
  },
});

const modelsTest = serverOperation({
  title: "Try a language model",
  details: "Has a model of the provider say hello. For administrators.",
  examples: ["skillwright models test openai"],
  input: { ...nameField, ...modelsField },
  effects: "reads",
  ask: async (client, { name, model }) => await tryOut(client, name, model),
  exitCode: ({ is_fine: isFine }) => (isFine ? 0 : 1),
  text: triedText,
});

const modelsChange = serverOperation({
  title: "Change a provider of language models",
  details:
    "Gives a provider another key, address or list of models; prices of models that stay are kept. Another address needs " +
    "the key anew. For administrators.",
  examples: [
    "skillwright models change openai --model gpt-5,gpt-5-mini",
    "skillwright models change openai --key-env NEW_KEY",
  ],
  input: { ...nameField, ...connectionFields, ...modelsField },
  effects: "writes",
  ask: async (client, { name, url, keyEnv, model }, { computer }) => {
    if (url === undefined && keyEnv === undefined && model.length === 0)
      throw failure("cli/usage", "Nothing to change was named.", {
        hint: "Name `--url`, `--key-env` or `--model`.",
      });
    const before = (await client.listModelProviders()).providers.find(
      (provider) => provider.name === name,
    );
    const models = model.map((id) => before?.models.find((known) => known.id === id) ?? { id });
    await client.changeModelProvider({
      params: { provider: name },
      body: {
        ...(url === undefined ? {} : { base_url: url }),
        ...(keyEnv === undefined ? {} : { api_key: keyIn(computer.environment, keyEnv) }),
        ...(model.length === 0 ? {} : { models: models.map(toSent) }),
      },
    });
    return { changed: name };
  },
  text: { render: () => "", notes: ({ changed }) => `Changed ${changed}.\n` },
});

const modelsRename = serverOperation({
  title: "Rename a provider of language models",
  details: "For administrators.",
  examples: ["skillwright models rename openai main"],
  input: {
    ...nameField,
    to: { kind: "text", required: true, positional: true, placeholder: "NEW", doc: "New name." },
  },
  effects: "writes",
  ask: async (client, { name, to }) => {
    await client.changeModelProvider({ params: { provider: name }, body: { name: to } });
    return { name: to, renamedFrom: name };
  },
  text: {
    render: () => "",
    notes: ({ name, renamedFrom }) =>
      `Renamed ${renamedFrom} to ${name}. Its models are now ${name}:MODEL.\n`,
  },
});

const modelsRemove = serverOperation({
  title: "Remove a provider of language models",
  details: "For administrators.",
  examples: ["skillwright models remove openai"],
  input: nameField,
  effects: "writes",
  ask: async (client, { name }) => {
    await client.removeModelProvider({ params: { provider: name } });
    return { removed: name };
  },
  text: { render: () => "", notes: ({ removed }) => `Removed ${removed} with its key.\n` },
});

async function tryOut(
  client: Client,
  provider: string,
  models: readonly string[],
): Promise<ProviderTest> {
  const [model] = models;
  return await client.testModelProvider({
    params: { provider },
    body: model === undefined ? {} : { model },
  });
}

/** From a variable or asked for: never from an argument, which other users of the machine can read. */
async function readKey(
  environment: Environment,
  variable: string | undefined,
  { title, needs_key: isNeeded }: Kind,
): Promise<string | undefined> {
  if (variable !== undefined) return keyIn(environment, variable);
  if (!isNeeded) return undefined;
  if (canAsk()) return await promptForSecret(`Key of ${title}: `);
  throw failure("cli/usage", `${title} needs a key.`, {
    hint: "Put it into a variable, and name that with `--key-env`.",
  });
}

function keyIn(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (value !== undefined && value !== "") return value;
  throw failure("cli/usage", `The variable \`${variable}\` is not set.`, {
    hint: "`--key-env` names the variable that holds the key.",
  });
}

export const modelsActions: Actions = {
  list: modelsList,
  add: modelsAdd,
  test: modelsTest,
  change: modelsChange,
  price: modelsPrice,
  rules: modelsRules,
  rename: modelsRename,
  remove: modelsRemove,
};
