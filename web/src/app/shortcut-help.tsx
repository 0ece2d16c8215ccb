import { Dialog } from "../components/dialog.tsx";
import { navigation, playground } from "../pages/table.ts";
import { useTexts } from "../texts/use-texts.tsx";
import type { TextKey } from "../texts/en.ts";

const GENERAL: readonly (readonly [keys: string, meaning: TextKey])[] = [
  ["Ctrl K", "common.goToAPageOr"],
  ["/", "common.searchOnThePage"],
  ["?", "common.theseKeys"],
  ["Esc", "common.closeWhatIsOpen"],
  ["Ctrl S", "common.saveInTheStudio"],
  ["Ctrl .", "common.quickFixAtTheCursor"],
  ["Ctrl Shift .", "common.fixAllProblemsOfA"],
  ["Ctrl Enter", "common.runTheSkill"],
  ["Ctrl J", "common.showOrHideThePanel"],
  ["Esc, Tab", "common.leaveTheEditor"],
];

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const say = useTexts();
  const own = [...navigation, ...playground].map(({ key, text }) => [`g ${key}`, text] as const);
  return (
    <Dialog title={say("app.keys")} isOpen onClose={onClose}>
      <table className="table">
        <tbody>
          {[...GENERAL, ...own].map(([keys, meaning]) => (
            <tr key={keys}>
              <td>
                <kbd>{keys}</kbd>
              </td>
              <td>{say(meaning)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
