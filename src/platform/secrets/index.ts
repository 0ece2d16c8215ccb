export { openSecretDetector, type SecretDetector } from "./detector.ts";
