import { observedUses } from "../declared/observed.ts";
import { beyond, readAllowedTools } from "../declared/tools.ts";
import type { ScanRule } from "../rule.ts";

/** Programs that a message shows. */
const SHOWN = 4;

export const declaredTools: ScanRule = {
  code: "scan/declared-tools",
  title: "A skill needs no other tools than those it lists.",
  severity: "low",
  category: "permissions",
  confidence: "medium",
  hint: "Add the tool to the list, or leave the command out. The agent will ask for it, or go without.",
  check(context) {
    const { skill, skillFile } = context;
    const entries = skill?.skill.authority.allowedTools;
    if (entries === undefined || entries.length === 0 || skillFile === undefined) return;
    const tools = readAllowedTools(entries);
    // What a script starts runs within the tool that started the script.
    const uses = beyond(
      tools,
      context.ask(observedUses).filter(({ isScript }) => !isScript),
    );
    const [first] = uses;
    if (first === undefined) return;
    const names = [...new Set(uses.map(({ subject }) => `\`${subject ?? ""}\``))];
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
    context.report({
      file: first.file,
      ...(first.span === undefined ? {} : { span: first.span }),
      severity: tools.hasShell ? "info" : "low",
      message: `\`allowed-tools\` does not list ${names.length === 1 ? "the command" : "the commands"} ${names.slice(0, SHOWN).join(", ")}${more}.`,
    });
  },
};
