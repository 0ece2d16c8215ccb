export { loadTelemetry } from "./load-telemetry.ts";
export {
  type Attributes,
  type Instrument,
  NO_TELEMETRY,
  type Span,
  type Telemetry,
} from "./telemetry.ts";
