import { formatPath, type Json } from "../../../../src/skill/index.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import type { ConvertedSkill } from "../../engine/call.ts";
import type { TextKey } from "../../texts/en.ts";
import { useTexts } from "../../texts/use-texts.tsx";

type Outcome = keyof ConvertedSkill["counts"];

const OUTCOMES: readonly (readonly [Outcome, title: TextKey, tone: string])[] = [
  ["dropped", "loss.dropped", "badge-bad"],
  ["approximated", "loss.approximated", "badge-warn"],
  ["preserved", "loss.preserved", "badge-info"],
  ["mapped", "loss.mapped", "badge-good"],
  ["kept", "loss.kept", ""],
];

/** What became of every value: the losses first. */
export function LossTable({ converted }: { readonly converted: ConvertedSkill }) {
  const say = useTexts();
  const { report, counts } = converted;
  return (
    <div>
      <div className="row row-wrap portability-title">
        <h3>{say("portability.conversionReport")}</h3>
        {OUTCOMES.filter(([outcome]) => counts[outcome] > 0).map(([outcome, title, tone]) => (
          <span key={outcome} className={`badge ${tone}`}>
            {counts[outcome]} {say(title)}
          </span>
        ))}
      </div>
      <ScrollBox label={say("portability.whatBecameOfEach")}>
        <table className="table">
          <thead>
            <tr>
              <th>{say("portability.value")}</th>
              <th>{say("portability.outcome")}</th>
              <th>{say("portability.nowAt")}</th>
              <th>{say("portability.note")}</th>
            </tr>
          </thead>
          <tbody>
            <Entries report={report} />
          </tbody>
        </table>
      </ScrollBox>
      {report.review.length === 0 ? null : (
        <ul className="portability-review small">
          {report.review.map((line) => (
            <li key={line}>
              <Message text={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Report = ConvertedSkill["report"];

function Entries({ report }: { readonly report: Report }) {
  const say = useTexts();
  const entries = report.entries.toSorted((a, b) => place(a.outcome) - place(b.outcome));
  return (
    <>
      {entries.map((entry, index) => (
        <EntryRow key={`${formatPath(entry.source)}-${index}`} entry={entry} />
      ))}
      {report.added.map(({ target, note }) => (
        <tr key={`added ${formatPath(target)}`}>
          <td className="muted">{say("portability.notThereBefore")}</td>
          <td>
            <span className="badge badge-info">{say("versions.added")}</span>
          </td>
          <td className="mono">{formatPath(target)}</td>
          <td>
            <Message text={note} />
          </td>
        </tr>
      ))}
      {report.missing.map(({ path, doc }) => (
        <tr key={`missing ${formatPath(path)}`}>
          <td className="muted">{say("portability.notThereBefore")}</td>
          <td>
            <span className="badge badge-bad">{say("portability.missing")}</span>
          </td>
          <td className="mono">{formatPath(path)}</td>
          <td>
            <Message text={doc} />
          </td>
        </tr>
      ))}
    </>
  );
}

function place(outcome: Outcome): number {
  return OUTCOMES.findIndex(([name]) => name === outcome);
}

function EntryRow({ entry }: { readonly entry: Report["entries"][number] }) {
  const say = useTexts();
  const [, title, tone] = OUTCOMES[place(entry.outcome)] ?? ["", "loss.kept", ""];
  return (
    <tr>
      <td className="mono">{formatPath(entry.source)}</td>
      <td>
        <span className={`badge ${tone}`}>{say(title)}</span>
      </td>
      <td className="mono">
        {entry.target === undefined
          ? entry.preservedAt === undefined
            ? "—"
            : formatPath(entry.preservedAt)
          : formatPath(entry.target)}
      </td>
      <td>
        {entry.note === undefined ? null : <Message text={entry.note} />}
        {entry.outcome === "dropped" && entry.value !== undefined ? (
          <code> {short(entry.value)}</code>
        ) : null}
      </td>
    </tr>
  );
}

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
