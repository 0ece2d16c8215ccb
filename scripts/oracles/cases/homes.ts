/** Homes that every agent is asked about: several roots, folders above the current one, budgets. */
import type { CaseInput } from "../types.ts";
import { plainSkill, prose } from "./text.ts";

export interface Home {
  readonly id: string;
  readonly note: string;
  readonly in: Partial<CaseInput> & Pick<CaseInput, "files">;
}

/** Folders for skills of all vendors, and some that somebody might think of. */
const VENDOR_FOLDERS: readonly string[] = [
  ".agents/skills",
  ".claude/skills",
  ".codex/skills",
  ".gemini/skills",
  ".github/skills",
  ".copilot/skills",
  ".opencode/skills",
  ".opencode/skill",
  ".cursor/skills",
  ".config/opencode/skills",
  ".config/agents/skills",
  "skills",
];

function oneEach(scope: "PROJECT" | "HOME"): CaseInput["files"] {
  const letter = scope === "PROJECT" ? "p" : "u";
  return Object.fromEntries(
    VENDOR_FOLDERS.map((folder) => {
      const name = `${letter}-${folder.replaceAll(/[^a-z]+/gu, "-").replace(/^-/u, "")}`;
      return [
        `${scope}/${folder}/${name}/SKILL.md`,
        plainSkill(name, `Lies in ${scope}/${folder}.`),
      ];
    }),
  );
}

/** `folder` is the one below the project or the home that the agent reads, such as `.agents/skills`. */
export function buildHomes(folder: string): readonly Home[] {
  const at = (
    place: string,
    name: string,
    description = `Lies in ${place}.`,
  ): CaseInput["files"] => ({
    [`${place}/${folder}/${name}/SKILL.md`]: plainSkill(name, description),
  });
  const many = (count: number, length: number): CaseInput["files"] =>
    Object.assign(
      {},
      ...Array.from({ length: count }, (_, number) =>
        at("PROJECT", `many-${String(number).padStart(3, "0")}`, prose(length, number)),
      ),
    );
  const tree = {
    ...at("PROJECT", "top"),
    ...at("PROJECT/packages", "middle"),
    ...at("PROJECT/packages/app", "here"),
    ...at("PROJECT/packages/app/deep", "below"),
    ...at("PROJECT/packages/other", "beside"),
    ...at("HOME", "user"),
  };
  const cwd = "PROJECT/packages/app";
  return [
    {
      id: "all-roots",
      note: "one skill in each folder of every vendor",
      in: { files: { ...oneEach("PROJECT"), ...oneEach("HOME") } },
    },
    {
      id: "subfolder",
      note: "the current folder lies two below the repository's",
      in: { files: tree, cwd },
    },
    {
      id: "subfolder-no-git",
      note: "the same without a repository",
      in: { files: tree, cwd, git: [] },
    },
    {
      id: "nested-git",
      note: "a repository inside a repository",
      in: { files: tree, cwd, git: ["PROJECT", "PROJECT/packages"] },
    },
    {
      id: "parents-same-name",
      note: "one name in the current folder and in those above",
      in: {
        files: {
          ...at("PROJECT", "same"),
          ...at("PROJECT/packages", "same"),
          ...at("PROJECT/packages/app", "same"),
        },
        cwd,
      },
    },
    {
      id: "no-git",
      note: "no repository at all",
      in: { files: { ...at("PROJECT", "here"), ...at("HOME", "user") }, git: [] },
    },
    {
      id: "same-name-in-root",
      note: "two folders of one root give one name",
      in: {
        files: {
          [`PROJECT/${folder}/one/SKILL.md`]: plainSkill("same", "In folder one."),
          [`PROJECT/${folder}/two/SKILL.md`]: plainSkill("same", "In folder two."),
        },
      },
    },
    {
      id: "order-names",
      note: "how names are sorted",
      in: {
        files: Object.assign(
          {},
          ...["b", "B", "a-10", "a-9", "a_1", "A", "é", "z"].map((name) =>
            at("PROJECT", name, "About the order."),
          ),
        ),
      },
    },
    { id: "budget-120", note: "120 descriptions of 600 characters", in: { files: many(120, 600) } },
    { id: "budget-40", note: "40 descriptions of 600 characters", in: { files: many(40, 600) } },
    { id: "count-300", note: "300 skills with short descriptions", in: { files: many(300, 60) } },
  ];
}
