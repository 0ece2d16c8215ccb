import { useQuery } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { useClient } from "./workbench.ts";

export type Models = Awaited<ReturnType<Client["listModels"]>>;

/** The language models of the server; undefined until it has told. */
export function useModels(): Models | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["models"],
    queryFn: ({ signal }) => client.listModels({ signal }),
  });
  return data;
}
