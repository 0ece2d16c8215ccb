/** An operation in the words of the command line. */
import type { Field, Fields } from "../app/fields.ts";
import type { Operation, OperationRow } from "../app/operation.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec, ValueSpec } from "./commands/spec.ts";

const PLACEHOLDERS: { readonly [Kind in Field["kind"]]: string } = {
  text: "TEXT",
  number: "N",
  flag: "",
  choice: "CHOICE",
  dialect: "D",
  code: "CODE",
  file: "FILE",
  folder: "DIR",
  skill: "PATH",
  document: "PATH",
  json: "JSON",
};

export function toSpec({ id, summary }: OperationRow, operation: Operation): CommandSpec {
  const { input, details, examples, formats, streams } = operation;
  const fields = Object.entries(input);
  const takesSkills = fields.some(([, { kind }]) => kind === "skill" || kind === "document");
  return {
    name: id,
    summary,
    details,
    arguments: fields.flatMap(([name, field]) =>
      field.positional ? [toArgument(name, field)] : [],
    ),
    options: [
      ...fields.flatMap(([name, field]) => (field.positional ? [] : [toOption(name, field)])),
      {
        name: "json",
        summary: streams === true ? "Print one line of JSON for every event." : "Print JSON.",
      },
      ...(formats === undefined ? [] : formatOptions(formats)),
      ...(takesSkills ? [STDIN_PATH] : []),
    ],
    examples,
  };
}

const STDIN_PATH: OptionSpec = {
  name: "stdin-path",
  value: { name: "FILE", kind: "file" },
  summary: "Path under which standard input (`-`) is checked.",
};

function formatOptions(choices: readonly string[]): readonly OptionSpec[] {
  return [
    {
      name: "format",
      short: "f",
      value: { name: "FORMAT", kind: "choice", choices },
      summary: `Output format: ${choices.join(", ")}.`,
    },
    {
      name: "output",
      short: "o",
      value: { name: "FILE", kind: "file" },
      summary: "Write to this file instead of standard output.",
    },
  ];
}

function toArgument(name: string, field: Field): ArgumentSpec {
  return {
    ...toValue(field),
    name:
      field.placeholder ?? (field.kind === "text" ? name.toUpperCase() : PLACEHOLDERS[field.kind]),
    isRequired: field.required === true,
    isVariadic: field.many === true,
    summary: field.doc,
  };
}

/** The options for fields that are taken by commands which are no operations, too. */
export function toOptions(fields: Fields): readonly OptionSpec[] {
  return Object.entries(fields).map(([name, field]) => toOption(name, field));
}

export function toOption(name: string, field: Field): OptionSpec {
  return {
    name: toKebab(name),
    summary: field.doc,
    ...(field.short === undefined ? {} : { short: field.short }),
    ...(field.kind === "flag" ? {} : { value: toValue(field) }),
    ...(field.many === true ? { isRepeatable: true } : {}),
  };
}

function toValue({ kind, choices, placeholder }: Field): ValueSpec {
  return {
    name: placeholder ?? PLACEHOLDERS[kind],
    kind:
      kind === "skill" || kind === "document"
        ? "file"
        : kind === "flag" || kind === "json"
          ? "text"
          : kind,
    ...(choices === undefined ? {} : { choices }),
  };
}

export function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
