import { useQuery } from "@tanstack/react-query";
import { Message } from "../../components/diagnostic-list.tsx";
import { Status } from "../../components/status.tsx";
import { formatError, useClient } from "../../data/workbench.ts";
import type { KeptText } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const MOST = 4;
const WORDS = {
  block: "skills.blocked",
  review: "skills.review",
  allow: "studio.noFindings",
} as const;
const SHAPES = { block: "blocked", review: "review", allow: "tick" } as const;

/** What the scanner finds in the skill as it is saved, with the line. */
export function SafetySection({
  name,
  saved,
}: {
  readonly name: string;
  readonly saved: KeptText;
}) {
  const say = useTexts();
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["scan", "saved", name, saved.folder?.path, saved.text],
    // Of one in a folder its text; the files beside it are scanned once the server keeps a copy.
    queryFn: ({ signal }) =>
      client.scanSkill({
        body: {
          skills: [
            saved.folder === undefined ? name : { path: `${name}/SKILL.md`, text: saved.text },
          ],
        },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const scan = data?.skills[0];
  const findings = scan?.findings.filter(({ severity }) => severity !== "info") ?? [];
  return (
    <section className="inspector-part" aria-labelledby="inspector-safety">
      <div className="row row-between">
        <h2 id="inspector-safety">{say("skills.safety")}</h2>
        <span className="row muted">
          {scan === undefined ? (
            error === null ? (
              say("editor.scanning")
            ) : (
              formatError(error)
            )
          ) : (
            <>
              <Status shape={SHAPES[scan.verdict]} /> {say(WORDS[scan.verdict])}
            </>
          )}
        </span>
      </div>
      {findings.length === 0 ? (
        <p className="muted small">{say("studio.scanned")}</p>
      ) : (
        <ul className="inspector-findings">
          {findings.slice(0, MOST).map(({ code, message, file, range }) => (
            <li key={`${code} ${file} ${range?.start.offset ?? 0}`}>
              <Status shape="warning" />
              <span className="inspector-reason">
                <Message text={message} />{" "}
                <span className="mono muted">
                  {file}
                  {range === undefined ? "" : `:${range.start.line}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
