import { useQuery } from "@tanstack/react-query";
import { Markdown } from "../../../components/markdown.tsx";
import { Failure, Loading } from "../../../components/states.tsx";
import { useEngine } from "../../../engine/engine.ts";
import { useVersionText, type VersionDetail } from "./data.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

/** The readme where there is one, and the instructions of the skill. */
export function Readme({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const { full_name: name, version: number, files } = version;
  const engine = useEngine();
  const path = files.find((file) => /^readme\.md$/iu.test(file.path))?.path ?? "";
  const readme = useVersionText(name, number, path);
  const manifest = useVersionText(name, number, "SKILL.md");
  const body = useQuery({
    queryKey: ["registry", "body", name, number],
    queryFn: async () => {
      const source = { path: `${version.folder}/SKILL.md`, text: manifest.data ?? "" };
      return (await engine.ask("checkSource", source)).body;
    },
    enabled: manifest.data !== undefined,
    staleTime: Infinity,
  });
  const failed = manifest.error ?? readme.error;
  if (failed !== null)
    return (
      <Failure
        error={failed}
        retry={() => {
          void manifest.refetch();
          if (path !== "") void readme.refetch();
        }}
      />
    );
  if (body.data === undefined) return <Loading what={say("common.reading")} />;
  return (
    <div className="stack">
      {readme.data === undefined ? null : (
        <article className="card" aria-label={say("item.readme")}>
          <Markdown text={readme.data} />
        </article>
      )}
      <article className="card stack" aria-label={say("item.instructions")}>
        <p className="small muted">{say("item.whatTheModelIs")}</p>
        <Markdown text={body.data} />
      </article>
    </div>
  );
}
