import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/states.tsx";
import { formatError } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface QuestionProps {
  readonly question: string;
  readonly onAnswer: (approved: boolean, comment: string) => Promise<void>;
}

/** What a run asks; it goes on where the answer leads. */
export function Question({ question, onAnswer }: QuestionProps) {
  const say = useTexts();
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState("");
  const answer = (approved: boolean): void => {
    setProblem("");
    onAnswer(approved, comment).catch((error: unknown) => setProblem(formatError(error)));
  };
  return (
    <div className="stack-tight" role="group" aria-label={say("knowledge.question")}>
      <p>{question}</p>
      <input
        className="input"
        aria-label={say("workflow.comment")}
        placeholder={say("workflow.comment")}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <div className="row">
        <Button size="small" look="primary" icon="check" onClick={() => answer(true)}>
          {say("workflow.approve")}
        </Button>
        <Button size="small" icon="close" onClick={() => answer(false)}>
          {say("common.refuse")}
        </Button>
      </div>
      {problem === "" ? null : <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
