import { useQueryValue } from "../../app/address.ts";
import { Loading } from "../../components/states.tsx";
import { ConvertPanel } from "./convert-panel.tsx";
import { SystemList } from "./system-list.tsx";
import { type NamedText, useMatrix } from "./use-matrix.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** One skill on every system, and the same skill for another one. */
export function Single({ source }: { readonly source: NamedText }) {
  const say = useTexts();
  const matrix = useMatrix([source]);
  const [to, setTo] = useQueryValue("to");
  if (matrix.data === undefined) return <Loading what={say("common.checking")} />;
  return (
    <>
      {to === "" ? null : <ConvertPanel key={to} source={source} to={to} onTo={setTo} />}
      <SystemList name={source.name} matrix={matrix.data} onConvert={setTo} />
    </>
  );
}
