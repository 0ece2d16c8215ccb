/** Homes of Goose: its folders, plugins, settings and variables. */
import type { CaseInput } from "../types.ts";
import type { Home } from "./homes.ts";
import { plainSkill } from "./text.ts";

type Files = CaseInput["files"];

function at(folder: string, ...names: readonly string[]): Files {
  return Object.fromEntries(
    names.map((name) => [`${folder}/${name}/SKILL.md`, plainSkill(name, `Lies in ${folder}.`)]),
  );
}

const PROJECT = ["PROJECT/.agents/skills", "PROJECT/.goose/skills", "PROJECT/.claude/skills"];
const USER = [
  "HOME/.agents/skills",
  "HOME/.config/goose/skills",
  "HOME/.claude/skills",
  "HOME/.config/agents/skills",
  "HOME/.agents/plugins/plug/skills",
];

function inEach(folders: readonly string[], name: string): Files {
  return Object.assign({}, ...folders.map((folder) => at(folder, name)));
}

const SKILLS_OFF = [
  "extensions:",
  "  skills:",
  "    enabled: false",
  "    type: platform",
  "    name: skills",
  "    description: Skills",
  "    bundled: true",
  "    available_tools: []",
  "",
].join("\n");

export const GOOSE_HOMES: readonly Home[] = [
  {
    id: "same-name-everywhere",
    note: "one name in all folders",
    in: { files: inEach([...PROJECT, ...USER], "same") },
  },
  ...[...PROJECT, ...USER].slice(1).map((_, index, all): Home => {
    const folders = [...PROJECT, ...USER].slice(index + 1);
    return {
      id: `same-name-${all.length - index}`,
      note: `one name in the last ${all.length - index} folders`,
      in: { files: inEach(folders, "same") },
    };
  }),
  {
    id: "own-folders",
    note: "a skill in each folder",
    in: {
      files: Object.assign(
        {},
        ...[...PROJECT, ...USER].map((folder, index) => at(folder, `in-${index}`)),
      ),
    },
  },
  {
    id: "off",
    note: "the extension for skills switched off",
    in: {
      files: at("PROJECT/.agents/skills", "one"),
      settings: { "HOME/.config/goose/config.yaml": SKILLS_OFF },
    },
  },
  {
    id: "xdg",
    note: "another folder for settings",
    in: {
      files: {
        ...at("HOME/.config/goose/skills", "one"),
        ...at("HOME/conf/goose/skills", "two"),
        ...at("HOME/conf/agents/skills", "three"),
      },
      env: { XDG_CONFIG_HOME: "HOME/conf" },
    },
  },
  {
    id: "path-root",
    note: "",
    in: {
      files: {
        ...at("HOME/.config/goose/skills", "one"),
        ...at("HOME/root/config/skills", "two"),
        ...at("HOME/.agents/skills", "three"),
        ...at("HOME/root/.agents/skills", "four"),
      },
      env: { GOOSE_PATH_ROOT: "HOME/root" },
    },
  },
  {
    id: "plugins",
    note: "two plugins, one of them with a switch of its own, and a folder that is none",
    in: {
      files: {
        ...at("HOME/.agents/plugins/one/skills", "first"),
        "HOME/.agents/plugins/one/plugin.json": '{"name":"one","version":"1.0.0"}\n',
        ...at("HOME/.agents/plugins/two/skills", "second"),
        ...at("PROJECT/.agents/plugins/three/skills", "third"),
        "HOME/.agents/plugins/notes.txt": "x\n",
      },
    },
  },
  {
    id: "version-folders",
    note: "folders of version control below a root, and one deep",
    in: {
      files: {
        ...at("PROJECT/.agents/skills/.hg", "one"),
        ...at("PROJECT/.agents/skills/.svn", "two"),
        ...at("PROJECT/.agents/skills/.other", "three"),
        ...at("PROJECT/.agents/skills/a/b/c/d/e/f/g/h/i/j", "deep"),
      },
    },
  },
  {
    id: "root-file",
    note: "a SKILL.md in the root itself",
    in: { files: { "PROJECT/.agents/skills/SKILL.md": plainSkill("rooted", "In the root.") } },
  },
  {
    id: "bundled-name",
    note: "a skill with the name of one that comes along",
    in: { files: at("PROJECT/.agents/skills", "web-search", "goose-doc-guide") },
  },
];
