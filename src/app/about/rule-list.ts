/** Every diagnostic code, or one with its page. */
import type { CodeEntry } from "../../check/index.ts";
import { suggest } from "../../skill/model/index.ts";
import { fail } from "../errors.ts";
import { styleSeverity, type TextView } from "../text.ts";
import { listAllCodes } from "./codes.ts";
import { findPage } from "./pages.ts";

import { readText } from "../../platform/index.ts";

/** The page about a code as Markdown; undefined where there is none. */
function readPage(code: string): string | undefined {
  const file = findPage(code);
  if (file === undefined) return undefined;
  // The frontmatter of a page speaks to the tools of the documentation alone.
  return readText(file).replace(/^---\n[^]*?\n---\n+/, "");
}

export interface RuleList {
  readonly rules: readonly (CodeEntry & {
    /** The page of the code as Markdown, where one was asked for. */
    readonly text?: string;
  })[];
}

export async function listRules(word: string | undefined): Promise<RuleList> {
  const rules = await listAllCodes();
  if (word === undefined) return { rules };
  const rule = rules.find(({ code }) => code === word || code.endsWith(`/${word}`));
  const text = rule === undefined ? undefined : readPage(rule.code);
  if (rule !== undefined && text !== undefined) return { rules: [{ ...rule, text }] };
  const codes = rules.map(({ code }) => code);
  throw fail("app/unknown-rule", { code: word, near: suggest(word, codes) });
}

export const ruleListText: TextView<RuleList> = {
  render: ({ rules }, screen) => {
    const width = Math.max(...rules.map(({ code }) => code.length));
    return rules
      .map(({ code, severity, title, text }) => {
        if (text !== undefined) return text;
        const words = styleSeverity(screen, severity, severity.padEnd(7));
        return `${screen.style("bold", code.padEnd(width))}  ${words}  ${title}\n`;
      })
      .join("");
  },
};
