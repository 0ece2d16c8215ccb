import { readMcpAddress, surveyServer } from "../../registry/sources/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { withConnection } from "../mcp/connection.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { isFinding, problemsOf, renderSurvey, surveyDocument } from "../mcp/survey-page.ts";

/** Lists and verifies what another server offers; the arguments are those after `inspect`. */
export async function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const address = readMcpAddress(context.arguments);
    const isListOnly = context.options.flag("list");
    const survey = await withConnection(context, address, (connection) =>
      surveyServer(connection, { isListOnly }),
    );
    context.out(
      context.options.flag("json")
        ? `${JSON.stringify(surveyDocument(survey), undefined, 2)}\n`
        : renderSurvey(survey, context, isListOnly),
    );
    return problemsOf(survey).some(isFinding) ? FINDINGS : FINE;
  });
}
