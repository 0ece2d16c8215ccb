import {
  fileExists,
  joinPath,
  listFolder,
  makeFolder,
  parentOf,
  readBytes,
  computeSha256,
  showPath,
  writeFileAtomically,
} from "../../../platform/index.ts";
import { decodeText, dialects, readDocument, SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import { judgeTools, readSource, type SkillTools } from "../introspect/index.ts";
import { findSkillFile, type LoadedSkill, type LoadOptions, loadTools } from "../load/index.ts";
import { migrateSkill, missingHandlers } from "./migrate-skill.ts";

/** Where the worker sees the skill: its own files with the wrapper among them. */
const INSIDE = "/skill";
const WRAPPER = "tools.py";

/** The skill as the adapter would load it, where it has actions that a wrapper could hand on to. */
export async function readAdapted(skill: SkillTools): Promise<SkillTools | undefined> {
  const { document, shown, folder, file } = skill;
  const takers = dialects.filter(({ migrate }) => migrate !== undefined);
  const migrated = migrateSkill(document, takers, { shown });
  const wrapper = "refused" in migrated ? undefined : migrated.files[WRAPPER];
  if ("refused" in migrated || wrapper === undefined) return undefined;
  const inside = `${INSIDE}/${WRAPPER}`;
  const named = { name: WRAPPER, language: "python", path: inside, shown } as const;
  return judgeTools(migrated.read, { folder, file, shown }, await readSource(wrapper, named));
}

/**
 * Loads a skill of another system by what its actions are, without changing its folder: a wrapper marks them as
 * tools. Whatever tier it claims, it is experimental.
 */
export async function adaptSkill(word: string, options: LoadOptions): Promise<LoadedSkill> {
  const { file, shown } = findSkillFile(word, options);
  const folder = parentOf(file);
  const { text, problems } = decodeText(readBytes(file));
  const document = readDocument(text, problems);
  const takers = dialects.filter(({ migrate }) => migrate !== undefined);
  const migrated = migrateSkill(document, takers, { shown });
  if ("refused" in migrated) {
    const [first] = migrated.refused;
    if (first !== undefined) throw new SkillError(first);
    throw new Error("A refusal has a reason.");
  }
  const wrapper = migrated.files[WRAPPER];
  if (wrapper === undefined)
    throw new SkillError(
      toolProblem(
        toolCodes.noModule,
        `The skill \`${migrated.name}\` has no actions with handlers to run.`,
        { file: shown, hint: "The skill has only instructions and needs no adapter." },
      ),
    );
  const [missing] = missingHandlers(migrated, shown, (path) => fileExists(joinPath(folder, path)));
  if (missing !== undefined) throw new SkillError(missing);
  // By its text: skills of one name, and versions of one skill, run side by side.
  const place = joinPath(options.packagesRoot, migrated.name, "adapters", computeSha256(wrapper));
  makeFolder(place);
  const path = joinPath(place, WRAPPER);
  writeFileAtomically(path, wrapper);
  const inside = `${INSIDE}/${WRAPPER}`;
  const named = { name: WRAPPER, language: "python", path: inside, shown: showPath(path) } as const;
  const module = await readSource(wrapper, named);
  const skill = judgeTools(migrated.read, { folder, file, shown }, module);
  const names = listFolder(folder).map(({ path: inner }) => inner.split("/")[0] ?? inner);
  const own = [...new Set(names)].filter((name) => name !== WRAPPER);
  return await loadTools(skill, options, {
    modulePath: inside,
    mounts: [
      { path, at: inside, access: "read" },
      ...own.map((name) => ({
        path: joinPath(folder, name),
        at: `${INSIDE}/${name}`,
        access: "read" as const,
      })),
    ],
  });
}
