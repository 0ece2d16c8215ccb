import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";

/**
 * A state that is still there when somebody comes back to the page; never on a disk, and gone with the one who is
 * logged in, as everything is that the page knows of the server.
 */
export function useKept<Value>(
  key: string,
  preset: Value,
): readonly [Value, (value: Value) => void] {
  const queries = useQueryClient();
  const [value, setValue] = useState(() => queries.getQueryData<Value>(["kept", key]) ?? preset);
  const set = useCallback(
    (next: Value) => {
      queries.setQueryDefaults(["kept"], { gcTime: Number.POSITIVE_INFINITY });
      queries.setQueryData(["kept", key], next);
      setValue(next);
    },
    [queries, key],
  );
  return [value, set];
}
