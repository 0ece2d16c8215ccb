import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useSay } from "./toasts.tsx";
import { useTexts } from "../texts/use-texts.tsx";

/**
 * Puts text where it can be pasted from. Browsers refuse that on plain HTTP of another machine; then the second
 * value, to be drawn somewhere, shows the text so that it can be copied by hand.
 */
export function useCopy(): readonly [copy: (text: string, done: string) => void, shown: ReactNode] {
  const texts = useTexts();
  const say = useSay();
  const [text, setText] = useState<string | undefined>();
  const copy = async (wanted: string, done: string): Promise<void> => {
    if (await isWritten(wanted)) say.good(done);
    else setText(wanted);
  };
  const close = (): void => setText(undefined);
  const shown =
    text === undefined ? null : (
      <Dialog title={texts("components.copyThis")} isOpen onClose={close} isWide>
        <textarea
          className="input mono"
          aria-label={texts("components.textToCopy")}
          readOnly
          rows={10}
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <div className="dialog-actions">
          <Button onClick={close}>{texts("common.close")}</Button>
        </div>
      </Dialog>
    );
  return [(wanted, done) => void copy(wanted, done), shown];
}

async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
