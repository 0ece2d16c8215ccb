/** Language models of a server. */
import type { Client } from "../../client/index.ts";
import { canAsk, type Environment, failure } from "../../platform/index.ts";
import { askForSecret } from "../../platform/process/index.ts";
import { quoteForShell } from "../../skill/model/index.ts";
import type { Actions } from "../operation.ts";
import type { TextView } from "../text.ts";
import { serverOperation } from "./ask.ts";

type Kind = Awaited<ReturnType<Client["listModelProviders"]>>["kinds"][number];
type Tried = Awaited<ReturnType<Client["testModelProvider"]>>;

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
    render: ({ providers }, { style }) =>
      providers
        .map(({ name, kind, base_url: url, origin, models }) => {
          const about = [kind, url ?? "", origin === "settings" ? "(settings)" : ""];
          const head = `${name}  ${style("dim", about.join(" ").trim())}\n`;
          return head + models.map(({ id }) => `  ${name}:${id}\n`).join("");
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

const triedText: TextView<Tried> = {
  render: ({ is_fine: isFine, model, milliseconds, text }) =>
    isFine ? `${model} (${milliseconds ?? 0} ms): ${text ?? ""}\n` : "",
  notes: ({ is_fine: isFine, model, message }) =>
    isFine ? "" : `${model}: ${message ?? "It did not answer."}\n`,
};

const modelsAdd = serverOperation({
  title: "Connect a language model",
  details:
    "Adds a provider, and has it say hello. The key is asked for, or taken from the variable that `--key-env` names; " +
    "it is stored encrypted and never shown again. For administrators.",
  examples: [
    "skillwright models add openai --model gpt-5-mini",
    "skillwright models add ollama",
    "skillwright models add openai-compatible house --url http://10.0.0.5:8000/v1",
  ],
  input: {
    kind: {
      kind: "text",
      required: true,
      positional: true,
      doc: "openai, anthropic, google, azure, bedrock, mistral, openrouter, ollama, lm-studio, vllm or openai-compatible.",
    },
    name: { kind: "text", positional: true, doc: "Name of the provider (default: its kind)." },
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
    ...modelsField,
  },
  effects: "writes",
  ask: async (client, { kind: kindName, name = kindName, url, keyEnv, model }, context) => {
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
    render: (output, screen) => ("added" in output ? "" : triedText.render(output, screen, {})),
    notes: (output, screen) =>
      "added" in output
        ? `Name a model to try it: \`skillwright models test ${quoteForShell(output.added)} --model MODEL\`.\n`
        : (triedText.notes?.(output, screen, {}) ?? ""),
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

async function tryOut(client: Client, provider: string, models: readonly string[]): Promise<Tried> {
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

export const modelsActions: Actions = {
  list: modelsList,
  add: modelsAdd,
  test: modelsTest,
  rename: modelsRename,
  remove: modelsRemove,
};
