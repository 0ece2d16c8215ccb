import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../data/workbench.ts";
import type { Providers } from "./data.ts";

export type Kind = Providers["kinds"][number]["kind"];

export interface NewModel {
  readonly kind: Kind;
  /** Stands before the colon, as in `name:model`; default: the kind, or the next one that is free. */
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly models: readonly string[];
  /** Keeps it also where no model answers. */
  readonly isKept?: boolean;
}

export interface Connected {
  readonly isFine: boolean;
  readonly isSaved: boolean;
  readonly model: string;
  /** What it said, or why it said nothing. */
  readonly text: string;
  readonly milliseconds: number | null;
}

/** Under which the last test of a model is kept while the page is open. */
export function testKey(model: string): readonly string[] {
  return ["model-test", model];
}

/** Has a model say hello, and saves the provider if it did: nobody finds out later that a key was wrong. */
export function useConnect(
  known: Providers["providers"],
  onSaved: (model: string) => void,
): UseMutationResult<Connected, Error, NewModel> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, name, url, key, models, isKept = false }: NewModel) => {
      const provider = name === "" ? freeName(kind, known) : name;
      await client.addModelProvider({
        body: {
          name: provider,
          kind,
          models: [...models],
          ...(url === "" ? {} : { base_url: url }),
          ...(key === "" ? {} : { api_key: key }),
        },
      });
      const params = { provider };
      try {
        const test = await client.testModelProvider({ params, body: {} });
        const isSaved = test.is_fine || isKept;
        if (isSaved) queries.setQueryData(testKey(test.model), test);
        if (!isSaved) await client.removeModelProvider({ params });
        return {
          isFine: test.is_fine,
          isSaved,
          model: test.model,
          text: (test.is_fine ? test.text : test.message) ?? "",
          milliseconds: test.milliseconds,
        };
      } catch (error) {
        if (!isKept) await client.removeModelProvider({ params });
        throw error;
      }
    },
    onSuccess: ({ isSaved, model }) => {
      if (isSaved) onSaved(model);
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ["settings"] });
      await queries.invalidateQueries({ queryKey: ["models"] });
    },
  });
}

function freeName(kind: string, known: Providers["providers"]): string {
  const taken = new Set(known.map(({ name }) => name));
  let name = kind;
  for (let count = 2; taken.has(name); count += 1) name = `${kind}-${count}`;
  return name;
}
