import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useSay } from "../../components/toasts.tsx";
import { dropDraft, findDraft } from "../../data/pending-drafts.ts";
import { formatError, useUser } from "../../data/workbench.ts";
import { type KeptText, useSaveSkill } from "./data.ts";

export interface Draft {
  /** Those with whom a skill is shared only read it, and some folders are closed. */
  readonly mayChange: boolean;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Changes the text by something that takes a while; whoever saves meanwhile waits for it. */
  readonly edit: (strand: Strand, change: (text: string) => Promise<string>) => void;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** What the server holds, as far as this page knows. */
  readonly base: KeptText;
  /** Settles with whether it is saved now. */
  readonly save: (text?: string) => Promise<boolean>;
  /** What somebody else has saved in the meantime. */
  readonly theirs: KeptText | undefined;
  readonly leaveConflict: () => void;
  /** Saves over what somebody else has saved, which was looked at. */
  readonly solve: (text: string) => void;
}

/**
 * Changes of one thing that follow each other, such as the letters of a field: each begins at the text as it was
 * before the first of them, so that a field which was empty for a moment stays in its place.
 */
export interface Strand {
  before?: string;
  after?: string;
}

/** The text that is being written, and the way to the server and back. */
export function useDraft(name: string, kept: KeptText): Draft {
  const say = useSay();
  const user = useUser();
  const { text, newest, setText, edit, isEditing, edited } = useText(findDraft(name) ?? kept.text);
  const [base, setBase] = useState(kept);
  const [theirs, setTheirs] = useState<KeptText>();
  const { mutateAsync, isPending } = useSaveSkill(name, kept.folder, (outcome, sent) => {
    if (outcome.kind === "conflict") {
      setTheirs(outcome.theirs);
      return;
    }
    setBase(outcome.kept);
    dropDraft(name);
    // The server leaves out an owner that stands in the text; what was written meanwhile stays.
    if (newest() === sent) setText(outcome.kept.text);
    setTheirs(undefined);
    say.good("Saved.");
  });
  const send = async (content: string, version: string | undefined): Promise<boolean> => {
    say.forget();
    try {
      const { kind } = await mutateAsync({ text: content, version });
      return kind === "saved";
    } catch (error) {
      say.bad(formatError(error));
      return false;
    }
  };
  const save = async (content?: string): Promise<boolean> => {
    await edited();
    return await send(content ?? newest(), base.version);
  };
  const isChanged = isEditing || text !== base.text;
  useWarning(isChanged);
  return {
    mayChange:
      kept.folder === undefined
        ? user.role === "admin" || kept.ownerId === null || kept.ownerId === user.id
        : kept.folder.closed === undefined,
    text,
    setText,
    edit,
    isChanged,
    isSaving: isPending,
    base,
    save,
    theirs,
    leaveConflict: () => setTheirs(undefined),
    solve: (content) => {
      if (theirs === undefined) return;
      setText(content);
      setBase(theirs);
      if (content === theirs.text) setTheirs(undefined);
      else void send(content, theirs.version);
    },
  };
}

interface WrittenText extends Pick<Draft, "text" | "setText" | "edit"> {
  readonly newest: () => string;
  readonly isEditing: boolean;
  /** Settles once every change that was begun is in the text. */
  readonly edited: () => Promise<void>;
}

function useText(start: string): WrittenText {
  const say = useSay();
  const [text, show] = useState(start);
  const [count, setCount] = useState(0);
  const now = useRef(start);
  const queue = useRef(Promise.resolve());
  const setText = (next: string): void => {
    now.current = next;
    show(next);
  };
  const edit: Draft["edit"] = (strand, change) => {
    setCount((begun) => begun + 1);
    const last = queue.current;
    const work = async (): Promise<void> => {
      await last;
      try {
        if (strand.after !== now.current) strand.before = now.current;
        strand.after = await change(strand.before ?? now.current);
        setText(strand.after);
      } catch (error) {
        say.bad(formatError(error));
      } finally {
        setCount((begun) => begun - 1);
      }
    };
    queue.current = work();
  };
  return {
    text,
    newest: () => now.current,
    setText,
    edit,
    isEditing: count > 0,
    edited: () => queue.current,
  };
}

/** Asks before somebody leaves a page on which something is not saved. */
function useWarning(isChanged: boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      current.pathname !== next.pathname &&
      !confirm("Leave without saving? What you wrote would be lost."),
    enableBeforeUnload: isChanged,
  });
}
