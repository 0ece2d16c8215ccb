import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useTexts } from "../texts/use-texts.tsx";

interface Toast {
  readonly id: number;
  readonly tone: "good" | "bad";
  readonly text: string;
}

export interface Say {
  readonly good: (text: string) => void;
  readonly bad: (text: string) => void;
  /** Takes messages about failures away, where what failed is tried again. */
  readonly forget: () => void;
}

const SayContext = createContext<Say | undefined>(undefined);
const GOOD_MS = 5000;

/** Short messages in the corner. Those about failures stay until they are closed. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const texts = useTexts();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const remove = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id));
  }, []);
  const last = useRef(0);
  const say = useMemo<Say>(() => {
    const add = (tone: Toast["tone"], text: string): void => {
      last.current += 1;
      const id = last.current;
      setToasts((all) => [...all.slice(-3), { id, tone, text }]);
      if (tone === "good") setTimeout(remove, GOOD_MS, id);
    };
    return {
      good: (text) => add("good", text),
      bad: (text) => add("bad", text),
      forget: () => setToasts((all) => all.filter(({ tone }) => tone !== "bad")),
    };
  }, [remove]);
  return (
    <SayContext value={say}>
      {children}
      <div
        className="toasts"
        role="region"
        aria-label={texts("components.messages")}
        aria-live="polite"
      >
        {toasts.map(({ id, tone, text }) => (
          <div key={id} className={tone === "bad" ? "toast toast-bad" : "toast"}>
            <span className="grow">{text}</span>
            <Button
              look="quiet"
              size="small"
              icon="close"
              aria-label={texts("components.closeMessage")}
              onClick={() => remove(id)}
            />
          </div>
        ))}
      </div>
    </SayContext>
  );
}

export function useSay(): Say {
  const say = use(SayContext);
  if (say === undefined) throw new Error("There are no messages around this component.");
  return say;
}
