/** Opens what somebody drops, pastes or names: it is stored as a skill of theirs and shown. Nothing of it is run. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Client } from "../../../src/client/index.ts";
import { useSay } from "../components/toasts.tsx";
import { formatError, useClient } from "../data/workbench.ts";
import { parseGitHub } from "./github.ts";
import { type FoundSkill, skillsIn } from "./skills-in.ts";
import { skillsOfZip, store } from "./store.ts";
import { useRepair } from "./use-repair.ts";
import type { OpenedFile } from "./zip.ts";

/** A repository may hold hundreds; they are not all meant. */
const MOST_SKILLS = 20;

export type Opened =
  | { readonly kind: "files"; readonly files: readonly File[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "address"; readonly address: string };

export function useOpen(): { readonly open: (opened: Opened) => void; readonly isBusy: boolean } {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const repair = useRepair();
  const { mutate, isPending } = useMutation({
    mutationFn: async (opened: Opened) => {
      const found = await findSkills(client, opened);
      if (found.length === 0) throw new Error("There is no SKILL.md in it.");
      if (found.length > MOST_SKILLS)
        throw new Error(
          `There are ${found.length} skills in it; at most ${MOST_SKILLS} are opened at once. Name the folder of one.`,
        );
      const names: string[] = [];
      for (const skill of found) names.push(await store(client, skill, repair));
      return names;
    },
    onSuccess: async (names) => {
      await queries.invalidateQueries({ queryKey: ["every-skill"] });
      await queries.invalidateQueries({ queryKey: ["first-skills"] });
      const [name = ""] = names;
      if (names.length === 1) await navigate({ to: "/skills/$name", params: { name } });
      else {
        say.good(`Opened ${names.length} skills.`);
        await navigate({ to: "/skills" });
      }
    },
    onError: (error) => say.bad(formatError(error)),
  });
  return {
    open: (opened) => {
      say.forget();
      mutate(opened);
    },
    isBusy: isPending,
  };
}

async function findSkills(client: Client, opened: Opened): Promise<readonly FoundSkill[]> {
  if (opened.kind === "text") return [{ folder: "", text: opened.text, files: [] }];
  if (opened.kind === "address") {
    const { folder, ...repository } = parseGitHub(opened.address);
    const bytes = await client.fetchRepository({ body: repository });
    return await skillsOfZip(Uint8Array.from(bytes).buffer, folder);
  }
  const [first] = opened.files;
  if (opened.files.length === 1 && first !== undefined && /\.(?:zip|skill)$/iu.test(first.name))
    return await skillsOfZip(await first.arrayBuffer(), "");
  const files: OpenedFile[] = [];
  for (const file of opened.files) {
    // A lone file has no path; one of a folder has.
    const path = file.webkitRelativePath === "" ? file.name : file.webkitRelativePath;
    files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  const [only] = files;
  // A skill may come as a file of another name.
  if (files.length === 1 && only !== undefined && only.path.toLowerCase().endsWith(".md"))
    return skillsIn([{ ...only, path: "SKILL.md" }]);
  return skillsIn(files);
}
