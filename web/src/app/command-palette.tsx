import { Dialog } from "@base-ui/react/dialog";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { Icon, type IconName } from "../components/icon.tsx";
import { useCopy } from "../components/use-copy.tsx";
import { useEverySkill } from "../data/skill-source.ts";
import { useWorkbench } from "../data/workbench.ts";
import { systems } from "../engine/queries.ts";
import { navigation, playground } from "../pages/table.ts";
import {
  type Action,
  type Command,
  findCommands,
  operationCommands,
  type OperationInfo,
  skillCommands,
} from "./commands.ts";
import { applyTheme } from "./theme.ts";

declare const SKILL_OPERATIONS: readonly OperationInfo[];

interface Entry {
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
  const [found, fallback] = useEntries(words, onHelp);
  const index = Math.min(chosen, Math.max(0, found.length - 1));
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.run();
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
        <Dialog.Popup className="dialog palette" aria-label="Search or run">
          <div className="palette-field">
            <Icon name="search" />
            <input
              className="palette-input"
              role="combobox"
              aria-label="Page, skill or action"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={found.length === 0 ? undefined : `${listId}-${index}`}
              placeholder="Page, skill or action, such as “convert pdf to OpenClaw”"
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
                setChosen(0);
              }}
              onKeyDown={listen}
            />
            <kbd>Esc</kbd>
          </div>
          <div
            className="palette-list"
            role="listbox"
            id={listId}
            aria-label="Pages, skills and actions"
          >
            {found.map((entry, position) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above hears the keys
              <div
                key={`${entry.group} ${entry.title}`}
                id={`${listId}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                className="palette-option"
                ref={position === index ? showOption : undefined}
                onClick={() => run(entry)}
              >
                <Icon name={entry.icon} />
                <span className="clip">{entry.title}</span>
                <span className="palette-group">{entry.group}</span>
              </div>
            ))}
          </div>
          {found.length === 0 ? (
            <p className="palette-nothing muted" role="status">
              No matching page, skill or action.
            </p>
          ) : null}
          <p className="palette-foot" aria-hidden="true">
            <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>↵</kbd> run
          </p>
          {fallback}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function showOption(option: HTMLDivElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

const MOST = 40;
/** Skills whose commands are offered at once. */
const MOST_SKILLS = 8;

/** The skill of the page first, then others that the words name, then places and the rest. */
function useEntries(
  words: string,
  onHelp: () => void,
): readonly [readonly Entry[], fallback: React.ReactNode] {
  const [copy, fallback] = useCopy();
  const navigate = useNavigate();
  const { session } = useWorkbench();
  const current = useCurrentSkill();
  const names = useSkillNames(words, current);
  const own = useMemo<readonly Entry[]>(
    () => [
      { title: "Light colors", icon: "sun", group: "Look", run: () => applyTheme("light") },
      { title: "Dark colors", icon: "moon", group: "Look", run: () => applyTheme("dark") },
      {
        title: "Colors of the system",
        icon: "cog",
        group: "Look",
        run: () => applyTheme("system"),
      },
      { title: "Keyboard shortcuts", icon: "info", group: "Help", run: onHelp },
      { title: "Log out", icon: "user", group: "Account", run: () => void session.logout() },
    ],
    [session, onHelp],
  );
  const commands: readonly Command[] = [
    ...(current === "" ? [] : skillCommands(current, systems, "This skill")),
    ...[...navigation, ...playground].map(({ path, title, icon }) => ({
      title,
      icon,
      group: "Page",
      action: { kind: "go" as const, to: path },
    })),
    ...operationCommands(SKILL_OPERATIONS),
    ...names.flatMap((name) => skillCommands(name, systems, "Skill")),
  ];
  const run = (action: Action): void => {
    if (action.kind === "copy") copy(action.text, "Copied.");
    else {
      const { to, params = {}, search = {} } = action;
      void navigate({ to, params, search });
    }
  };
  const entries = [
    ...findCommands(commands, words, MOST).map(({ action, ...command }) => ({
      ...command,
      run: () => run(action),
    })),
    ...own.filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase())),
  ];
  return [entries, fallback];
}

/** The skill whose page is open. */
function useCurrentSkill(): string {
  const { pathname } = useLocation();
  return decodeURIComponent(/^\/skills\/([^/]+)/u.exec(pathname)?.[1] ?? "");
}

/** Names of which the words have a part; asked for once somebody has typed. */
function useSkillNames(words: string, current: string): readonly string[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word.length > 1);
  const { data = [] } = useEverySkill(wanted.length > 0);
  if (wanted.length === 0) return [];
  const names = new Set(data.map(({ name }) => name));
  names.delete(current);
  return [...names]
    .filter((name) => wanted.some((word) => name.includes(word)))
    .toSorted((a, b) => a.length - b.length)
    .slice(0, MOST_SKILLS);
}
