import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { readDropped } from "../../opening/dropped.ts";
import { useOpen } from "../../opening/use-open.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Takes a SKILL.md, a folder, a zip, a text that is pasted anywhere on the page, or an address of GitHub. */
export function OpenZone() {
  const say = useTexts();
  const { open, isBusy } = useOpen();
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState("");
  const isOver = useDropped((files) => open({ kind: "files", files }));
  usePasted((text) => open({ kind: "text", text }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (address.trim() !== "") open({ kind: "address", address });
  };
  return (
    <section
      className="home-drop"
      aria-label={say("home.openASkill")}
      data-over={isOver ? "" : undefined}
    >
      <span className="home-drop-icon" aria-hidden="true">
        <Icon name="upload" />
      </span>
      <div className="home-drop-text">
        <h2>{say(isOver ? "home.release" : "home.drop")}</h2>
        <p className="muted">{say("home.dropWhy")}</p>
      </div>
      <div className="home-drop-ways">
        <Button disabled={isBusy} onClick={() => input.current?.click()}>
          {say(isBusy ? "home.opening" : "home.choose")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={say("home.filesOfASkill")}
          accept=".md,.zip,.skill"
          onChange={({ target }) => {
            open({ kind: "files", files: [...(target.files ?? [])] });
            // The same file can be chosen once more.
            target.value = "";
          }}
        />
        <span className="muted home-or">{say("home.or")}</span>
        <form className="home-address" onSubmit={submit}>
          <Icon name="link" />
          <input
            className="home-address-input"
            aria-label={say("home.addressOnGithub")}
            placeholder="github.com/owner/repo/tree/main/skills/…"
            value={address}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAddress(event.target.value)}
          />
          <Button size="small" type="submit" disabled={isBusy}>
            {say("home.open")}
          </Button>
        </form>
      </div>
    </section>
  );
}

/** Listens on the whole page: a file that misses the zone would else take the place of the workbench. */
function useDropped(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setIsOver(false);
      void readDropped(event.dataTransfer).then(take);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

/** A text that is pasted outside of fields and looks like a skill. */
function usePasted(onText: (text: string) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (/^\s*---\r?\n/u.test(text)) take(text.trimStart());
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}
