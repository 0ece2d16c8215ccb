import { en, type TextKey, type Texts } from "./en.ts";

/** As people of each language call it. */
export const LANGUAGES = [
  { id: "en", title: "English" },
  { id: "de", title: "Deutsch" },
  { id: "es", title: "Español" },
] as const;

export type Language = (typeof LANGUAGES)[number]["id"];
export type Values = Readonly<Record<string, string | number>>;
/** The text of a key in the language that was chosen. */
export type Say = (key: TextKey, values?: Values) => string;

export function toLanguage(text: string | null): Language {
  return LANGUAGES.find(({ id }) => id === text)?.id ?? "en";
}

/** English comes with the page; the others are fetched when they are chosen. */
export async function loadTexts(language: Language): Promise<Texts> {
  if (language === "de") return (await import("./de.ts")).de;
  if (language === "es") return (await import("./es.ts")).es;
  return en;
}

export function createSay(language: Language, texts: Texts): Say {
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const text = texts[key];
    const count = Number(values["count"]);
    const form =
      typeof text === "string" ? text : plural.select(count) === "one" ? text.one : text.other;
    return form.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === "number" ? value.toLocaleString(language) : value;
    });
  };
}
