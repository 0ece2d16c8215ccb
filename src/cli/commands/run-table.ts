/** The commands that run skills, here or on a server. */
import { plainTextField } from "../../app/registry/fields.ts";
import { toOptions } from "../operation-spec.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";
import { agreementFields, installField } from "../../app/tools/fields.ts";

const json: OptionSpec = { name: "json", summary: "Print one line of JSON for every event." };

const server: readonly OptionSpec[] = [
  {
    name: "server",
    value: { name: "URL", kind: "text" },
    summary:
      "Address of the server (default: `SKILLWRIGHT_SERVER`, else http://127.0.0.1:4817 if you are logged in to it).",
  },
  {
    name: "token-file",
    value: { name: "FILE", kind: "file" },
    summary:
      "File with a token (default: `SKILLWRIGHT_TOKEN`, else the login of `skillwright login`).",
  },
  ...toOptions(plainTextField),
];

const data: OptionSpec = {
  name: "data",
  value: { name: "DIR", kind: "folder" },
  summary: "Data folder of this machine (default: `SKILLWRIGHT_DATA`, else ~/.skillwright).",
};

const settings: OptionSpec = {
  name: "settings",
  value: { name: "FILE", kind: "file" },
  summary: "Settings with the models, the same as those of `serve`.",
};

/** For commands that do without a server what a server does. */
const here: readonly OptionSpec[] = [
  {
    name: "local",
    summary: "Use no server: work on the data of this machine, as `serve` would.",
  },
  { ...data, summary: `${data.summary} Implies \`--local\`.` },
  { ...settings, summary: `${settings.summary} For \`--local\`.` },
];

const HERE =
  "Where no server is named and none was logged in to, or with `--local`, it works on the data folder of this machine, " +
  "the same that `serve` has.";

const model: OptionSpec = {
  name: "model",
  short: "m",
  value: { name: "MODEL", kind: "text" },
  summary: "Model as `provider:model` (default: the one of the settings).",
};

const run: CommandSpec = {
  name: "run",
  summary: "Run a skill and stream its answer.",
  details:
    "Runs a skill of a folder of this machine with the language models of the environment and of `--settings`, and " +
    "with the knowledge bases that `kb add` made here; with `--server`, a skill of that server by its name. The model may call the tools that the skill brings, in the " +
    "sandbox and with what the user has agreed to. The answer goes to standard output, progress to standard " +
    "error. Exits with 1 when the run fails or is refused, and with 2 where no model is configured.",
  arguments: [
    {
      name: "SKILL",
      kind: "file",
      isRequired: true,
      isVariadic: false,
      summary: "Skill folder or SKILL.md file; with `--server`, the name of a skill.",
    },
    {
      name: "ARGUMENT",
      kind: "text",
      isRequired: false,
      isVariadic: true,
      summary: "Arguments for skills that take them by position.",
    },
  ],
  options: [
    {
      name: "input",
      short: "i",
      value: { name: "NAME=VALUE", kind: "text" },
      isRepeatable: true,
      summary:
        "Value of an input; `NAME=@FILE` takes it from a file, `NAME=-` from standard input.",
    },
    model,
    { name: "dry-run", summary: "Show what would be sent to the model, and send nothing." },
    {
      name: "server",
      value: { name: "URL", kind: "text" },
      summary: "Run it on this server instead.",
    },
    ...server.slice(1),
    settings,
    { ...data, summary: `${data.summary} The knowledge base of the skill is looked for in it.` },
    {
      name: "dialect",
      short: "d",
      value: { name: "D", kind: "dialect" },
      summary: "Read the skill in this format (default: detected).",
    },
    { name: "no-tools", summary: "Give the model no tools, whatever the skill brings." },
    ...toOptions({ ...agreementFields, ...installField }),
    json,
  ],
  examples: [
    "skillwright run skills/article-summary --input article=@news.txt",
    "skillwright run skills/article-summary --input article=News --dry-run",
    "skillwright run summary --server https://skills.example.org -i article=News",
  ],
};

const chat: CommandSpec = {
  name: "chat",
  summary: "Talk to a model; `@skill text` runs a skill.",
  details:
    "With words it says them and prints the answer. Without, it reads a line at a time until the input ends. " +
    "A session remembers what was said; each start begins a new one unless `--session` names it. " +
    HERE,
  arguments: [
    {
      name: "MESSAGE",
      kind: "text",
      isRequired: false,
      isVariadic: true,
      summary: "Message to send.",
    },
  ],
  options: [
    {
      name: "session",
      value: { name: "ID", kind: "text" },
      summary: "Session to continue.",
    },
    { name: "kb", value: { name: "NAME", kind: "text" }, summary: "Knowledge base to look in." },
    model,
    ...server,
    ...here,
    json,
  ],
  examples: [
    "skillwright chat",
    'skillwright chat --local --kb handbook "when are holidays?"',
    'skillwright chat "@article-summary style=short The news is …"',
  ],
};

const kb: CommandSpec = {
  name: "kb",
  summary: "Add documents to knowledge bases, and search them.",
  details:
    "`kb list` lists them, `kb add NAME FILE…` uploads documents and makes the knowledge base where there is none, " +
    "and `kb search NAME WORDS…` finds passages. Documents are txt, md, html, pdf, docx, csv, tsv, json, yaml, xml and code of 5 MiB at most. " +
    HERE,
  arguments: [
    {
      name: "ACTION",
      kind: "choice",
      choices: ["list", "add", "search"],
      isRequired: true,
      isVariadic: false,
      summary: "list, add or search.",
    },
    {
      name: "WORD",
      kind: "text",
      isRequired: false,
      isVariadic: true,
      summary: "Name of the knowledge base, then files or words to search for.",
    },
  ],
  options: [
    {
      name: "top",
      value: { name: "N", kind: "number" },
      summary: "Passages to show (default: 5), 20 at most.",
    },
    ...server,
    ...here,
    { ...json, summary: "Print JSON." },
  ],
  examples: [
    "skillwright kb add handbook staff.md rules.pdf",
    'skillwright kb search handbook "when are holidays?"',
  ],
};

const workflow: CommandSpec = {
  name: "workflow",
  summary: "List, run, answer, import and export workflows.",
  details:
    "`workflow list` lists them, `workflow run NAME` runs one by its id or name. What its last node says goes to standard " +
    "output word by word, what others say to standard error; where any of several may be the last, the answer comes at the end. " +
    "The run goes on at the server when this program is ended. `workflow import FILE` makes one of a file, and `workflow " +
    "export NAME` prints such a file. `workflow approvals` lists what runs ask; `workflow approve RUN` and `workflow refuse RUN` answer, " +
    "with `--node` where a run asks several things. " +
    HERE,
  arguments: [
    {
      name: "ACTION",
      kind: "choice",
      // Between backticks: to simple tools it reads like a statement otherwise.
      choices: ["list", "run", `import`, "export", "approvals", "approve", "refuse"],
      isRequired: true,
      isVariadic: false,
      summary: "list, run, import, export, approvals, approve or refuse.",
    },
    {
      name: "NAME",
      kind: "text",
      isRequired: false,
      isVariadic: false,
      summary: "Id or name of a workflow; a file for import; a run to answer.",
    },
  ],
  options: [
    {
      name: "input",
      short: "i",
      value: { name: "TEXT", kind: "text" },
      summary: "What it begins with; `@FILE` takes it from a file, `-` from standard input.",
    },
    {
      name: "kb",
      value: { name: "NAME", kind: "text" },
      isRepeatable: true,
      summary: "Let a workflow of somebody else read this knowledge base of yours.",
    },
    {
      name: "node",
      value: { name: "ID", kind: "text" },
      summary: "The node that asks; default: the only one.",
    },
    {
      name: "comment",
      value: { name: "TEXT", kind: "text" },
      summary: "Why, for an answer.",
    },
    model,
    ...server,
    ...here,
    json,
  ],
  examples: [
    'skillwright workflow run weekly-report --input "Week 46"',
    "skillwright workflow import weekly-report.json --local",
  ],
};

const login: CommandSpec = {
  name: "login",
  summary: "Log in to a server.",
  details:
    "Makes a personal token for this machine and keeps it in ~/.skillwright/logins.json, which only you can read. " +
    "The password is asked for, or taken from `SKILLWRIGHT_PASSWORD`; it is not kept.",
  arguments: [
    {
      name: "URL",
      kind: "text",
      isRequired: false,
      isVariadic: false,
      summary: "Address of the server (default: http://127.0.0.1:4817).",
    },
  ],
  options: [
    {
      name: "email",
      value: { name: "ADDRESS", kind: "text" },
      summary: "Address of the account (default: admin@skillwright.local).",
    },
    {
      name: "days",
      value: { name: "N", kind: "number" },
      summary: "Days for which the token is good (default: 90).",
    },
    {
      name: "scope",
      value: { name: "SCOPE", kind: "text" },
      isRepeatable: true,
      summary:
        "What the token may do besides: `account`, `users`, `registry:keys` or `registry:moderate`.",
    },
    { name: "forget", summary: "Log out: delete the token stored for this server." },
    ...toOptions(plainTextField),
  ],
  examples: [
    "skillwright login",
    "skillwright login https://skills.example.org --email me@example.org",
  ],
};

const models: CommandSpec = {
  name: "models",
  summary: "Connect language models, test, rename and remove them.",
  details:
    "`models list` lists the providers and servers of models found on the machine of the server. `models add KIND [NAME]` adds one and " +
    "has it say hello; KIND is openai, anthropic, google, azure, bedrock, mistral, openrouter, ollama, lm-studio, vllm or openai-compatible. " +
    "The key is asked for, or taken from the variable that `--key-env` names; it is stored encrypted and never shown again. `models test NAME`, " +
    "`models rename NAME NEW` and `models remove NAME` do what they say. For administrators. " +
    HERE,
  arguments: [
    {
      name: "ACTION",
      kind: "choice",
      choices: ["list", "add", "test", "rename", "remove"],
      isRequired: false,
      isVariadic: false,
      summary: "list (default), add, test, rename or remove.",
    },
    {
      name: "NAME",
      kind: "text",
      isRequired: false,
      isVariadic: true,
      summary: "Kind and name for add, name of a provider for the others.",
    },
  ],
  options: [
    {
      name: "url",
      value: { name: "URL", kind: "text" },
      summary: "Address of the API, such as http://127.0.0.1:8000/v1.",
    },
    {
      name: "key-env",
      value: { name: "NAME", kind: "text" },
      summary: "Variable of the environment that holds the key.",
    },
    {
      name: "model",
      short: "m",
      value: { name: "MODEL", kind: "text" },
      summary: "Models of the provider, with commas between; for test, the one to try.",
    },
    ...server,
    ...here,
    { ...json, summary: "Print JSON." },
  ],
  examples: [
    "skillwright models add openai --model gpt-5-mini",
    "skillwright models add ollama",
    "skillwright models add openai-compatible house --url http://10.0.0.5:8000/v1",
  ],
};

export const runCommands: readonly CommandSpec[] = [run, chat, kb, models, workflow, login];
