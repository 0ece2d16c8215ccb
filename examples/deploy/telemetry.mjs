/**
 * Sends spans and figures of the server to a collector of OpenTelemetry:
 *
 *   npm install skillwright @opentelemetry/api @opentelemetry/sdk-node
 *   export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 OTEL_METRICS_EXPORTER=otlp
 *   NODE_OPTIONS="--import $PWD/telemetry.mjs" npx skillwright serve
 *
 * The variables are those of the SDK: https://opentelemetry.io/docs/languages/sdk-configuration/
 */
import { isMainThread } from "node:worker_threads";
import { NodeSDK } from "@opentelemetry/sdk-node";

// Threads of the server do parts of its work, and tell nothing.
if (isMainThread) {
  const sdk = new NodeSDK({ serviceName: process.env.OTEL_SERVICE_NAME ?? "skillwright" });
  sdk.start();
  // What has been told is sent before the process ends.
  process.once("beforeExit", () => void sdk.shutdown());
}
