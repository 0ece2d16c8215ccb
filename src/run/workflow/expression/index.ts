export { evaluateCondition, namesInCondition } from "./evaluate.ts";
export { ExpressionError } from "./tokens.ts";
