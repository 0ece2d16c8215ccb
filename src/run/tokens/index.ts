export { ENCODING, loadTokenCounter, type TokenCounter } from "./tokens.ts";
