export type { Client, ClientName, FieldUse } from "./client.ts";
export { clients } from "./clients.ts";
export type { CellReason, CellVerdict, MatrixCell } from "./cell.ts";
export type { Matrix, MatrixInput, MatrixRow, MatrixSystem } from "./matrix.ts";
export { matrix, matrixSystems } from "./matrix.ts";
export type { MatrixTextOptions } from "./render.ts";
export { matrixHtml, matrixText } from "./render.ts";
