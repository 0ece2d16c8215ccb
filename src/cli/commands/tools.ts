import { failure } from "../../platform/index.ts";
import { SkillError, withoutCause } from "../../skill/model/index.ts";
import { type Context, FINDINGS, printJson } from "../context.ts";
import { settlePlaces } from "../tools/settle.ts";
import { showDiagnostic } from "../tools/show.ts";

/** Tools of skills: `list`, `check` and `sync` read them, `call` and `command` run them. */
export async function run(context: Context): Promise<number> {
  const [action = "", ...words] = context.arguments;
  const inner = { ...context, arguments: words };
  const begun = performance.now();
  try {
    await settlePlaces(context);
    return await act(action, inner);
  } catch (error) {
    // What belongs to a skill is a finding; what belongs to the command line is not.
    if (
      !SkillError.isInstance(error) ||
      !/^(?:tools|sandbox|grants?|registry)\//.test(error.diagnostic.code)
    )
      throw error;
    if (context.options.flag("json")) {
      const milliseconds = performance.now() - begun;
      // One shape for whatever becomes of a call, whether or not the tool was reached.
      const called = action === "call" ? { tool: words[0] ?? "", milliseconds } : {};
      const told = { ...called, ok: false, error: withoutCause(error.diagnostic) };
      printJson(context, told);
    } else context.err(showDiagnostic(error.diagnostic, context));
    return FINDINGS;
  }
}

async function act(action: string, context: Context): Promise<number> {
  switch (action) {
    case "list": {
      const { listTools } = await import("../tools/list.ts");
      return await listTools(context);
    }
    case "check": {
      const { checkTools } = await import("../tools/check.ts");
      return await checkTools(context);
    }
    case "sync": {
      const { syncTools } = await import("../tools/sync.ts");
      return await syncTools(context);
    }
    case "call": {
      const { callTool } = await import("../tools/call.ts");
      return await callTool(context);
    }
    case "command": {
      const { runCommand } = await import("../tools/command.ts");
      return await runCommand(context);
    }
    default:
      throw failure(
        "cli/usage",
        `\`tools\` has no action \`${action}\`; use list, check, sync, call or command.`,
      );
  }
}
