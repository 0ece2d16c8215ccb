import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import "./chat.css";
import { Conversation } from "./conversation.tsx";
import { newSessionId } from "./data.ts";
import { SessionList } from "./session-list.tsx";

/** Talks with a model, in which skills can be called by their names. */
export function Page() {
  const [session, setSession] = useQueryValue("session");
  const [begun, setBegun] = useState(newSessionId);
  const [isListOpen, setIsListOpen] = useState(false);
  const id = session === "" ? begun : session;
  const open = (next: string): void => {
    // What was begun here is the server's from now on.
    if (next !== id) setBegun(newSessionId());
    setSession(next);
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
        <Conversation key={id} id={id} isNew={id === begun} onBegin={() => setSession(id)} />
      </div>
    </>
  );
}
