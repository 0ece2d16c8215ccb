/** Adds a skill of the library to the user's own, with all of its files. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useSay } from "../components/toasts.tsx";
import { formatError, useClient } from "../data/workbench.ts";
import { skillsOfZip, store } from "./store.ts";
import { useRepair } from "./use-repair.ts";

export interface AddRequest {
  readonly fullName: string;
  readonly version?: string;
}

export function useAdd(): {
  readonly add: (request: AddRequest) => void;
  /** The one that is being added. */
  readonly busy: string | undefined;
} {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const repair = useRepair();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ fullName, version }: AddRequest) => {
      const bytes = await client.downloadRegistrySkill({
        params: { name: fullName },
        query: { layout: "folder", ...(version === undefined ? {} : { version }) },
      });
      const [skill] = await skillsOfZip(Uint8Array.from(bytes).buffer, "");
      if (skill === undefined) throw new Error("There is no SKILL.md in it.");
      return await store(client, skill, repair);
    },
    onSuccess: async (name) => {
      await queries.invalidateQueries({ queryKey: ["every-skill"] });
      await queries.invalidateQueries({ queryKey: ["first-skills"] });
      await queries.invalidateQueries({ queryKey: ["registry"] });
      say.good(`Added ${name} to your skills.`);
      await navigate({ to: "/skills/$name", params: { name } });
    },
    onError: (error) => say.bad(formatError(error)),
  });
  return { add: mutate, busy: isPending ? variables.fullName : undefined };
}
