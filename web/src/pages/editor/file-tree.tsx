import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import type { SkillFile } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface FileTreeProps {
  readonly files: readonly SkillFile[];
  readonly open: string;
  /** How many are in the SKILL.md; what only informs is not counted. */
  readonly problems: number;
  readonly onOpen: (path: string) => void;
  readonly onAdd?: (path: string) => void;
}

export const MAIN_FILE = "SKILL.md";
const VARIANT = /^variants\/([^/]+)\/SKILL\.md$/u;

/** The files of a skill, the one that makes it a skill first; what it was converted to by itself. */
export function FileTree({ files, open, problems, onOpen, onAdd }: FileTreeProps) {
  const say = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  const paths = files.map(({ path }) => path).filter((path) => path !== MAIN_FILE);
  const variants = paths.filter((path) => VARIANT.test(path));
  const folders = Map.groupBy(
    paths.filter((path) => !VARIANT.test(path)),
    (path) => path.slice(0, path.lastIndexOf("/") + 1),
  );
  const entry = (path: string, title: string): React.ReactNode => (
    <li key={path} className="editor-entry">
      <button
        type="button"
        className="nav-link editor-file"
        aria-current={path === open ? "page" : undefined}
        aria-label={path}
        title={path}
        onClick={() => onOpen(path)}
      >
        <Icon name={VARIANT.test(path) ? "flow" : "file"} />
        <span className="clip grow">{title}</span>
      </button>
      {path === MAIN_FILE && problems > 0 ? (
        <span className="pill pill-bad editor-count" title={say("common.problems")}>
          {problems}
        </span>
      ) : null}
    </li>
  );
  return (
    <nav className="editor-files" aria-label={say("studio.filesOf")}>
      <p className="editor-files-title">{say("studio.files")}</p>
      <ul className="nav-list">
        {entry(MAIN_FILE, MAIN_FILE)}
        {(folders.get("") ?? []).map((path) => entry(path, path))}
      </ul>
      {[...folders]
        .filter(([folder]) => folder !== "")
        .map(([folder, inside]) => (
          <div key={folder}>
            <p className="editor-folder">
              <Icon name="folder" />
              {folder.slice(0, -1)}
            </p>
            <ul className="nav-list editor-inside">
              {inside.map((path) => entry(path, path.slice(folder.length)))}
            </ul>
          </div>
        ))}
      {variants.length === 0 ? null : (
        <>
          <p className="editor-files-title">{say("studio.variants")}</p>
          <ul className="nav-list">
            {variants.map((path) => entry(path, VARIANT.exec(path)?.[1] ?? path))}
          </ul>
        </>
      )}
      {onAdd === undefined ? null : isAdding ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const path = new FormData(event.currentTarget).get("path");
            if (typeof path === "string" && path.trim() !== "") onAdd(path.trim());
            setIsAdding(false);
          }}
        >
          <input
            className="input"
            name="path"
            aria-label={say("editor.pathOfTheNew")}
            placeholder="references/notes.md"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it was asked for
            autoFocus
          />
        </form>
      ) : (
        <Button size="small" look="quiet" icon="plus" onClick={() => setIsAdding(true)}>
          {say("studio.addFile")}
        </Button>
      )}
    </nav>
  );
}
