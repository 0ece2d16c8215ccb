import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import type { SkillFile } from "./data.ts";

export interface FileTreeProps {
  readonly files: readonly SkillFile[];
  readonly open: string;
  readonly onOpen: (path: string) => void;
  readonly onAdd?: (path: string) => void;
}

export const MAIN_FILE = "SKILL.md";

/** The files of a skill, the one that makes it a skill first. */
export function FileTree({ files, open, onOpen, onAdd }: FileTreeProps) {
  const [isAdding, setIsAdding] = useState(false);
  const others = files.filter(({ path }) => path !== MAIN_FILE);
  return (
    <nav className="editor-files" aria-label="Files of the skill">
      <ul className="nav-list">
        {[MAIN_FILE, ...others.map(({ path }) => path)].map((path) => (
          <li key={path}>
            <button
              type="button"
              className="nav-link editor-file"
              aria-current={path === open ? "page" : undefined}
              title={path}
              onClick={() => onOpen(path)}
            >
              <Icon name="file" />
              <span className="clip">{path}</span>
            </button>
          </li>
        ))}
      </ul>
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
            aria-label="Path of the new file"
            placeholder="references/notes.md"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it was asked for
            autoFocus
          />
        </form>
      ) : (
        <Button size="small" look="quiet" icon="plus" onClick={() => setIsAdding(true)}>
          Add a file
        </Button>
      )}
    </nav>
  );
}
