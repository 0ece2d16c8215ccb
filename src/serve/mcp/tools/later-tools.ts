import type { OperationToolOptions } from "./operation-tools.ts";
import type { ToolProvider } from "./provider.ts";

/** Tools that are there once somebody has asked for them. */
export interface LaterTools extends ToolProvider {
  readonly ready: () => Promise<void>;
}

/** The operations are most of this program, and a client that says hello needs none of them. */
export function laterTools(options: OperationToolOptions): LaterTools {
  let loaded: ToolProvider | undefined;
  let loading: Promise<void> | undefined;
  return {
    id: "operations",
    tools: (ports) => loaded?.tools(ports) ?? [],
    ready: () => {
      loading ??= (async () => {
        const { loadOperationTools } = await import("./operation-tools.ts");
        loaded = await loadOperationTools(options);
      })();
      return loading;
    },
  };
}
