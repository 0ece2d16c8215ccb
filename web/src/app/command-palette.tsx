import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { Icon, type IconName } from "../components/icon.tsx";
import { useEverySkill } from "../data/skill-source.ts";
import { useWorkbench } from "../data/workbench.ts";
import { pages } from "../pages/table.ts";
import { applyTheme } from "./theme.ts";

interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly group: string;
  readonly run: () => void;
}

export interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** A list of everything that can be done from anywhere, found by typing. */
export function CommandPalette({ onClose, onHelp }: CommandPaletteProps) {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const commands = useCommands(onHelp);
  const skills = useSkillCommands(words);
  const found = [...commands.filter(({ title }) => matches(title, words)), ...skills];
  const index = Math.min(chosen, Math.max(0, found.length - 1));
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const listen = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((index + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(found[index]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Go to">
          <input
            className="palette-input"
            role="combobox"
            aria-label="Page, skill or action"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={found.length === 0 ? undefined : `${listId}-${index}`}
            placeholder="Page, skill or action"
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setChosen(0);
            }}
            onKeyDown={listen}
          />
          <div
            className="palette-list"
            role="listbox"
            id={listId}
            aria-label="Pages, skills and actions"
          >
            {found.map((command, position) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above hears the keys
              <div
                key={`${command.group} ${command.title}`}
                id={`${listId}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                className="palette-option"
                onClick={() => run(command)}
              >
                <Icon name={command.icon} />
                {command.title}
                <span className="palette-group">{command.group}</span>
              </div>
            ))}
          </div>
          {found.length === 0 ? (
            <p className="palette-nothing muted" role="status">
              No page, skill or action is called like that.
            </p>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const MOST_SKILLS = 8;

/** Skills whose name has every word; asked for once somebody has typed. */
function useSkillCommands(words: string): readonly Command[] {
  const navigate = useNavigate();
  const isAsked = words.trim().length > 1;
  const { data } = useEverySkill(isAsked);
  if (!isAsked || data === undefined) return [];
  const names = new Map(data.toReversed().map(({ name, kind }) => [name, kind]));
  return [...names]
    .filter(([name]) => matches(name, words))
    .slice(0, MOST_SKILLS)
    .map(([name, kind]) => ({
      title: name,
      icon: "file",
      group: "Skill",
      run: () =>
        void (kind === "shelf"
          ? navigate({ to: "/skills/$name", params: { name } })
          : navigate({ to: "/explain", search: { skill: name } })),
    }));
}

function useCommands(onHelp: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { session } = useWorkbench();
  return useMemo(() => {
    const places = pages.flatMap(({ path, navigation }): readonly Command[] =>
      navigation === undefined
        ? []
        : [
            {
              title: navigation.title,
              icon: navigation.icon,
              group: navigation.group,
              run: () => void navigate({ to: path }),
            },
          ],
    );
    return [
      ...places,
      { title: "Light colours", icon: "sun", group: "Look", run: () => applyTheme("light") },
      { title: "Dark colours", icon: "moon", group: "Look", run: () => applyTheme("dark") },
      {
        title: "Colours of the system",
        icon: "cog",
        group: "Look",
        run: () => applyTheme("system"),
      },
      { title: "Show keys", icon: "info", group: "Help", run: onHelp },
      { title: "Log out", icon: "user", group: "Account", run: () => void session.logout() },
    ];
  }, [navigate, session, onHelp]);
}

/** Every word must begin somewhere in the title. */
function matches(title: string, words: string): boolean {
  const text = title.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
