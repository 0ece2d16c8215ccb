import { Message } from "../../components/diagnostic-list.tsx";
import type { SystemWay } from "./data.ts";

export interface SystemRailProps {
  readonly ways: readonly SystemWay[];
  readonly chosen: string;
  readonly onChoose: (dialect: string) => void;
}

/** What each system makes of the skill, in a line. */
export function SystemRail({ ways, chosen, onChoose }: SystemRailProps) {
  return (
    <ul className="explain-rail" aria-label="Systems">
      {ways.map(({ dialect, title, files }) => {
        const [file] = files;
        const tone = file?.isEligible === true ? (file.isOfferedToModel ? "good" : "warn") : "bad";
        const words =
          file === undefined
            ? "It is not found."
            : (file.reasons[0]?.say ?? (file.isEligible ? "Loads." : "Does not load."));
        return (
          <li key={dialect}>
            <button
              type="button"
              className="explain-system"
              aria-pressed={dialect === chosen}
              onClick={() => onChoose(dialect)}
            >
              <span className={`light light-${tone}`} aria-hidden="true" />
              <span className="grow">
                <strong>{title}</strong>
                <span className="visually-hidden">: </span>
                <span className="explain-words">
                  <Message text={words} />
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
