import { Status } from "../../components/status.tsx";
import { useOpen } from "../../opening/use-open.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { EXAMPLES } from "./examples.ts";

/** Skills to begin with; each is opened as one of the user's own. */
export function Examples() {
  const say = useTexts();
  const { open, isBusy } = useOpen();
  return (
    <section className="stack" aria-labelledby="home-examples">
      <h2 id="home-examples">{say("home.examples")}</h2>
      <ul className="home-examples">
        {EXAMPLES.map(({ name, about, status, words, text }) => (
          <li key={name}>
            <button
              type="button"
              className="card home-example"
              disabled={isBusy}
              onClick={() => open({ kind: "text", text })}
            >
              <strong>{name}</strong>
              <span className="home-about">{about}</span>
              <span className="row home-status">
                <Status shape={status} />
                {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
