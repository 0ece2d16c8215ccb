import { type ImplementedTool, readInlineTools } from "../../run/tools/index.ts";
import {
  type ComparedSkill,
  judgeRelease,
  type ReleaseJudgement,
} from "../../skill/compare/index.ts";
import { decodeText, type ToolDeclaration } from "../../skill/index.ts";

interface ReleasedFiles<Version> {
  readonly version: Version;
  /** Of its SKILL.md. */
  readonly bytes: Uint8Array;
  /** Of the module of its tools, where it has one. */
  readonly module?: { readonly path: string; readonly bytes: Uint8Array };
}

export interface ReleaseComparison {
  /** Where the file stands, for what depends on its folder. */
  readonly path: string;
  readonly before: ReleasedFiles<string>;
  /** Without a version one is proposed. */
  readonly after: ReleasedFiles<string | undefined>;
  /** Versions that there are. */
  readonly taken: readonly string[];
}

export type JudgeRelease = (comparison: ReleaseComparison) => Promise<ReleaseJudgement | undefined>;

export const judgeFiles: JudgeRelease = async ({ path, before, after, taken }) => {
  const had = await readFiles(path, before);
  const has = await readFiles(path, after);
  const { version } = after;
  return judgeRelease(
    { ...had, version: before.version },
    { ...has, ...(version === undefined ? {} : { version }) },
    taken,
  );
};

/** A skill with its tools as their code has them, which is not run. */
async function readFiles(
  path: string,
  { bytes, module: file }: ReleasedFiles<unknown>,
): Promise<ComparedSkill> {
  const { skill, dialect, module } = await readInlineTools(bytes, path, {
    has: (name) => name === file?.path,
    read: () => ({ path, text: decodeText(file?.bytes ?? new Uint8Array()).text }),
  });
  const isRead = module !== undefined && module.error === undefined;
  return { skill, dialect, ...(isRead ? { code: module.tools.map(toDeclaration) } : {}) };
}

function toDeclaration({ name, parameters, returns }: ImplementedTool): ToolDeclaration {
  return {
    name,
    parameters: Object.fromEntries(
      parameters.map(({ name: parameter, kind, isRequired, default: fallback }) => [
        parameter,
        {
          type: kind.type,
          required: isRequired,
          ...(fallback === undefined ? {} : { default: fallback }),
          ...(kind.choices === undefined ? {} : { enum: [...kind.choices] }),
        },
      ]),
    ),
    ...(returns === undefined || returns.type === "unknown" ? {} : { returns: returns.type }),
  };
}
