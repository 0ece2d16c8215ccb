import { type Environment, joinPath } from "../../../platform/index.ts";
import { thisMachine } from "../../../platform/machine/index.ts";
import { SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";

/** The program that installs packages: Python itself, or the npm on the PATH. */
export function findInstaller(
  manager: "pip" | "npm",
  interpreter: string,
  { PATH = "" }: Environment,
): string {
  if (manager === "pip") return interpreter;
  const { isProgram, platform } = thisMachine();
  const [mark, name] = platform === "win32" ? [";", "npm.cmd"] : [":", "npm"];
  const folders = PATH.split(mark).filter((folder) => folder !== "");
  const found = folders.map((folder) => joinPath(folder, name)).find(isProgram);
  if (found !== undefined) return found;
  throw new SkillError(
    toolProblem(toolCodes.noInterpreter, "npm, which installs packages, is not on the `PATH`.", {
      hint: "Install npm, or put it on the `PATH`.",
    }),
  );
}
