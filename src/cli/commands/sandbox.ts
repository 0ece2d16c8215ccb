import { createBubblewrapRunner, type Wall } from "../../platform/sandbox/index.ts";
import { failure } from "../../platform/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";

/** Says what this machine can enforce. */
export async function run(context: Context): Promise<number> {
  const [action = ""] = context.arguments;
  if (action !== "doctor")
    throw failure("cli/usage", `\`sandbox\` has no action \`${action}\`; use \`doctor\`.`, {
      hint: "See `skillwright help sandbox`.",
    });
  const runner = createBubblewrapRunner({
    path: context.environment["PATH"] ?? "",
    now: context.now,
    random: Math.random,
  });
  const walls = await runner.walls();
  if (context.options.flag("json")) printJson(context, walls);
  else
    context.out(
      `${[...walls.parts.map((wall) => renderWall(wall, context)), summary(walls.isUsable, context)].join("\n")}\n`,
    );
  return walls.isUsable ? FINE : FINDINGS;
}

const STYLES = { there: "green", weaker: "yellow", missing: "red" } as const;

function renderWall({ name, state, says, remedy }: Wall, { paint }: Context): string {
  const mark = paint(STYLES[state], state.padEnd(7));
  const what = remedy === undefined ? "" : `\n                      ${paint("dim", remedy)}`;
  return `${mark} ${name.padEnd(12)}  ${says}${what}`;
}

function summary(isUsable: boolean, { paint }: Context): string {
  return isUsable
    ? paint("bold", "Tools of skills can run here, in the sandbox.")
    : paint("bold", "Tools of skills are refused here: nothing could hold them back.");
}
