import { z } from "zod";
import { defineNode, type NodeSpec } from "../spec.ts";
import { passOn } from "../start/index.ts";

export const endNode: NodeSpec = defineNode({
  type: "end",
  data: z.looseObject({}).prefault({}),
  run: (_, context) => passOn(context),
});
