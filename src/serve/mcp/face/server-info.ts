import { lineIcon } from "../tools/answer.ts";

/** What the server says of itself, to clients that have connected and to those that have not. */
export const SERVER_INFO: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icons: ReturnType<typeof lineIcon>;
} = {
  name: "skillwright",
  title: "Skillwright",
  description: "Agent skills of every format, checked and scanned.",
  icons: lineIcon("M4 5a2 2 0 0 1 2-2h14v18H6a2 2 0 0 1-2-2zM4 19a2 2 0 0 1 2-2h14M9 8l2 2 4-4"),
};
