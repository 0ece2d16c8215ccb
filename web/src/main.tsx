import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { applyTheme, readTheme } from "./app/theme.ts";
import { Engine } from "./engine/engine.ts";
import { createWorkbench } from "./data/workbench.ts";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/shell.css";

applyTheme(readTheme());
const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no element for the workbench.");
const engine = new Engine();
const workbench = createWorkbench(location.origin);
createRoot(root).render(
  <StrictMode>
    <App workbench={workbench} engine={engine} />
  </StrictMode>,
);
