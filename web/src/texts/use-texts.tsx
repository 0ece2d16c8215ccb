import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { en } from "./en.ts";
import { createSay, type Language, loadTexts, type Say, toLanguage } from "./texts.ts";

const KEY = "skillwright-language";

interface Chosen {
  readonly language: Language;
  readonly say: Say;
  readonly choose: (language: Language) => void;
}

const ENGLISH: Chosen = { language: "en", say: createSay("en", en), choose: () => undefined };
const Context = createContext<Chosen>(ENGLISH);

/** Keeps the language of this browser; pages are in English until the texts of another are there. */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const [wanted, want] = useState(() => toLanguage(localStorage.getItem(KEY)));
  const [shown, show] = useState<Pick<Chosen, "language" | "say">>(ENGLISH);
  useEffect(() => {
    let isLeft = false;
    const work = async (): Promise<void> => {
      const texts = await loadTexts(wanted);
      if (!isLeft) show({ language: wanted, say: createSay(wanted, texts) });
    };
    void work();
    document.documentElement.lang = wanted;
    return () => {
      isLeft = true;
    };
  }, [wanted]);
  const value = useMemo(() => {
    const choose = (language: Language): void => {
      localStorage.setItem(KEY, language);
      want(language);
    };
    return { ...shown, choose };
  }, [shown]);
  return <Context value={value}>{children}</Context>;
}

export function useTexts(): Say {
  return use(Context).say;
}

export function useLanguage(): readonly [Language, (language: Language) => void] {
  const { language, choose } = use(Context);
  return [language, choose];
}
