import { useState } from "react";
import type { InputDefinition } from "../../../../src/skill/index.ts";
import { useSay } from "../../components/toasts.tsx";
import { formatError } from "../../data/workbench.ts";
import type { Checked } from "../../engine/check.ts";
import { useEngine } from "../../engine/engine.ts";
import type { SkillInput, Values } from "../run/data.ts";
import { type Runs, useRuns } from "../run/use-runs.ts";
import type { Draft } from "./use-draft.ts";

/** A field of the form, and whether the skill says that it asks for it. */
export interface StudioInput extends SkillInput {
  readonly isDeclared: boolean;
}

export interface StudioRun extends Omit<Runs, "run"> {
  readonly inputs: readonly StudioInput[];
  readonly values: Values;
  readonly setValue: (name: string, value: string) => void;
  readonly model: string;
  readonly setModel: (model: string) => void;
  readonly run: () => void;
  readonly showPrompt: () => void;
}

/**
 * Runs what stands in the editor: it is saved first, since the server runs what it keeps. A `{{name}}` that nothing
 * declares is a field at once, and is declared when it is run.
 */
export function useStudioRun(
  name: string,
  draft: Draft,
  checked: Checked | undefined,
  hosted: string,
): StudioRun {
  const engine = useEngine();
  const say = useSay();
  const [given, setGiven] = useState<Values>({});
  const [model, setModel] = useState("");
  const inputs = checked === undefined ? [] : inputsOf(checked);
  const values = Object.fromEntries(
    inputs.flatMap((input) => {
      const value = given[input.name] ?? input.default;
      return value === null ? [] : [[input.name, value]];
    }),
  );
  const runs = useRuns(name, values, model);
  const prepare = async (): Promise<boolean> => {
    if (!draft.mayChange) return true;
    const undeclared = inputs.filter(({ isDeclared }) => !isDeclared);
    if (undeclared.length === 0) return !draft.isChanged || (await draft.save());
    let { text } = draft;
    let place = inputs.length - undeclared.length;
    try {
      for (const { name: input, label } of undeclared) {
        const source = { path: `${name}/SKILL.md`, text, dialect: hosted };
        const value = { name: input, label, required: true };
        text = await engine.ask("setField", source, { path: ["inputs", place], value });
        place += 1;
      }
    } catch (error) {
      say.bad(formatError(error));
      return false;
    }
    draft.setText(text);
    return await draft.save(text);
  };
  return {
    ...runs,
    inputs,
    values,
    setValue: (input, value) => setGiven((last) => ({ ...last, [input]: value })),
    model,
    setModel,
    run: () => runs.run(prepare),
    showPrompt: () => runs.dryRun.begin(prepare),
  };
}

function inputsOf({ inputs, undeclared }: Checked): readonly StudioInput[] {
  return [
    ...inputs.map((input) => ({ ...toInput(input), isDeclared: true })),
    ...undeclared.map((name) => ({ ...toInput({ name, required: true }), isDeclared: false })),
  ];
}

function toInput(input: InputDefinition): SkillInput {
  const { name, label, type, required, default: preset, description } = input;
  return {
    name,
    label: label ?? sayName(name),
    type: type ?? "text",
    required: required ?? false,
    default: preset ?? null,
    description: description ?? null,
  };
}

/** `due_date` becomes `Due date`. */
function sayName(name: string): string {
  const words = name.replaceAll(/[_-]+/gu, " ").trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
