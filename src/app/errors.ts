/** What the operations themselves refuse. */
import {
  type ErrorCatalogue,
  failFrom,
  type SkillError,
  type Diagnostic,
} from "../skill/model/index.ts";

interface Params {
  readonly "cli/invalid-name": {
    readonly name: string;
    readonly system: string;
    readonly expected: string | undefined;
    readonly near: string | undefined;
  };
  readonly "cli/exists": { readonly file: string };
  readonly "cli/unwritable": { readonly reason: string };
  readonly "cli/unreadable": { readonly reason: string };
  readonly "app/empty-name": undefined;
  readonly "app/unknown-system": {
    readonly id: string;
    readonly near: string | undefined;
    readonly known: readonly string[];
  };
  readonly "app/inline-only": { readonly ref: string };
  readonly "app/repeated-file": { readonly path: string };
  readonly "app/no-file-to-fix": undefined;
  readonly "app/needs-folder": { readonly count: number };
  readonly "app/no-folder": undefined;
  readonly "app/unknown-rule": { readonly code: string; readonly near: string | undefined };
  readonly "app/gateway-needs-system": { readonly option: string };
  readonly "app/outputs-exist": { readonly count: number };
  readonly "app/unknown-eval-format": {
    readonly id: string;
    readonly near: string | undefined;
    readonly known: readonly string[];
  };
  readonly "app/no-meaning": undefined;
  readonly "app/no-evals": {
    /** Files with cases, none of which is for what was asked. */
    readonly unfit: readonly string[];
    /** Files that cannot be read. */
    readonly broken: readonly string[];
    readonly action?: "run" | "triggers";
  };
  readonly "app/no-models": undefined;
  readonly "app/no-skill-beside": { readonly file: string };
  readonly "app/two-results": undefined;
  readonly "app/bad-results": { readonly line: number };
  readonly "app/bad-limit": { readonly message: string; readonly hint: string };
  readonly "app/several-suites": { readonly skills: readonly string[] };
  readonly "app/package-too-large": {
    readonly title: string;
    readonly bytes: number;
    readonly limit: number;
  };
  readonly "app/unknown-mcp-host": {
    readonly id: string;
    readonly near: string | undefined;
    readonly known: readonly string[];
  };
  readonly "app/no-mcp-host": { readonly known: readonly string[] };
  readonly "app/server-name": { readonly name: string };
  readonly "app/host-settings": { readonly title: string; readonly reason: string };
  readonly "app/host-settings-outside": { readonly title: string; readonly target: string };
  readonly "app/server-not-started": { readonly reason: string };
}

const catalogue: ErrorCatalogue<Params> = {
  "cli/invalid-name": {
    title: "The name of a new skill is one that its format takes.",
    exit: 1,
    message: ({ name, system, expected }) =>
      `\`${name}\` is not a valid skill name for ${system}${expected === undefined ? "" : `: use ${expected}`}.`,
    hint: ({ near }) => (near === undefined ? undefined : `Try \`skillwright new ${near}\`.`),
  },
  "cli/exists": {
    title: "Nothing stands in the place of a new file.",
    exit: 1,
    status: 409,
    message: ({ file }) => `${file} already exists.`,
    hint: () => "It was left as it is. Move it away, or choose another name or folder.",
  },
  "cli/unwritable": {
    title: "Files that the command line names can be written.",
    message: ({ reason }) => `The file cannot be written: ${reason}.`,
  },
  "cli/unreadable": {
    title: "Files that the command line names can be read.",
    message: ({ reason }) => `The file cannot be read: ${reason}.`,
  },
  "app/empty-name": {
    title: "Skills are called by a name.",
    message: () => "The name of the skill is empty.",
    hint: () => "`skillwright list` shows the skills.",
  },
  "app/unknown-system": {
    title: "Systems are named by ids that exist.",
    message: ({ id }) => `There is no system \`${id}\`.`,
    hint: ({ near, known }) =>
      near === undefined ? `Known systems: ${known.join(", ")}.` : `Did you mean \`${near}\`?`,
  },
  "app/inline-only": {
    title: "Callers over the network send the text of a skill along.",
    message: ({ ref }) =>
      `The skill \`${ref}\` was named by a path, and this server reads no files for callers.`,
    hint: () => 'Send its text: `{"path": "pdf-tools/SKILL.md", "text": "---\\n…"}`.',
  },
  "app/repeated-file": {
    title: "Each file of a skill is sent once.",
    message: ({ path }) => `The file \`${path}\` is given twice.`,
    hint: () =>
      "Leave one of the two out. The text of the skill itself is not repeated among its files.",
  },
  "app/no-file-to-fix": {
    title: "Fixes are written to files.",
    message: () => "Standard input cannot be fixed: there is no file to write to.",
    hint: () => "Name the files instead of `-`.",
  },
  "app/needs-folder": {
    title: "Skills that are converted together get a folder for the results.",
    message: ({ count }) =>
      `Converting ${count} skills needs a folder for the results: add \`--out DIR\`.`,
    hint: () => "Without `--out`, one skill is converted and printed.",
  },
  "app/no-folder": {
    title: "What is written to a folder comes from one.",
    message: () => "`--out` cannot be used with standard input, which has no folder.",
    hint: () => "Name the skill's file with `--stdin-path`, or leave `--out` out.",
  },
  "app/unknown-rule": {
    title: "Diagnostic codes are named as they are.",
    status: 404,
    message: ({ code }) => `No diagnostic code \`${code}\`.`,
    hint: ({ near }) =>
      near === undefined
        ? "`skillwright rules` lists them."
        : `Did you mean \`${near}\`? \`skillwright rules\` lists all codes.`,
  },
  "app/gateway-needs-system": {
    title: "A gateway or a bucket is asked for the skills of one system.",
    message: ({ option }) => `\`--${option}\` needs \`--as\`.`,
    hint: () => "Which skills load there depends on the system; name it with `--as`.",
  },
  "app/outputs-exist": {
    title: "Nothing stands in the place of converted skills.",
    exit: 1,
    status: 409,
    message: ({ count }) =>
      count === 1
        ? "A file already exists where the result would be written."
        : `${count} files already exist where the result would be written.`,
    hint: () => "Nothing was written. `--force` replaces them.",
  },
  "app/unknown-eval-format": {
    title: "Formats of evaluations are named by ids that exist.",
    message: ({ id }) => `There is no format of evaluations \`${id}\`.`,
    hint: ({ near, known }) =>
      near === undefined ? `Known formats: ${known.join(", ")}.` : `Did you mean \`${near}\`?`,
  },
  "app/no-meaning": {
    title: "An embedding model is installed where meaning is compared.",
    message: () => "No embedding model is installed here.",
    hint: () => "Install it with `skillwright models add local`, or use `--ranker words`.",
  },
  "app/no-skill-beside": {
    title: "Answers are evaluated of a skill that lies beside its suite.",
    message: ({ file }) => `No SKILL.md lies in the folders above ${file}.`,
    hint: () => "Move the suite below the folder of its skill, such as `pdf-tools/evals/`.",
  },
  "app/two-results": {
    title: "Two results are compared.",
    message: () => "`eval compare` takes two files with results.",
    hint: () => "Write them with `skillwright eval run PATH --out DIR`: DIR/results.jsonl.",
  },
  "app/bad-results": {
    title: "Results that are compared are lines of runs.",
    message: ({ line }) => `Line ${line} is no run of an evaluation.`,
    hint: () => "Name a results.jsonl that `skillwright eval run --out DIR` wrote.",
  },
  "app/no-models": {
    title: "A model answers where an evaluation asks one.",
    message: () => "There is no language model here to evaluate with.",
    hint: () =>
      "Set `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or `OLLAMA_HOST` with `SKILLWRIGHT_MODEL`, or name settings with `--settings`. " +
      "Without a model, `--cassette FILE` plays recorded answers and `--script FILE` answers by rules.",
  },
  "app/bad-limit": {
    title: "Limits of a report are written as a metric, a comparison and a number.",
    message: ({ message }) => message,
    hint: ({ hint }) => hint,
  },
  "app/no-evals": {
    title: "There are evaluations at the path.",
    message: ({ unfit, broken, action }) => {
      if (unfit.length > 0)
        return `No case says ${action === "run" ? "what a good answer holds" : "which skill has to load"}: ${unfit.join(", ")}.`;
      return broken.length > 0
        ? `No evaluation file could be read: ${broken.join(", ")}.`
        : "No evaluation file was found.";
    },
    hint: ({ unfit, broken, action }) => {
      if (unfit.length > 0)
        return action === "run"
          ? "Add assertions or checks to a case; whether skills load is for `skillwright eval triggers`."
          : "Add requests with `should_trigger`; what answers hold is for `skillwright eval run`.";
      return broken.length > 0
        ? "Fix the problems above; `skillwright eval formats` shows an example of each format."
        : "Draft one with `skillwright eval new PATH`, or name the file itself.";
    },
  },
  "app/several-suites": {
    title: "A suite is converted for one skill at a time.",
    message: ({ skills }) => `There are evaluations of several skills: ${skills.join(", ")}.`,
    hint: () => "Name the folder or the file of one of them.",
  },
  "app/package-too-large": {
    title: "The files of a converted skill are as small as its system asks for.",
    exit: 1,
    message: ({ title, bytes, limit }) =>
      `The files have ${bytes} bytes together; ${title} takes less than ${limit}.`,
    hint: () => "Nothing was written. Move large files out of the folder of the skill.",
  },
  "app/unknown-mcp-host": {
    title: "Programs that are connected are named by ids that exist.",
    message: ({ id }) => `There is no program \`${id}\` to connect.`,
    hint: ({ near, known }) =>
      near === undefined ? `Known programs: ${known.join(", ")}.` : `Did you mean \`${near}\`?`,
  },
  "app/no-mcp-host": {
    title: "There is a program to connect.",
    exit: 1,
    message: () => "None of the programs that can be connected was found here.",
    hint: ({ known }) => `Name one to write its settings all the same: ${known.join(", ")}.`,
  },
  "app/server-name": {
    title: "Names of MCP servers are plain words.",
    message: ({ name }) => `\`${name}\` is no name for a server.`,
    hint: () => "Use 1 to 64 letters, digits, hyphens and underscores.",
  },
  "app/host-settings": {
    title: "Settings of other programs can be read and edited without loss.",
    exit: 1,
    message: ({ title, reason }) => `The settings of ${title} cannot be edited: ${reason}.`,
    hint: () => "The file was left as it is. Fix it, or add the entry by hand.",
  },
  "app/host-settings-outside": {
    title: "Settings of other programs lie in the folders of the user.",
    exit: 1,
    message: ({ title, target }) =>
      `The settings of ${title} are a link that leads out of the home folder, to ${target}.`,
    hint: () => "Nothing was changed. Edit the file that the link leads to by hand.",
  },
  "app/server-not-started": {
    title: "A command answers before it is written into settings.",
    exit: 1,
    message: ({ reason }) => `The server does not start with this command: ${reason}`,
    hint: () => "Nothing was changed. `skillwright mcp PATH --check` says what is wrong.",
  },
};

export function fail<Code extends keyof Params>(
  code: Code,
  params: Params[Code],
  place: Pick<Diagnostic, "file" | "range" | "path" | "cause"> = {},
): SkillError {
  return failFrom(catalogue, code, params, place);
}

/** Every code with what has to hold, for lists of codes. */
export function errorTitles(): readonly (readonly [code: string, title: string])[] {
  return Object.entries(catalogue).map(([code, { title }]) => [code, title]);
}
