/** What a run, its models, documents, recordings and rules can fail with. */
import {
  type Diagnostic,
  type ErrorCatalogue,
  failFrom,
  type SkillError,
} from "../skill/model/index.ts";

interface RunErrors {
  readonly "authority/bad-rules": { readonly problem: string; readonly isUnread?: true };
  readonly "grants/unreadable": { readonly file: string };
  readonly "run/bad-cassette": { readonly line: number };
  readonly "run/bad-file":
    | { readonly name: string; readonly types: string }
    | { readonly most: number; readonly mostBytes: number };
  readonly "run/bad-provider": { readonly problem: string };
  readonly "run/bad-script": { readonly problem: string };
  readonly "run/bad-settings":
    | { readonly provider: string }
    | { readonly key: string; readonly problem: string };
  readonly "run/cassette-miss": {
    readonly request: string;
    readonly trial: number;
    /** From the nearest recorded request; none is recorded without it. */
    readonly differences?: readonly string[] | undefined;
  };
  readonly "run/code-failed":
    | { readonly problem: "no-python" }
    | { readonly problem: "variable"; readonly name: string; readonly reason: string }
    | { readonly problem: "failed"; readonly reason: string };
  readonly "run/failed": undefined;
  readonly "run/missing-key": { readonly variable: string; readonly provider: string };
  readonly "run/missing-package": { readonly provider: string; readonly name: string };
  readonly "run/model-failed": {
    readonly id: string;
    readonly problem: "broken-off" | "no-answer" | "refused";
    readonly status?: number | undefined;
  };
  readonly "run/no-agent":
    | { readonly title: string; readonly program: string }
    | { readonly title: string; readonly output: string };
  readonly "run/no-embedding": { readonly provider: string; readonly model: string };
  readonly "run/no-model": undefined;
  readonly "run/no-provider": { readonly name: string; readonly isInSettings: boolean };
  readonly "run/not-allowed": { readonly model: string };
  readonly "run/over-budget": { readonly used: string };
  readonly "run/too-many-turns": { readonly turns: number };
  readonly "run/unknown-model": { readonly id: string; readonly providers: readonly string[] };
  readonly "run/unreadable-document": {
    readonly kind: string;
    readonly problem: string;
    readonly isTooLarge?: true;
  };
}

export const runErrors: ErrorCatalogue<RunErrors> = {
  "authority/bad-rules": {
    title: "The rules of an organisation can be read.",
    message: ({ problem }) => problem,
    hint: ({ isUnread }) =>
      isUnread === true
        ? "No skill is loaded until the rules can be read."
        : "Correct the rules of your organisation. No skill is loaded before.",
  },
  "grants/unreadable": {
    title: "The permissions that a user has granted can be read.",
    message: ({ file }) => `The permissions granted by users cannot be read from \`${file}\`.`,
    hint: () => "Fix the file, or delete it and grant the permissions again.",
  },
  "run/bad-cassette": {
    title: "Each line of a cassette is a recorded answer.",
    message: ({ line }) => `Line ${line} of the cassette cannot be read.`,
    hint: () => "Record it again with `--record all`.",
  },
  "run/bad-file": {
    title: "Files for a model are of a type that models read, few and small.",
    message: (params) =>
      "name" in params
        ? `\`${params.name}\` is nothing that models read: ${params.types}.`
        : `A question takes at most ${params.most} files of ${params.mostBytes} bytes together.`,
    hint: (params) =>
      "name" in params
        ? "Save it as PDF, or add it to a knowledge base, which reads more formats."
        : "Send fewer files, or add them to a knowledge base.",
  },
  "run/bad-provider": {
    title: "A provider of models has a free name, a key and an allowed address.",
    message: ({ problem }) => problem,
  },
  "run/bad-script": {
    title: "The script of the fake model is a list of rules.",
    message: ({ problem }) => `The script of the fake model cannot be read: ${problem}.`,
    hint: () =>
      'A script is a list of rules such as {"when": "release notes", "load": "release-notes", "say": "Done."}.',
  },
  "run/bad-settings": {
    title: "The settings of models are valid.",
    message: (params) =>
      "provider" in params
        ? `The provider \`${params.provider}\` has no \`baseUrl\`, the address of its API.`
        : `\`${params.key}\` is not valid: ${params.problem}.`,
    hint: (params) =>
      "provider" in params
        ? `Set \`models.providers.${params.provider}.baseUrl\`, such as http://127.0.0.1:11434/v1.`
        : "See the page on models in the reference.",
  },
  "run/cassette-miss": {
    title: "Requests of an evaluation are in its cassette.",
    message: ({ request, trial, differences }) =>
      `The request “${request}” (trial ${trial}) is not in the cassette. ${
        differences === undefined
          ? "The cassette is empty."
          : `It differs from the nearest one in ${differences.join("; ")}.`
      }`,
    hint: () => "Record it with `--record once` and a model, and commit the cassette.",
  },
  "run/code-failed": {
    title: "The code of a workflow node runs without an error, within its limits.",
    message: (params) => {
      if (params.problem === "no-python")
        return "Python, which runs the nodes with code, is not on the `PATH`.";
      return params.problem === "variable"
        ? `Variable \`${params.name}\` of the node is refused: it ${params.reason}.`
        : `The code failed: ${params.reason}.`;
    },
    hint: ({ problem }) =>
      ({
        "no-python": "Install Python 3.",
        variable: "Rename the variable in `env` of the node.",
        failed: undefined,
      })[problem],
  },
  "run/failed": {
    title: "A run ends without a fault of the program.",
    message: () => "The run failed.",
  },
  "run/missing-key": {
    title: "The variable with the key of a provider is set.",
    message: ({ variable, provider }) =>
      `The variable \`${variable}\` with the key of the provider \`${provider}\` is not set.`,
    hint: ({ variable }) => `Set \`${variable}\` in the environment of the program.`,
  },
  "run/missing-package": {
    title: "The package of a provider is installed.",
    message: ({ provider }) => `The package for ${provider} is not installed.`,
    hint: ({ name }) => `Install it beside the program: \`npm install ${name}\`.`,
  },
  "run/model-failed": {
    title: "The provider of a model answers in full.",
    status: 502,
    message: ({ id, problem, status }) =>
      ({
        "broken-off": `The answer of \`${id}\` ended before it was complete.`,
        "no-answer": `The model \`${id}\` did not answer.`,
        refused: `The model \`${id}\` failed with ${status === undefined ? "no answer" : `the status ${status}`}.`,
      })[problem],
    hint: ({ problem, status }) =>
      ({
        "broken-off": "The connection to the provider broke; run again.",
        "no-answer": "Check that the provider can be reached.",
        refused: hintForStatus(status),
      })[problem],
  },
  "run/no-agent": {
    title: "The program of a coding agent is installed and calls its model.",
    message: (params) =>
      "program" in params
        ? `${params.title} could not be started: there is no program \`${params.program}\` on the PATH.`
        : `${params.title} asked its model nothing.`,
    hint: (params) =>
      "program" in params
        ? `Install ${params.title}, or play a recording with \`--cassette\`.`
        : `It said: ${params.output || "nothing"}`,
  },
  "run/no-embedding": {
    title: "The provider for embeddings offers them.",
    message: ({ provider, model }) =>
      `The provider of \`${provider}:${model}\` offers no embeddings.`,
    hint: () => "Set `models.embedding` to a model of another provider.",
  },
  "run/no-model": {
    title: "A language model is configured.",
    status: 503,
    message: () => "No model configured.",
    hint: () =>
      "Set `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or `OLLAMA_HOST` with `SKILLWRIGHT_MODEL`, or add a provider to the settings.",
  },
  "run/no-provider": {
    title: "The provider was added on this server.",
    status: 404,
    message: ({ name }) => `No provider \`${name}\` was added here.`,
    hint: ({ isInSettings }) =>
      isInSettings
        ? "It stands in the settings or the environment of the server; change it there."
        : undefined,
  },
  "run/not-allowed": {
    title: "An administrator allows the model to users.",
    status: 403,
    message: ({ model }) => `You may not use the model \`${model}\`.`,
    hint: () => "An administrator says in Settings, Models, which models users may use.",
  },
  "run/over-budget": {
    title: "A user stays within the daily budget.",
    status: 429,
    message: ({ used }) => `You have used ${used} for today.`,
    hint: () =>
      "The budget begins anew at midnight UTC; an administrator can raise it in Settings, Models.",
  },
  "run/too-many-turns": {
    title: "A model comes to an end with its tools.",
    message: ({ turns }) => `The model still calls tools after ${turns} turns.`,
    hint: () => "State in the instructions when the model is done.",
  },
  "run/unknown-model": {
    title: "The id of a model names a provider that is configured.",
    message: ({ id, providers }) =>
      `Unknown model \`${id}\`: write \`provider:model\` with one of the providers ${providers.map((name) => `\`${name}\``).join(", ")}.`,
    hint: () => "Ask for the list of models, or add the provider to the settings.",
  },
  "run/unreadable-document": {
    title: "A document has text, and is neither damaged nor protected.",
    message: ({ kind, problem, isTooLarge }) =>
      isTooLarge === true
        ? `This ${kind} document is not read: ${problem} when unpacked.`
        : `The ${kind} document ${problem}.`,
    hint: ({ isTooLarge }) =>
      isTooLarge === true
        ? "Split it, or save it as plain text."
        : "Save it anew without protection, or as plain text.",
  },
};

function hintForStatus(status: number | undefined): string {
  if (status === 401 || status === 403) return "Check the key of the provider.";
  if (status === 404) return "Check the name of the model and the address of the provider.";
  if (status === 429) return "The provider limits the number of calls; wait and run again.";
  return "Check that the provider runs and can be reached.";
}

export function runError<Code extends keyof RunErrors>(
  code: Code,
  params: RunErrors[Code],
  place: Pick<Diagnostic, "file" | "range" | "path" | "cause"> = {},
): SkillError {
  return failFrom(runErrors, code, params, place);
}
