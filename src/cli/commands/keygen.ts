import { createKey, keyIdOf } from "../../registry/sign/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { keysFolder } from "../registry/places.ts";

/** Makes a key pair to sign with. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, () => {
    const { options } = context;
    const name = options.text("name") ?? "publisher";
    const key = createKey(keysFolder(context), name, options.flag("force"));
    const publicKey = Buffer.from(key.publicBytes).toString("base64");
    const keyId = keyIdOf(key.publicBytes);
    const { privateFile, publicFile } = key;
    if (options.flag("json"))
      printJson(context, { name, keyId, publicKey, privateFile, publicFile });
    else
      context.out(
        `Made the key ${keyId}\n` +
          `  to keep to yourself: ${shortPath(privateFile, context)}\n` +
          `  to give to others:   ${shortPath(publicFile, context)}\n` +
          `  public key: ${publicKey}\n`,
      );
    return Promise.resolve(FINE);
  });
}
