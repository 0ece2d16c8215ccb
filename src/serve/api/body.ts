import { SkillError } from "../../skill/index.ts";
import { apiCodes } from "./diagnostics.ts";
import type { ApiRoute } from "./route.ts";

const MOST_BYTES = 1024 * 1024;

/** The body of a request as the schema of its route has it; never reads more than it may have. */
export async function readBody(request: Request, route: ApiRoute): Promise<unknown> {
  const text = await readText(request, route.maxBytes ?? MOST_BYTES);
  const value = parseJson(text);
  const result = route.body?.safeParse(value);
  if (result === undefined || result.success) return result?.data;
  const [issue] = result.error.issues;
  throw invalid(
    issue === undefined || issue.path.length === 0 ? "body" : issue.path.join("."),
    issue?.message ?? "It is not valid",
  );
}

export async function readText(request: Request, most: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, most));
}

export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most)
      throw new SkillError({
        code: apiCodes.tooLarge,
        severity: "error",
        message: `Unexpected body of more than ${most} bytes, expected a smaller one.`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  // A route may let every field of its body be absent.
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("body", "Unexpected text, expected JSON");
  }
}

function invalid(field: string, message: string): SkillError {
  return new SkillError({ code: apiCodes.invalid, severity: "error", message, path: [field] });
}
