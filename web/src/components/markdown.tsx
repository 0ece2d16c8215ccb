import { useMemo } from "react";
import "./markdown.css";
import { createMarkdown } from "./render-markdown.ts";

/** Markdown of strangers, made harmless. It is heavy: load it with the page that needs it. */
export function Markdown({ text }: { readonly text: string }) {
  const render = useMemo(() => createMarkdown(), []);
  const html = useMemo(() => render(text), [render, text]);
  // oxlint-disable-next-line react/no-danger -- sanitised right above, and the policy of the page refuses scripts
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
