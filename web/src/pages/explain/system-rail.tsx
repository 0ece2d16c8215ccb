import { Message } from "../../components/diagnostic-list.tsx";
import { SHAPE_OF_TONE, Status } from "../../components/status.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** A system, and what it makes of the skill. */
export interface RailEntry {
  readonly key: string;
  readonly title: string;
  readonly tone: "good" | "warn" | "bad";
  readonly words: string;
}

export interface SystemRailProps {
  readonly entries: readonly RailEntry[];
  /** The key of one. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** What each system makes of the skill, in a line. */
export function SystemRail({ entries, chosen, onChoose }: SystemRailProps) {
  const say = useTexts();
  return (
    <ul className="explain-rail" aria-label={say("common.systems")}>
      {entries.map(({ key, title, tone, words }) => (
        <li key={key}>
          <button
            type="button"
            className="explain-system"
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
          >
            <Status shape={SHAPE_OF_TONE[tone]} />
            <span className="grow">
              <strong>{title}</strong>
              <span className="visually-hidden">: </span>
              <span className="explain-words">
                <Message text={words} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
