import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { useSay } from "../components/toasts.tsx";
import type { SkillRow } from "../data/skill-source.ts";
import { formatError, useClient } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

export interface KeepCopyProps {
  /** A skill in a folder. */
  readonly row: SkillRow;
  /** Where to go with the copy: to its text, or to a run. */
  readonly then: "/skills/$name" | "/skills/$name/run";
  readonly size?: "normal" | "small";
}

/** A skill in a folder is the folder's; a copy on the server can be changed, run and shared. */
export function KeepCopy({ row, then, size = "normal" }: KeepCopyProps) {
  const texts = useTexts();
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const copy = useMutation({
    mutationFn: () => client.copyLibrarySkill({ body: { path: row.path ?? "" } }),
    onSuccess: async ({ name, files }) => {
      await Promise.all(
        ["every-skill", "first-skills", "skill-text", "skill"].map((word) =>
          queries.invalidateQueries({ queryKey: [word] }),
        ),
      );
      say.good(`Imported ${name}, ${files === 1 ? "one file" : `${files} files`}.`);
      await navigate({ to: then, params: { name } });
    },
    onError: (error) => say.bad(formatError(error)),
  });
  return (
    <Button
      size={size}
      icon="copy"
      disabled={copy.isPending}
      aria-label={texts("keeping.import", { name: row.name })}
      title={texts("keeping.copiesItToThis")}
      onClick={() => copy.mutate()}
    >
      {texts("skills.import")}
    </Button>
  );
}
