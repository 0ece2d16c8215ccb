/** Files that no gate has come by, told in the same way as those that one has. */
import {
  changeConfig,
  type Explanation,
  type ReasonCode,
  type Remedy,
  type GateContext,
} from "../gate/index.ts";
import { folderOf, type RefusedFile, rootCodes } from "../roots/index.ts";

interface Kind {
  readonly code: ReasonCode;
  /** What was looked at. */
  readonly check: string;
}

const KINDS: { readonly [code: string]: Kind } = {
  [rootCodes.fileName]: { code: "wrong-file-name", check: "file" },
  [rootCodes.fileKind]: { code: "not-a-file", check: "file" },
  [rootCodes.hiddenFolder]: { code: "not-scanned", check: "folder" },
  [rootCodes.insideSkill]: { code: "not-scanned", check: "folder" },
  [rootCodes.tooDeep]: { code: "not-scanned", check: "folder" },
  [rootCodes.tooManyFolders]: { code: "not-scanned", check: "folder" },
  [rootCodes.tooLarge]: { code: "too-large", check: "file" },
  [rootCodes.linkOut]: { code: "link-refused", check: "link" },
  [rootCodes.linkBroken]: { code: "link-refused", check: "link" },
  [rootCodes.linkCircle]: { code: "link-refused", check: "link" },
  [rootCodes.hardLink]: { code: "hard-link", check: "link" },
  [rootCodes.pluginOff]: { code: "plugin-off", check: "plugin" },
};

const OTHER: Kind = { code: "unreadable", check: "file" };

/** Of a file inside a root; a root that cannot be read at all is no file of a skill. */
export function isFileOf({ problem, root }: RefusedFile): boolean {
  return problem.file !== undefined && problem.file !== root.path;
}

export function explainRefused(
  refused: RefusedFile,
  name: string | undefined,
  context: GateContext,
): Explanation {
  const { root, problem } = refused;
  const { code, check } = KINDS[problem.code] ?? OTHER;
  const { message: found, file: path = root.path } = problem;
  return {
    path,
    source: root.source,
    root: root.path,
    name: name ?? folderOf(refused),
    isEligible: false,
    isOfferedToModel: false,
    hosts: [],
    reasons: [
      {
        code,
        names: [folderOf(refused)],
        detail: found,
        say: found,
        remedies: remediesOf(refused, context),
      },
    ],
    steps: [{ stage: "find", check, wanted: [], found, isPassed: false }],
  };
}

function remediesOf({ problem, setting }: RefusedFile, context: GateContext): readonly Remedy[] {
  const { hint, code } = problem;
  const change = setting && {
    say: setting.say,
    config: changeConfig(setting.path, setting.value, context.rules.config),
  };
  // For a plugin the hint is the change of the settings, and nothing else.
  const first = hint === undefined || code === rootCodes.pluginOff ? [] : [{ say: hint }];
  return change === undefined ? first : [...first, change];
}
