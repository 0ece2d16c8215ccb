import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useSay } from "../../components/toasts.tsx";
import { sayError } from "../../data/workbench.ts";
import { type KeptText, useSaveSkill } from "./data.ts";

export interface Draft {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** What the server holds, as far as this page knows. */
  readonly base: KeptText;
  readonly save: (text?: string) => void;
  /** What somebody else has saved in the meantime. */
  readonly theirs: KeptText | undefined;
  readonly leaveConflict: () => void;
  /** Saves over what somebody else has saved, which was looked at. */
  readonly solve: (text: string) => void;
}

/** The text that is being written, and the way to the server and back. */
export function useDraft(name: string, kept: KeptText): Draft {
  const say = useSay();
  const [text, setText] = useState(kept.text);
  const [base, setBase] = useState(kept);
  const [theirs, setTheirs] = useState<KeptText>();
  const { mutate, isPending } = useSaveSkill(name, (outcome) => {
    if (outcome.kind === "conflict") {
      setTheirs(outcome.theirs);
      return;
    }
    setBase(outcome.kept);
    // The server may have put the owner into the file.
    setText(outcome.kept.text);
    setTheirs(undefined);
    say.good("Saved.");
  });
  const send = (content: string, version: string | undefined): void => {
    mutate({ text: content, version }, { onError: (error) => say.bad(sayError(error)) });
  };
  const isChanged = text !== base.text;
  useWarning(isChanged);
  return {
    text,
    setText,
    isChanged,
    isSaving: isPending,
    base,
    save: (content = text) => send(content, base.version),
    theirs,
    leaveConflict: () => setTheirs(undefined),
    solve: (content) => {
      if (theirs === undefined) return;
      setText(content);
      setBase(theirs);
      if (content === theirs.text) setTheirs(undefined);
      else send(content, theirs.version);
    },
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
