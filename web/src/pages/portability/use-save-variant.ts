import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useSay } from "../../components/toasts.tsx";
import { formatError, useClient } from "../../data/workbench.ts";

export interface Variant {
  readonly name: string;
  /** The system that it is for. */
  readonly to: string;
  readonly text: string;
}

/** Keeps a converted skill beside the one that it was made of, and opens it there. */
export function useSaveVariant() {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  return useMutation({
    mutationFn: async ({ name, to, text }: Variant) => {
      const path = `variants/${to.replaceAll(/[^a-z0-9.-]+/gu, "-")}/SKILL.md`;
      await client.writeSkillFile({ params: { name }, query: { path }, body: { content: text } });
      return { name, path };
    },
    onSuccess: async ({ name, path }) => {
      await queries.invalidateQueries({ queryKey: ["skill-files", name] });
      await queries.invalidateQueries({ queryKey: ["skill-file", name, path] });
      say.good(`Saved ${path}.`);
      await navigate({ to: "/skills/$name", params: { name }, search: { file: path } });
    },
    onError: (error) => say.bad(formatError(error)),
  });
}
