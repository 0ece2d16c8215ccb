import { Status } from "../../components/status.tsx";
import { useUser } from "../../data/workbench.ts";
import { useOpen } from "../../opening/use-open.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { EXAMPLES } from "./examples.ts";

/** Skills to begin with; each is opened as one of the user's own. On an empty account they come first. */
export function Examples({ isFirst = false }: { readonly isFirst?: boolean }) {
  const say = useTexts();
  const { role } = useUser();
  const { open, isBusy } = useOpen();
  return (
    <section className="stack" aria-labelledby="home-examples">
      <h2 id="home-examples">{say(isFirst ? "home.firstExamples" : "home.examples")}</h2>
      <ul className="home-examples" data-first={isFirst || undefined}>
        {EXAMPLES.map(({ name, about, status, words, text }) => (
          <li key={name}>
            <button
              type="button"
              className="card home-example"
              disabled={isBusy}
              onClick={() => open({ kind: "text", text })}
            >
              <strong>{name}</strong>
              <span className="home-about">{say(about)}</span>
              <span className="row home-status">
                <Status shape={status} />
                {say(words)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isFirst && role === "admin" ? (
        <p className="small muted">
          {say("home.noAgents")} <code>skillwright serve --root DIR</code>
        </p>
      ) : null}
    </section>
  );
}
