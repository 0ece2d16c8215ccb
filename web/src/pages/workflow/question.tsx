import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/states.tsx";
import { sayError } from "../../data/workbench.ts";

export interface QuestionProps {
  readonly question: string;
  readonly onAnswer: (approved: boolean, comment: string) => Promise<void>;
}

/** What a run asks; it goes on where the answer leads. */
export function Question({ question, onAnswer }: QuestionProps) {
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState("");
  const answer = (approved: boolean): void => {
    setProblem("");
    onAnswer(approved, comment).catch((error: unknown) => setProblem(sayError(error)));
  };
  return (
    <div className="stack-tight" role="group" aria-label="Question">
      <p>{question}</p>
      <input
        className="input"
        aria-label="Comment"
        placeholder="Comment"
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <div className="row">
        <Button size="small" look="primary" icon="check" onClick={() => answer(true)}>
          Approve
        </Button>
        <Button size="small" icon="close" onClick={() => answer(false)}>
          Refuse
        </Button>
      </div>
      {problem === "" ? null : <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
