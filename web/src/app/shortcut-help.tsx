import { Dialog } from "../components/dialog.tsx";
import { navigation, playground } from "../pages/table.ts";

const GENERAL: readonly (readonly [keys: string, meaning: string])[] = [
  ["Ctrl K", "Go to a page or do something"],
  ["/", "Search on the page"],
  ["?", "These keys"],
  ["Esc", "Close what is open"],
  ["Ctrl S", "Save, in the studio"],
  ["Ctrl .", "Quick fix at the cursor"],
  ["Ctrl Shift .", "Fix all problems of a skill"],
  ["Ctrl Enter", "Run the skill"],
  ["Ctrl J", "Show or hide the panel below"],
  ["Esc, Tab", "Leave the editor"],
];

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const own = [...navigation, ...playground].map(({ key, title }) => [`g ${key}`, title] as const);
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <table className="table">
        <tbody>
          {[...GENERAL, ...own].map(([keys, meaning]) => (
            <tr key={keys}>
              <td>
                <kbd>{keys}</kbd>
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
