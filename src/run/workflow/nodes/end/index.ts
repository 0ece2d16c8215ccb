import { z } from "zod";
import { defineNode, type NodeSpec } from "../spec.ts";
import { endForm } from "./form.ts";
import { passOn } from "../start/index.ts";

export const endNode: NodeSpec = defineNode({
  type: "end",
  form: endForm,
  data: z.looseObject({}).prefault({}),
  run: (_, context) => passOn(context),
});
