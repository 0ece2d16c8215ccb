/** What people and pages are told of a type of node. It is plain data: the canvas and the reference are made from it. */
import type { Json } from "../../../skill/model/index.ts";

export interface NodeForm {
  readonly title: string;
  readonly icon: NodeIcon;
  /** What the node does, in one sentence. */
  readonly about: string;
  /** What its output is, for the reference. */
  readonly output: string;
  /** Further paragraphs for the reference. */
  readonly notes?: readonly string[];
  readonly fields: readonly NodeField[];
  /** The key of the field that stands on the node itself. */
  readonly summary?: string;
  /** Names that its fields may use besides those of all nodes, such as `round.output`. */
  readonly ownNames?: readonly string[];
  /** The ways out, where there are several: the node chooses one. */
  readonly branches?: readonly NodeBranch[];
  /** Nothing leads to it: the run begins there. */
  readonly isFirst?: true;
  /** Nothing follows it. */
  readonly isLast?: true;
}

export interface NodeBranch {
  /** The `sourceHandle` of its edges. */
  readonly id: string;
  readonly label: string;
}

/** Of the icons of the workbench, those that stand for nodes. */
export type NodeIcon =
  | "play"
  | "chat"
  | "file"
  | "book"
  | "route"
  | "globe"
  | "code"
  | "check"
  | "text"
  | "list"
  | "cog";

export interface NodeField {
  readonly key: string;
  readonly label: string;
  readonly kind: "text" | "area" | "code" | "number" | "check" | "pairs" | "options";
  readonly help?: string;
  readonly placeholder?: string;
  /** The value that counts while the field is empty. */
  readonly preset?: Json;
  readonly range?: { readonly min: number; readonly max: number; readonly step: number };
  /** What can be chosen: fixed texts, or things that the server knows. */
  readonly options?: readonly string[] | "skills" | "bases" | "models" | "workflows";
  /** How its text names other nodes: by templates, as a condition, or as entries of mappings. Absent: not at all. */
  readonly names?: "template" | "condition" | "mapping";
  /** What a node without it lacks, such as `skill`; a run that comes to it fails there. */
  readonly required?: string;
}

export const TEMPLATE_HELP: string =
  "{{input}} is the input of the run, {{node.output}} the output of a node before this one.";
