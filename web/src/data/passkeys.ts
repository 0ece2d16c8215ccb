/** Passkeys, as the browser has them. */
import type { Client } from "../../../src/client/index.ts";

type Answer = Parameters<Client["addPasskey"]>[0]["body"]["answer"];

/** Browsers bind a passkey to a name: at a bare address there is none. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function" &&
    !/^[\d.]+$|:/u.test(location.hostname)
  );
}

/** Asks for a new one. */
export async function makePasskey(question: object): Promise<Answer> {
  // The server has written it for this very function.
  const options = question as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toAnswer(await navigator.credentials.create({ publicKey }));
}

/** Asks for one that is there. */
export async function answerByPasskey(question: object): Promise<Answer> {
  // The server has written it for this very function.
  const options = question as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return toAnswer(await navigator.credentials.get({ publicKey }));
}

function toAnswer(credential: Credential | null): Answer {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("No passkey was chosen.");
  return credential.toJSON() as unknown as Answer;
}
