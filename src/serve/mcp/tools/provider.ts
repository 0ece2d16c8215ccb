import type {
  CallToolResult,
  Icon,
  InputRequiredResult,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { ZodObject } from "zod";
import type { CatalogView } from "../../../app/catalog/index.ts";
import type { BaseFolder } from "../../../app/catalog/index.ts";
import type { Uses } from "../uses.ts";

/** What a tool works with. */
export interface ToolPorts {
  /** The skills as the client is offered them. */
  readonly view: CatalogView;
  readonly base: BaseFolder;
  readonly uses: Uses;
  /** Whose jobs it makes, where many use the server. */
  readonly jobOwner?: string;
  /** What the user answered to what an earlier round of the call asked. */
  readonly responses?: { readonly [question: string]: unknown };
  /** Whoever answers is the user who started the server, and can be asked. */
  readonly mayAsk?: boolean;
}

/** A tool with all that the protocol can say of one. */
export interface SkillTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ZodObject;
  readonly output: ZodObject;
  readonly annotations: ToolAnnotations;
  readonly icons: readonly Icon[];
  readonly tags: readonly string[];
  readonly version: string;
  /** Milliseconds after which a call ends with an error. */
  readonly timeoutMs: number;
  /** Whether a call that takes long may be answered with a task. */
  readonly taskSupport?: "optional" | "required";
  /** Its arguments have been held against `input`. Where it asks, it is called again with the answers. */
  readonly run: (
    input: unknown,
    ports: ToolPorts,
    signal: AbortSignal,
  ) => Promise<CallToolResult | InputRequiredResult>;
}

/** Where tools come from: those that look at skills, those that run them, and those of skills themselves. */
export interface ToolProvider {
  readonly id: string;
  /** The tools of this moment; they may follow from what the catalog holds. */
  readonly tools: (ports: ToolPorts) => readonly SkillTool[];
}
