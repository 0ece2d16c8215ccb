/** What the canvas shows of a type of node. It is plain data: the workbench loads it without the code that runs. */
import type { Json } from "../../../skill/model/index.ts";

export interface NodeForm {
  readonly title: string;
  readonly icon: NodeIcon;
  /** What the node does, in one sentence. */
  readonly about: string;
  readonly fields: readonly NodeField[];
  /** The key of the field that stands on the node itself. */
  readonly summary?: string;
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
  readonly options?: readonly string[] | "skills" | "bases" | "models";
}

export const TEMPLATE_HELP: string =
  "{{input}} is the input of the run, {{node.output}} the output of a node before this one.";
