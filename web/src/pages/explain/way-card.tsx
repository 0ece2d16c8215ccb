import { Message } from "../../components/diagnostic-list.tsx";
import { SHAPE_OF_TONE, Status } from "../../components/status.tsx";
import type { FileWay } from "./data.ts";
import { WayPicture } from "./way-picture.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** One file: what became of it in a sentence, the picture, and what would change it. */
export function WayCard({ way }: { readonly way: FileWay }) {
  const texts = useTexts();
  const { path, source, root, hosts, isEligible, isOfferedToModel, reasons } = way;
  const tone = isEligible ? (isOfferedToModel ? "good" : "warn") : "bad";
  const verdict = isEligible
    ? isOfferedToModel
      ? texts("common.visibleToTheModel")
      : texts("common.itLoadsAndIsNot")
    : texts("common.itDoesNotLoad");
  return (
    <article className="card stack">
      <header className="stack-tight">
        <div className="row row-wrap">
          <Status shape={SHAPE_OF_TONE[tone]} />
          <strong>{verdict}</strong>
          {hosts.length === 0 ? null : (
            <span className="badge badge-good">{texts("explain.on", { a: hosts.join(", ") })}</span>
          )}
        </div>
        <p className="small muted mono explain-path">
          {[source, root, path].filter((part) => part !== undefined && part !== "").join(" · ")}
        </p>
      </header>
      <WayPicture way={way} />
      {reasons.length === 0 ? null : (
        <section className="stack-tight" aria-label={texts("common.whyAndWhatWould")}>
          <h3>{texts("common.whyAndWhatWould")}</h3>
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
