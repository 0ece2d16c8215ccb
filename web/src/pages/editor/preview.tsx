import { Markdown } from "../../components/markdown.tsx";
import { Loading } from "../../components/states.tsx";
import { visible } from "../../components/visible.ts";
import type { Checked } from "../../engine/check.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** The skill as people read it. */
export function Preview({ checked }: { readonly checked: Checked | undefined }) {
  const say = useTexts();
  if (checked === undefined) return <Loading what={say("common.reading")} />;
  const { name, description, emoji, homepage, inputs, body } = checked;
  const isLink = homepage !== undefined && /^https?:\/\//iu.test(homepage);
  return (
    <article className="stack">
      <header className="editor-card">
        <h2>
          {emoji === undefined ? "" : `${emoji} `}
          {visible(name ?? "A skill without a name")}
        </h2>
        <p className="muted">{visible(description ?? "")}</p>
        {homepage === undefined ? null : isLink ? (
          <a href={homepage} target="_blank" rel="noopener noreferrer nofollow">
            {homepage}
          </a>
        ) : (
          <span className="mono">{homepage}</span>
        )}
        {inputs.length === 0 ? null : (
          <p className="small">
            Asks for{" "}
            {inputs.map(({ name: input }) => (
              <code key={input}>{input} </code>
            ))}
          </p>
        )}
      </header>
      <Markdown text={body} />
    </article>
  );
}
