import { errorCode } from "../../platform/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { storeCodes, storeError } from "./diagnostics.ts";

/** What is known of a failed request. Nothing of the error's text goes on, since it may hold credentials. */
export interface S3Failure {
  /** The server's word for it, such as `NoSuchKey`. */
  readonly name: string;
  readonly status: number | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

interface Metadata {
  readonly httpStatusCode?: number;
  readonly attempts?: number;
}

export function readFailure(error: unknown): S3Failure {
  const metadata: Metadata =
    error instanceof Error && "$metadata" in error ? Object(error.$metadata) : {};
  const { httpStatusCode: status, attempts = 1 } = metadata;
  return { name: nameOf(error), status, attempts };
}

/** True when the condition of a request was not met, or could not be by what is there. */
export function isConflict(failure: S3Failure): boolean {
  const isUnmet = failure.status === 412 || failure.name === "PreconditionFailed";
  return isUnmet || isOvertaken(failure) || isMissing(failure);
}

/** True when others wrote at the same moment, so that the server did not look at the condition. */
export function isOvertaken({ status, name }: S3Failure): boolean {
  return status === 409 && name !== "BucketAlreadyOwnedByYou";
}

/** True when nobody knows what the server did. Ceph also answers so to writers who lost a race. */
export function isServerFault({ status }: S3Failure): boolean {
  return status !== undefined && status >= 500;
}

/** True when there is no such object, in a bucket that is there. */
export function isMissing({ name, status }: S3Failure): boolean {
  return name === "NoSuchKey" || name === "NotFound" || (status === 404 && name !== "NoSuchBucket");
}

const DENIED =
  /^(?:AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Expired(?:Token)?|InvalidToken|CredentialsProviderError|TokenProviderError|Unauthorized)/;

/** The error to show for a request that failed. */
export function s3Error(store: string, error: unknown): SkillError {
  if (SkillError.isInstance(error)) return error;
  const failure = readFailure(error);
  const { name, status } = failure;
  const cause = new Error(status === undefined ? name : `${name} (HTTP ${status})`);
  if (isDenied(failure)) {
    return storeError(
      storeCodes.denied,
      `\`${store}\` denied access with these credentials: \`${name}\`.`,
      {
        hint: "Check the credentials, their rights on the bucket, and the clock of this machine.",
        cause,
      },
    );
  }
  return storeError(storeCodes.failed, `\`${store}\` could not serve the request: \`${name}\`.`, {
    hint: hintFor(failure, error),
    cause,
  });
}

function isDenied({ name, status }: S3Failure): boolean {
  return DENIED.test(name) || status === 401 || status === 403;
}

function hintFor({ name, status }: S3Failure, error: unknown): string {
  if (name === "NoSuchBucket") return "Create the bucket, or correct its name.";
  if (error instanceof Error && /region is missing/i.test(error.message))
    return "Set the option `region`, or the variable AWS_REGION.";
  if (status === undefined) return "Check the endpoint and the network, then repeat.";
  return "Repeat it later, and look at the state of the service if it stays.";
}

/** A single word: of codes of the operating system, names of errors and answers of servers, no more than that. */
function nameOf(error: unknown): string {
  const code = errorCode(error);
  const name = code === "" && error instanceof Error ? error.name : code;
  return /^[A-Za-z0-9_.]{1,60}$/.test(name) ? name : "Error";
}
