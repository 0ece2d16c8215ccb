export { clients } from "./clients.ts";
export type { CellVerdict } from "./cell.ts";
export type { Matrix, MatrixInput } from "./matrix.ts";
export { matrix, matrixSystems } from "./matrix.ts";
export { matrixHtml, matrixText } from "./render.ts";
