import { Message } from "../../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../../components/scroll-box.tsx";
import { Failure, Loading } from "../../../components/states.tsx";
import { sayMoment, stateWords } from "../words.tsx";
import { useLog } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

const EVENTS: { readonly [event: string]: string } = {
  publish: "published",
  audit: "scanned",
  submit: "submitted",
  withdraw: "taken back",
  list: "accepted",
  flag: "sent to a moderator",
  quarantine: "put into quarantine",
  yank: "yanked",
  unyank: "offered again",
  appeal: "appealed",
  report: "reported",
  "report-upheld": "report upheld",
  "report-dismissed": "report dismissed",
  "appeal-upheld": "appeal upheld",
  "appeal-dismissed": "appeal dismissed",
  deprecate: "deprecated",
  undeprecate: "no longer deprecated",
  delete: "deleted",
  undelete: "brought back",
  tag: "tagged",
  visibility: "visibility changed",
  "promote-community": "made community",
  "promote-verified": "made verified",
};

/** What happened to a skill, by whom and why. */
export function LogTable({ name }: { readonly name: string }) {
  const say = useTexts();
  const log = useLog(name);
  if (log.isError) return <Failure error={log.error} retry={() => void log.refetch()} />;
  if (log.data === undefined) return <Loading what={say("item.readingTheLog")} />;
  return (
    <ScrollBox label={say("item.log")} className="card card-flush">
      <table className="table table-stacks">
        <thead>
          <tr>
            <th scope="col">{say("audit.when")}</th>
            <th scope="col">{say("audit.who")}</th>
            <th scope="col">{say("audit.what")}</th>
            <th scope="col">{say("versions.version")}</th>
            <th scope="col">{say("item.then")}</th>
            <th scope="col">{say("item.why")}</th>
          </tr>
        </thead>
        <tbody>
          {log.data.toReversed().map((entry) => (
            <tr key={entry.number}>
              <td className="registry-system">{sayMoment(entry.at)}</td>
              <td>{isId(entry.actor) ? say("item.unknownAccount") : entry.actor}</td>
              <td>{EVENTS[entry.event] ?? entry.event}</td>
              <td className="mono" data-title="Version">
                {entry.version ?? "–"}
              </td>
              <td data-title="Then">{entry.to === null ? "–" : stateWords(entry.to)}</td>
              <td>
                {entry.reason === "" ? (
                  <span className="muted">–</span>
                ) : (
                  <Message text={entry.reason} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Who never published has no handle; the log then keeps what the account is known by. */
function isId(actor: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu.test(actor);
}
