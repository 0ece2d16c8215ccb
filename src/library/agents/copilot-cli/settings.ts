/** What of Copilot CLI's settings decides about skills: those of the user alone. */
import { joinPath, resolvePath, readTextIfPresent } from "../../../platform/index.ts";
import type { AgentContext, IgnoredSettings } from "../agent.ts";
import { ignoredFile } from "../causes.ts";
import { toFields, parseJsonc } from "../jsonc.ts";

export interface CopilotSettings {
  readonly file: string;
  readonly disabled: ReadonlySet<string>;
  /** Folders of skills that the user added. */
  readonly folders: readonly string[];
  readonly ignored: readonly IgnoredSettings[];
}

export function copilotHome({ home, environment }: AgentContext): string {
  const named = environment["COPILOT_HOME"];
  return named === undefined || named === "" ? joinPath(home, ".copilot") : resolvePath(named);
}

export function readSettings(ground: AgentContext): CopilotSettings {
  const file = joinPath(copilotHome(ground), "settings.json");
  const text = readTextIfPresent(file) ?? "";
  const parsed = toFields(parseJsonc(text));
  const fields = parsed ?? {};
  const named = ground.environment["COPILOT_SKILLS_DIRS"] ?? "";
  return {
    file,
    ignored:
      parsed === undefined && text.trim() !== "" ? [ignoredFile("Copilot CLI", file, "JSON")] : [],
    disabled: new Set(textsIn(fields["disabledSkills"])),
    folders: [...named.split(","), ...textsIn(fields["skillDirectories"])]
      .map((folder) => folder.trim())
      .filter((folder) => folder !== "")
      .map((folder) => resolvePath(ground.folder, folder)),
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
