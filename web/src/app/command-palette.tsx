import { Dialog } from "@base-ui/react/dialog";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { suggest } from "../../../src/skill/model/index.ts";
import { Icon } from "../components/icon.tsx";
import { useCopy } from "../components/use-copy.tsx";
import { useEverySkill } from "../data/skill-source.ts";
import { useWorkbench } from "../data/workbench.ts";
import { systems } from "../engine/queries.ts";
import { navigation, playground } from "../pages/table.ts";
import type { TextKey } from "../texts/en.ts";
import type { Say } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.tsx";
import {
  type Command,
  findCommands,
  type Group,
  markWords,
  operationCommands,
  type OperationInfo,
  skillCommands,
} from "./commands.ts";
import { applyTheme } from "./theme.ts";

declare const SKILL_OPERATIONS: readonly OperationInfo[];

const HEADS: { readonly [Name in Group]: TextKey } = {
  this: "palette.this",
  others: "palette.others",
  pages: "palette.pages",
  do: "palette.do",
  commands: "palette.commands",
  app: "palette.app",
};

export interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** A list of everything that can be done from anywhere, found by typing; the skill of the page comes first. */
export function CommandPalette({ onClose, onHelp }: CommandPaletteProps) {
  const say = useTexts();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const [context, setContext] = useState(useCurrentSkill());
  const listId = useId();
  const { found, near } = useCommands(words, context, onHelp);
  const { run, copyLine, fallback } = useRun(onClose);
  const index = Math.min(chosen, Math.max(0, found.length - 1));
  const type = (text: string): void => {
    setWords(text);
    setChosen(0);
  };
  const listen = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((index + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Backspace" && words === "") setContext("");
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) copyLine(found[index]);
      else run(found[index]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label={say("palette.title")}>
          <div className="palette-field">
            <Icon name="search" />
            {context === "" ? null : (
              <span className="palette-context" title={say("palette.only", { name: context })}>
                {context}
              </span>
            )}
            <input
              className="palette-input"
              role="combobox"
              aria-label={say("palette.label")}
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={found.length === 0 ? undefined : `${listId}-${index}`}
              placeholder={say("palette.hint")}
              value={words}
              onChange={(event) => type(event.target.value)}
              onKeyDown={listen}
            />
            <kbd>Esc</kbd>
          </div>
          <Options id={listId} found={found} chosen={found[index]} words={words} onRun={run} />
          {found.length === 0 ? <NothingFound near={near} onType={type} /> : null}
          <Foot hasContext={context !== ""} hasLine={found[index]?.line !== undefined} />
          {fallback}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly found: readonly Command[];
  readonly chosen: Command | undefined;
  readonly words: string;
  readonly onRun: (command: Command) => void;
}

/** By groups; the number of each in its id is its place in the whole list. */
function Options({ id, found, chosen, words, onRun }: OptionsProps) {
  const say = useTexts();
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  return (
    <div className="palette-list" role="listbox" id={id} aria-label={say("palette.results")}>
      {groups.map(([group, commands]) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div className="palette-head" id={`${id}-${group}`}>
            {say(HEADS[group])}
          </div>
          {commands.map((command) => (
            <Option
              key={command.title}
              id={`${id}-${found.indexOf(command)}`}
              command={command}
              words={words}
              isChosen={command === chosen}
              onRun={() => onRun(command)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface NothingFoundProps {
  readonly near: string | undefined;
  readonly onType: (words: string) => void;
}

function NothingFound({ near, onType }: NothingFoundProps) {
  const say = useTexts();
  return (
    <p className="palette-nothing muted" role="status">
      {say("palette.none")}
      {near === undefined ? null : (
        <>
          {" "}
          {say("palette.near")}{" "}
          <button type="button" className="palette-near" onClick={() => onType(near)}>
            {near}
          </button>
          ?
        </>
      )}
    </p>
  );
}

interface FootProps {
  readonly hasContext: boolean;
  readonly hasLine: boolean;
}

function Foot({ hasContext, hasLine }: FootProps) {
  const say = useTexts();
  return (
    <p className="palette-foot" aria-hidden="true">
      <kbd>↑</kbd> <kbd>↓</kbd> {say("palette.move")}
      <kbd>↵</kbd> {say("palette.run")}
      {hasContext ? (
        <>
          <kbd>Backspace</kbd> {say("palette.all")}
        </>
      ) : null}
      {hasLine ? (
        <span className="palette-line">
          <kbd>Ctrl ↵</kbd> {say("palette.copy")}
        </span>
      ) : null}
    </p>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly words: string;
  readonly isChosen: boolean;
  readonly onRun: () => void;
}

function Option({ id, command: { title, icon, keys }, words, isChosen, onRun }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above hears the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="palette-option"
      ref={isChosen ? showOption : undefined}
      onClick={onRun}
    >
      <Icon name={icon} />
      <span className="clip grow">
        {markWords(title, words).map(([text, isTyped], at) =>
          isTyped ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
        )}
      </span>
      {isChosen ? <kbd aria-hidden="true">↵</kbd> : <Keys keys={keys} />}
    </div>
  );
}

function Keys({ keys = "" }: { readonly keys?: string | undefined }) {
  if (keys === "") return null;
  return (
    <span className="nav-key" aria-hidden="true">
      {keys}
    </span>
  );
}

function showOption(option: HTMLDivElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** Does what was chosen, or copies what is typed for it at a terminal. */
function useRun(onClose: () => void) {
  const say = useTexts();
  const [copy, fallback] = useCopy();
  const navigate = useNavigate();
  const copyLine = (command: Command | undefined): void => {
    if (command?.line === undefined) return;
    copy(command.line, say("palette.copied"));
    // Where the browser refuses, the text is shown above the palette.
    if (globalThis.isSecureContext) onClose();
  };
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    const { action } = command;
    if (action.kind === "copy") {
      copyLine(command);
      return;
    }
    onClose();
    if (action.kind === "call") action.run();
    else {
      const { to, params = {}, search = {} } = action;
      void navigate({ to, params, search });
    }
  };
  return { run, copyLine, fallback };
}

/** Without words: enough of each group to see what there is. */
const MOST_AT_FIRST = 6;
const MOST = 40;
/** Skills whose commands are offered at once. */
const MOST_SKILLS = 8;

function useCommands(
  words: string,
  context: string,
  onHelp: () => void,
): { readonly found: readonly Command[]; readonly near: string | undefined } {
  const say = useTexts();
  const { session } = useWorkbench();
  const { names, near } = useSkillNames(words, context);
  const own = useMemo(
    () => ownCommands(say, onHelp, () => void session.logout()),
    [say, session, onHelp],
  );
  const commands: readonly Command[] = [
    ...(context === "" ? [] : skillCommands(context, systems, "this")),
    ...[...navigation, ...playground].map(({ path, text, icon, key }): Command => ({
      title: say(text),
      icon,
      group: "pages",
      action: { kind: "go", to: path },
      keys: `G ${key.toUpperCase()}`,
    })),
    ...operationCommands(SKILL_OPERATIONS),
    ...names.flatMap((name) => skillCommands(name, systems, "others")),
    ...own,
  ];
  const found = findCommands(commands, words, words.trim() === "" ? MOST_AT_FIRST : MOST);
  return { found, near };
}

function ownCommands(say: Say, onHelp: () => void, onLogout: () => void): readonly Command[] {
  const call = (title: TextKey, icon: Command["icon"], run: () => void): Command => ({
    title: say(title),
    icon,
    group: "app",
    action: { kind: "call", run },
  });
  return [
    call("palette.light", "sun", () => applyTheme("light")),
    call("palette.dark", "moon", () => applyTheme("dark")),
    call("palette.system", "cog", () => applyTheme("system")),
    { ...call("palette.keys", "info", onHelp), keys: "?" },
    call("shell.logout", "user", onLogout),
  ];
}

/** The skill whose page is open. */
function useCurrentSkill(): string {
  const { pathname } = useLocation();
  return decodeURIComponent(/^\/skills\/([^/]+)/u.exec(pathname)?.[1] ?? "");
}

/** Names of which the words have a part, or else the nearest one; asked for once somebody has typed. */
function useSkillNames(
  words: string,
  context: string,
): { readonly names: readonly string[]; readonly near: string | undefined } {
  const wanted = words
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word.length > 1);
  const { data = [] } = useEverySkill(wanted.length > 0);
  if (wanted.length === 0) return { names: [], near: undefined };
  const all = new Set(data.map(({ name }) => name));
  const nearest = suggest(wanted.at(-1) ?? "", all);
  const near = nearest === undefined ? undefined : [...wanted.slice(0, -1), nearest].join(" ");
  all.delete(context);
  const names = [...all]
    .filter((name) => wanted.some((word) => name.includes(word)))
    .toSorted((a, b) => a.length - b.length)
    .slice(0, MOST_SKILLS);
  return { names, near };
}
