/** The formats of evaluation files that Skillwright reads and writes. A file is of the first one that detects it. */
import { axis } from "./axis.ts";
import { caseList } from "./case-list.ts";
import { agentskills, skillCreator, skillEvaluator } from "./evals-json.ts";
import type { EvalFormat } from "./format.ts";
import { libraryTriggers } from "./library-triggers.ts";
import { promptfoo } from "./promptfoo.ts";
import { queryFile, queryList } from "./queries.ts";
import { skillwright } from "./skillwright.ts";
import { routingTasks } from "./tasks.ts";
import { splitTriggers, triggerItems, triggerList, wazaTriggers } from "./trigger-lists.ts";
import { vally } from "./vally.ts";
import { waza } from "./waza.ts";

export type { EvalFormat } from "./format.ts";

export const evalFormats: readonly EvalFormat[] = [
  skillwright,
  triggerItems,
  triggerList,
  splitTriggers,
  libraryTriggers,
  wazaTriggers,
  skillEvaluator,
  skillCreator,
  agentskills,
  vally,
  routingTasks,
  waza,
  queryList,
  queryFile,
  caseList,
  axis,
  promptfoo,
];
