import type { Json } from "../../model/index.ts";
import { anything, boolean, either, type Field, list, map, text } from "../field.ts";

const CODE = "Claude Code skill frontmatter";

/** The model speaks of what is offered, the file of what is withheld. */
function invert(value: Json): Json | undefined {
  return typeof value === "boolean" ? !value : undefined;
}

const words = boolean({ takesWords: true });
const names = list(text({ takesScalars: true }), { splits: "tools" });

/** Fields of Claude Code beyond the open specification. */
export const codeFields: readonly Field[] = [
  {
    path: ["when_to_use"],
    facet: "guidance.whenToUse",
    shape: text(),
    doc: "When the skill applies; shown after the description.",
    clause: CODE,
    misspellings: ["when-to-use", "whenToUse"],
    severity: "warning",
  },
  {
    path: ["argument-hint"],
    facet: "invocation.argumentHint",
    shape: text({ takesScalars: true }),
    doc: "Hint for the arguments, shown while the command is typed.",
    clause: CODE,
    misspellings: ["argument_hint", "argumentHint"],
    severity: "warning",
  },
  {
    path: ["arguments"],
    facet: "invocation.argumentNames",
    shape: list(text({ takesScalars: true }), { splits: "words" }),
    doc: "Names of the arguments, by position.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["disable-model-invocation"],
    facet: "invocation.byModel",
    shape: words,
    default: false,
    doc: "Only the user may start the skill; the model does not see it.",
    clause: CODE,
    misspellings: ["disable_model_invocation", "disableModelInvocation"],
    severity: "warning",
    read: invert,
    write: invert,
  },
  {
    path: ["user-invocable"],
    facet: "invocation.byUser",
    shape: words,
    default: true,
    doc: "The user may start the skill as a command.",
    clause: CODE,
    misspellings: ["user_invocable", "user-invokable", "userInvocable", "invocable"],
    severity: "warning",
  },
  {
    path: ["disallowed-tools"],
    facet: "authority.disallowedTools",
    shape: names,
    doc: "Tools that are taken away while the skill runs.",
    clause: CODE,
    misspellings: ["disallowed_tools", "disallowedTools"],
    severity: "warning",
  },
  {
    path: ["model"],
    facet: "execution.model",
    shape: text(),
    doc: "Model for the turn, or `inherit`.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["effort"],
    facet: "execution.effort",
    shape: text({ values: ["low", "medium", "high", "xhigh", "max"] }),
    doc: "How hard the model thinks.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["context"],
    facet: "execution.context",
    shape: text({ values: ["fork"] }),
    doc: "`fork` runs the skill in a subagent.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["agent"],
    facet: "execution.agent",
    shape: text(),
    doc: "Subagent that runs a forked skill.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["background"],
    facet: "execution.background",
    shape: words,
    doc: "A forked skill runs in the background.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["hooks"],
    facet: "execution.hooks",
    shape: map(anything),
    doc: "Hooks that are set when the skill starts.",
    clause: CODE,
    severity: "warning",
  },
  {
    path: ["paths"],
    facet: "invocation.paths",
    shape: either("a list of patterns, or text with commas", list(text(), { splits: "commas" })),
    doc: "Globs of files for which the skill is offered.",
    clause: CODE,
    misspellings: ["globs"],
    severity: "warning",
  },
  {
    path: ["shell"],
    facet: "execution.shell",
    shape: text({ values: ["bash", "powershell"] }),
    doc: "Shell for injected commands.",
    clause: CODE,
    severity: "warning",
  },
];
