import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { inspectServer } from "../../app/machine/mcp-connection.ts";
import { toConnection } from "../mcp/connection.ts";
import { isFinding, collectProblems, renderSurvey, surveyDocument } from "../mcp/survey-page.ts";

/** Lists and verifies what another server offers; the arguments are those after `inspect`. */
export async function run(context: Context): Promise<number> {
  const isListOnly = context.options.flag("list");
  const survey = await inspectServer(context, toConnection(context), context.arguments, isListOnly);
  if (context.options.flag("json")) printJson(context, surveyDocument(survey));
  else context.out(renderSurvey(survey, context, isListOnly));
  return collectProblems(survey).some(isFinding) ? FINDINGS : FINE;
}
