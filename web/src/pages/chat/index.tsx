import { useEffect, useEffectEvent, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import "./chat.css";
import { Conversation } from "./conversation.tsx";
import { newSessionId } from "./data.ts";
import { SessionList } from "./session-list.tsx";
import { useKept } from "./use-kept.ts";

/** Talks with a model, in which skills can be called by their names. */
export function Page() {
  const [session, begun, go] = usePlace();
  const [isListOpen, setIsListOpen] = useState(false);
  const id = session === "" ? begun : session;
  const open = (next: string): void => {
    // What was begun here is the server's from now on.
    go(next, next === id ? begun : newSessionId());
    setIsListOpen(false);
  };
  return (
    <>
      <PageHead title="Chat">
        <Button
          className="chat-toggle"
          icon="list"
          aria-expanded={isListOpen}
          onClick={() => setIsListOpen(!isListOpen)}
        >
          Chats
        </Button>
        <Button look="primary" icon="plus" onClick={() => open("")}>
          New chat
        </Button>
      </PageHead>
      <div className="chat" data-list={isListOpen ? "open" : "closed"}>
        <aside className="chat-aside" aria-label="Chats">
          <SessionList
            current={session}
            onOpen={open}
            onDeleted={(gone) => {
              if (gone === id) open("");
            }}
          />
        </aside>
        <Conversation key={id} id={id} isNew={id === begun} onBegin={() => go(id, begun)} />
      </div>
    </>
  );
}

/** The chat of the address, with the id of one that is begun; who comes back finds the last one again. */
function usePlace() {
  const [session, setSession] = useQueryValue("session");
  const [last, keep] = useKept("place of chats", { session: "", begun: "" });
  const [begun, setBegun] = useState(() =>
    last.session === "" && last.begun !== "" ? last.begun : newSessionId(),
  );
  const go = (next: string, fresh: string): void => {
    keep({ session: next, begun: fresh });
    setBegun(fresh);
    setSession(next);
  };
  const restore = useEffectEvent(() => {
    if (session === "" && last.session !== "") setSession(last.session);
    else keep({ session, begun });
  });
  useEffect(() => restore(), []);
  return [session, begun, go] as const;
}
