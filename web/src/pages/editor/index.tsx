import { useParam, useQueryValue } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Loading } from "../../components/states.tsx";
import { systems } from "../../engine/queries.ts";
import { MissingSkill } from "../../keeping/missing-skill.tsx";
import { useSkillText } from "./data.ts";
import "./editor.css";
import { MAIN_FILE } from "./file-tree.tsx";
import { SkillEditor } from "./skill-editor.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** One skill: its text, its files, what is wrong with it, and how it reads. */
export function Page() {
  const say = useTexts();
  const name = useParam("name");
  const [at] = useQueryValue("at");
  const kept = useSkillText(name, at);
  const [file, openFile] = useQueryValue("file");
  if (kept.isPending)
    return (
      <>
        <PageHead title={name} />
        <Loading what={say("common.openingTheSkill")} />
      </>
    );
  if (kept.isError)
    return (
      <>
        <PageHead title={name} />
        <MissingSkill
          name={name}
          error={kept.error}
          retry={() => void kept.refetch()}
          then="/skills/$name"
        />
      </>
    );
  return (
    <SkillEditor
      key={`${name} ${at}`}
      name={name}
      kept={kept.data}
      systems={systems}
      file={file === "" ? MAIN_FILE : file}
      onFile={(path) => openFile(path === MAIN_FILE ? "" : path)}
    />
  );
}
