import { isObject, type InputDefinition, type Json, type ToolDeclaration } from "../model/index.ts";
import { addedTo, change, type ChangeSubject, isSame, quote, type SkillChange } from "./change.ts";

/** Tools by their names: what was called before is to be callable in the same way. */
export function compareTools(
  before: readonly ToolDeclaration[] = [],
  after: readonly ToolDeclaration[] = [],
): readonly SkillChange[] {
  const [had, has] = [byName(before), byName(after)];
  const changes: SkillChange[] = [];
  for (const [name, tool] of had) {
    const next = has.get(name);
    changes.push(
      ...(next === undefined
        ? [change("major", "tool", `Removes the tool ${quote(name)}.`)]
        : compareTool(name, tool, next)),
    );
  }
  for (const name of has.keys())
    if (!had.has(name)) changes.push(change("minor", "tool", `Adds the tool ${quote(name)}.`));
  return changes;
}

function byName<Named extends { readonly name: string }>(
  list: readonly Named[],
): ReadonlyMap<string, Named> {
  return new Map(list.map((one) => [one.name, one]));
}

function compareTool(
  name: string,
  before: ToolDeclaration,
  after: ToolDeclaration,
): readonly SkillChange[] {
  const where = `the tool ${quote(name)}`;
  const isKept = (key: string): boolean => isSame(before[key], after[key]);
  return [
    // Without a list of parameters nothing was promised of them.
    ...(before.parameters === undefined
      ? []
      : compareParameters(
          "tool",
          where,
          toParameters(before.parameters),
          toParameters(after.parameters ?? {}),
        )),
    ...(before.returns === undefined || isKept("returns")
      ? []
      : [change("major", "tool", `The result of ${where} has another type.`)]),
    ...(isKept("description")
      ? []
      : [change("patch", "tool", `Describes ${where} in other words.`)]),
    ...(isKept("atomic") ? [] : [change("minor", "tool", `Changes whether ${where} is atomic.`)]),
  ];
}

/** What a caller may or must give. */
interface Parameter {
  readonly type: string;
  readonly isRequired: boolean;
  readonly fallback: string;
  /** Values that it can have; undefined for any. */
  readonly values: readonly string[] | undefined;
}

function toParameters(declared: { readonly [name: string]: Json }): ReadonlyMap<string, Parameter> {
  return new Map(
    Object.entries(declared).map(([name, value]) => {
      const given = isObject(value) ? value : { type: value };
      const { type = "", required, default: fallback, enum: values } = given;
      const isRequired = fallback === undefined && (required === true || required === "true");
      return [
        name,
        {
          type: typeof type === "string" ? type : JSON.stringify(type),
          isRequired,
          fallback: fallback === undefined ? "" : JSON.stringify(fallback),
          values: Array.isArray(values) ? values.map((one) => JSON.stringify(one)) : undefined,
        },
      ];
    }),
  );
}

/** Inputs of a template, which whoever runs the skill fills in. */
export function compareInputs(
  before: readonly InputDefinition[] = [],
  after: readonly InputDefinition[] = [],
): readonly SkillChange[] {
  return compareParameters("input", undefined, toInputs(before), toInputs(after));
}

function toInputs(inputs: readonly InputDefinition[]): ReadonlyMap<string, Parameter> {
  return new Map(
    inputs.map(({ name, type = "", required = false, default: fallback }) => [
      name,
      {
        type,
        isRequired: required && fallback === undefined,
        fallback: fallback === undefined ? "" : fallback,
        values: undefined,
      },
    ]),
  );
}

function compareParameters(
  subject: ChangeSubject,
  where: string | undefined,
  before: ReadonlyMap<string, Parameter>,
  after: ReadonlyMap<string, Parameter>,
): readonly SkillChange[] {
  const noun = where === undefined ? "input" : "parameter";
  const of = where === undefined ? "" : ` of ${where}`;
  const called = (name: string): string => `the ${noun} ${quote(name)}${of}`;
  const changes: SkillChange[] = [];
  for (const [name, one] of before) {
    const next = after.get(name);
    if (next === undefined) changes.push(change("major", subject, `Removes ${called(name)}.`));
    else changes.push(...compareParameter(subject, called(name), one, next));
  }
  for (const [name, { isRequired }] of after) {
    if (before.has(name)) continue;
    changes.push(
      isRequired
        ? change("major", subject, `Requires ${called(name)}, which is new.`)
        : change("minor", subject, `Adds ${called(name)}.`),
    );
  }
  return changes;
}

function compareParameter(
  subject: ChangeSubject,
  called: string,
  before: Parameter,
  after: Parameter,
): readonly SkillChange[] {
  const start = called.replace(/^the/u, "The");
  const changes: SkillChange[] = [];
  if (before.type !== after.type)
    changes.push(
      change(
        "major",
        subject,
        `${start} has the type ${quote(after.type || "any")} (before: ${quote(before.type || "any")}).`,
      ),
    );
  if (!before.isRequired && after.isRequired)
    changes.push(change("major", subject, `${start} is required now.`));
  else if (before.isRequired && !after.isRequired)
    changes.push(change("minor", subject, `${start} is optional now.`));
  else if (before.fallback !== after.fallback)
    changes.push(change("minor", subject, `${start} has another default.`));
  const isNarrower =
    after.values !== undefined &&
    (before.values === undefined || addedTo(after.values, before.values).length > 0);
  if (isNarrower) changes.push(change("major", subject, `${start} takes fewer values.`));
  else if (before.values !== undefined && before.values.length !== after.values?.length)
    changes.push(change("minor", subject, `${start} takes more values.`));
  return changes;
}
