export { type DetectedSecret, openSecretDetector, type SecretDetector } from "./detector.ts";
