import { Message } from "../../components/diagnostic-list.tsx";
import type { FileWay } from "./data.ts";
import { WayPicture } from "./way-picture.tsx";

/** One file: what became of it in a sentence, the picture, and what would change it. */
export function WayCard({ way }: { readonly way: FileWay }) {
  const { path, source, root, hosts, isEligible, isOfferedToModel, reasons } = way;
  const tone = isEligible ? (isOfferedToModel ? "good" : "warn") : "bad";
  const verdict = isEligible
    ? isOfferedToModel
      ? "Visible to the model."
      : "It loads, and is not visible to the model."
    : "It does not load.";
  return (
    <article className="card stack">
      <header className="stack-tight">
        <div className="row row-wrap">
          <span className={`light light-${tone}`} aria-hidden="true" />
          <strong>{verdict}</strong>
          {hosts.length === 0 ? null : (
            <span className="badge badge-good">on {hosts.join(", ")}</span>
          )}
        </div>
        <p className="small muted mono explain-path">
          {[source, root, path].filter((part) => part !== undefined && part !== "").join(" · ")}
        </p>
      </header>
      <WayPicture way={way} />
      {reasons.length === 0 ? null : (
        <section className="stack-tight" aria-label="Why, and what would change it">
          <h3>Why, and what would change it</h3>
          <ul className="stack-tight">
            {reasons.map((reason, index) => (
              <li key={`${reason.code}-${index}`} className="explain-reason">
                <p>
                  <Message text={reason.say} />
                </p>
                {reason.asSystem === undefined ? null : (
                  <p className="small muted">
                    The system itself says: <q>{reason.asSystem}</q>
                  </p>
                )}
                {reason.remedies.length === 0 ? null : (
                  <ul className="explain-remedies">
                    {reason.remedies.map((remedy, at) => (
                      <li key={`${remedy.say}-${at}`}>
                        <Message text={remedy.say} />
                        {remedy.command === undefined ? null : <pre>{remedy.command}</pre>}
                        {remedy.config === undefined ? null : (
                          <pre>
                            {remedy.config.file === undefined ? "" : `# ${remedy.config.file}\n`}
                            {remedy.config.text}
                          </pre>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
