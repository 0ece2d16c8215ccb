/** A bucket that a person names in place of folders: `s3://bucket/prefix`. */
import type { Store } from "../../library/store/index.ts";
import { type Environment, failure } from "../../platform/index.ts";
import type { SkillError } from "../../skill/index.ts";

const ADDRESS = /^s3:\/\/([\w.-]{1,255})(?:\/([^?#]*))?(?:\?([^#]*))?$/u;
const PARAMETERS: ReadonlySet<string> = new Set(["endpoint", "region"]);

/**
 * Credentials, region and profile are found as the AWS SDK finds them. The address of another server than Amazon's comes
 * from the address itself, or from the variables that the SDK has for it.
 */
export async function openBucket(address: string, environment: Environment): Promise<Store> {
  const [, bucket, prefix = "", query = ""] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined) throw noAddress();
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) if (!PARAMETERS.has(name)) throw noAddress();
  const endpoint =
    parameters.get("endpoint") ||
    environment["AWS_ENDPOINT_URL_S3"] ||
    environment["AWS_ENDPOINT_URL"];
  const region =
    parameters.get("region") || environment["AWS_REGION"] || environment["AWS_DEFAULT_REGION"];
  if (endpoint !== undefined && !/^https?:\/\//u.test(endpoint)) throw noAddress();
  // Loaded on demand: few keep their skills in a bucket.
  const { openS3Store } = await import("../../library/store/index.ts");
  return await openS3Store({
    bucket,
    ...(prefix === "" ? {} : { prefix }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  });
}

/** The address itself is not repeated, since people write keys into addresses. */
function noAddress(): SkillError {
  return failure("cli/usage", "`--store` takes the address of a bucket.", {
    hint: "For example `s3://bucket/prefix`, or `s3://bucket/prefix?endpoint=https://ceph.example&region=eu`.",
  });
}
