import { z } from "zod";
import type { NodeContext, NodeRun } from "../../node.ts";
import { choice } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { startForm } from "./form.ts";

const INPUT_TYPES = ["text", "number", "boolean", "list", "object"] as const;

export type InputType = (typeof INPUT_TYPES)[number];

const MOST_INPUTS = 50;
const LONGEST_NAME = 64;

const inputWord = z.enum([...INPUT_TYPES, ...INPUT_TYPES.map((type) => `${type}?` as const)], {
  error: `A type of input is one of ${INPUT_TYPES.join(", ")}, with ? behind it where it may be absent`,
});

const startData = z.looseObject({
  inputVariable: choice,
  inputs: z
    .record(
      z
        .string()
        .max(LONGEST_NAME)
        .regex(/^[\p{L}_][\p{L}\p{N}_-]*$/u, "A name of an input is a word"),
      inputWord,
    )
    .refine((inputs) => Object.keys(inputs).length <= MOST_INPUTS, "There are too many inputs")
    .nullish(),
});

export const startNode: NodeSpec = defineNode({
  type: "start",
  form: startForm,
  data: startData.prefault({}),
  run: (_, context) => begin(context),
});

/** Another name for the input of the run, where a start node gives one. */
export function inputName(data: unknown): string | undefined {
  return startData.parse(data).inputVariable;
}

/** Inputs that it declares, each with the word for its type. */
export function inputTypes(data: unknown): readonly (readonly [string, string])[] {
  return Object.entries(startData.parse(data ?? {}).inputs ?? {});
}

/** What the run was started with, as data where inputs are declared. */
function begin(context: NodeContext): NodeRun {
  return passOn({ input: context.inputs ?? context.input });
}

// oxlint-disable-next-line require-yield -- all nodes are generators of one kind
export async function* passOn({ input }: Pick<NodeContext, "input">): NodeRun {
  return { output: input };
}
