import { useQuery } from "@tanstack/react-query";
import { Message } from "../../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../../components/scroll-box.tsx";
import { Failure, Loading } from "../../../components/states.tsx";
import { useEngine } from "../../../engine/engine.ts";
import { VerdictBadge } from "../../portability/verdict.tsx";
import { useVersionText, type VersionDetail } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

/** On which systems the version works, judged here from its own text. */
export function WorksOn({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const { full_name: name, version: number, folder } = version;
  const engine = useEngine();
  const manifest = useVersionText(name, number, "SKILL.md");
  const judged = useQuery({
    queryKey: ["registry", "works-on", name, number],
    queryFn: () =>
      engine.call("matrix", {
        skills: [{ path: `${folder}/SKILL.md`, text: manifest.data ?? "" }],
      }),
    enabled: manifest.data !== undefined,
    staleTime: Infinity,
  });
  if (manifest.isError)
    return <Failure error={manifest.error} retry={() => void manifest.refetch()} />;
  const row = judged.data?.rows[0];
  if (judged.data === undefined || row === undefined)
    return <Loading what={say("common.judging")} />;
  const { systems } = judged.data;
  return (
    <ScrollBox label={say("common.systems")} className="card card-flush">
      <table className="table table-stacks">
        <thead>
          <tr>
            <th scope="col">{say("common.system")}</th>
            <th scope="col">{say("common.verdict")}</th>
            <th scope="col">{say("item.why")}</th>
          </tr>
        </thead>
        <tbody>
          {row.cells.map((cell) => (
            <tr key={cell.system}>
              <td className="registry-system">
                {systems.find(({ id }) => id === cell.system)?.title ?? cell.system}
              </td>
              <td>
                <VerdictBadge verdict={cell.verdict} />
              </td>
              <td>
                {cell.reasons.length === 0 ? say("common.everythingInItIs") : null}
                <ul className="stack-tight">
                  {cell.reasons.map(({ message }, index) => (
                    <li key={`${message}-${index}`}>
                      <Message text={message} />
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
