import { readPgpKey as parse } from "../../registry/sign/index.ts";

/** Gives the fingerprint of an OpenPGP key. */
export type ReadPgpKey = (text: string) => Promise<string>;

export const readPgpKey: ReadPgpKey = async (text) => (await parse(text)).fingerprint;
