import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { useSay } from "../components/toasts.tsx";
import type { SkillRow } from "../data/skill-source.ts";
import { sayError, useClient } from "../data/workbench.ts";

export interface KeepCopyProps {
  /** A skill in a folder. */
  readonly row: SkillRow;
  /** Where to go with the copy: to its text, or to a run. */
  readonly then: "/skills/$name" | "/skills/$name/run";
  readonly size?: "normal" | "small";
}

/** A skill in a folder is the folder's; a copy on the server can be changed, run and shared. */
export function KeepCopy({ row, then, size = "normal" }: KeepCopyProps) {
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
    onError: (error) => say.bad(sayError(error)),
  });
  return (
    <Button
      size={size}
      icon="copy"
      disabled={copy.isPending}
      aria-label={`Import: ${row.name}`}
      title="Copies it to this server, where it can be run, shared and published"
      onClick={() => copy.mutate()}
    >
      Import
    </Button>
  );
}
