import { readMcpAddress, surveyServer } from "../../registry/sources/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { withConnection } from "../../app/machine/mcp-connection.ts";
import { toConnection } from "../mcp/connection.ts";
import { isFinding, problemsOf, renderSurvey, surveyDocument } from "../mcp/survey-page.ts";

/** Lists and verifies what another server offers; the arguments are those after `inspect`. */
export async function run(context: Context): Promise<number> {
  const address = readMcpAddress(context.arguments);
  const isListOnly = context.options.flag("list");
  const survey = await withConnection(context, toConnection(context), address, (connection) =>
    surveyServer(connection, { isListOnly }),
  );
  if (context.options.flag("json")) printJson(context, surveyDocument(survey));
  else context.out(renderSurvey(survey, context, isListOnly));
  return problemsOf(survey).some(isFinding) ? FINDINGS : FINE;
}
