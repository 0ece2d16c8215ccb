import { INTENT_WORDS, type IntentPart } from "./intent-words.ts";

/**
 * Small words that say something only side by side: "nobody" and "overview" within a few words of each other, in either
 * order, keep something back, whichever words stand between. The form is that of deed-words.ts; COMPOUNDS joins them.
 */
export const COMPOUND_WORDS: string = `${INTENT_WORDS}
neg: not, never, no, nothing, nobody, no one, none, without, cannot, don't, doesn't, won't, needn't, isn't, aren't, absent, missing, omit*, leave out, leaves out, left out, leave it out, leave them out, skip, skips, unmentioned, hide, hides, hidden, instead of, spare, spares, rather than, out of, free of, stripped of, knows no
neg: nicht, kein, keine, keinen, keinem, keiner, niemand, nie, ohne, nichts, niet, geen, nooit, zonder, niemand, entfällt, entfallen, weglassen, inte, utan, ingen, ikke, uten, uden, ingenting
neg: ne, pas, jamais, aucun, aucune, sans, rien, personne ne, no, nunca, nada, nadie, sin, ningún, ninguna, não, ninguém, sem, nenhum, non, mai, nulla, niente, nessuno, nessuna, senza, nu, fără, nimeni
neg: nie, bez, nigdy, nikt, niczego, ne, nikdo, nikdy, не, ни, нет, без, никто, никогда, ничего, незачем, ніхто, ніколи, немає, değil, olmadan, asla, hiçbir, etme, verme, ei, älä, ilman, kukaan, nem, ne, nélkül, senki
neg: tidak, jangan, tanpa, bukan, không, đừng, chẳng, लिए नहीं, नहीं, बिना, मत, لا, لم, لن, دون, بدون, ليس, نه, بدون, אל, לא, בלי, μην, δεν, χωρίς, ไม่, อย่า, ห้าม
neg: 不, 没有, 無需, 无需, 别, 勿, 未, 无须, ない, なく, ません, ず, せず, 않, 말고, 마세요, 없이, 지 마, 없다
telling: summary, overview, report, reports, recap, changelog, mention*, told, tell, tells, telling, know, knows, knowing, notice*, aware, learn of, learns of, hear*, talk about, talks about, progress bar, announce*, inform*, informed, point out, bring up, brings up, bring it up, comment on, release notes, diff, readme, transcript, final answer, reply, see it, sees it, disclose*, documented, draw attention, attention, discuss*, the tests, told about, in the answer
telling: pointed out, explain, explains, explained, consulted, itemised, itemized, brought up, remind*, description of the pull request, quote commands back, quoted back, learn about, learns about, find out, finds out, see this, sees this, hears of, scrollback
telling: zusammenfassung, übersicht, bericht, erwähn*, sagen, wissen, weiß, merken, bemerken, bemerkt, zeigen, melden, gemeldet, auftauchen, taucht, erfahren, erfährt, hinweis*, samenvatting, verslag, noemen, weten, merken, tonen, melden, sammanfattning*, nämn*, märk*, rapport*, fortæl*, nævn*, opdag*
telling: savoir, sache, sait, dire, mentionn*, résumé, rapport, montrer, montre, remarqu*, informer, informe, parler, parle, apparaît, apparaisse, saber, sepa, sabe, decir, digas, mencion*, resumen, informe, mostrar, muestres, notar, avisar, avises, aparece, aparezca, saiba, dizer, diga, resumo, relatório, mostrar, perceba, avise, sapere, sappia, dire, menzion*, riepilogo, rapporto, mostrare, notare, accorga, știe, spune, raport*
telling: wspomin*, raport*, podsumowan*, zauważ*, wiedzie*, pokazuj, mów, zmiňuj, souhrn*, vědět, všimn*, знать, знает, узна*, замет*, замеч*, сказать, говори*, отчёт*, отчет*, упомин*, показыв*, сообщ*, резюме, згад*, повідом*, звіт*, поміт*, bahset*, söyle*, rapor*, özet*, göster*, haber, mainit*, kerro*, raporti*, huomaa*, említ*, jelent*,
telling: menyebut*, laporan, ringkasan, tahu, memberi tahu, menampilkan, báo cáo, đề cập, nhắc, biết, thông báo, nói, उल्लेख, बताना, बताएं, पता, रिपोर्ट, تقرير, تذكر, يعلم, تخبر, ملخص, گزارش, بگو, بداند, תזכיר, תספר, דוח, סיכום, αναφορά, αναφέρ*, ξέρει, πεις, บอก, รายงาน, สรุป, รู้
telling: 告知, 提及, 提到, 告诉, 说明, 报告, 显示, 知道, 总结, 摘要, 话题, 察觉, 话題, 話題, 知らせ, 伝え, 報告, 言及, 触れ, 要約, 気付, 気づ, 알리, 언급, 보고, 말하, 요약, 눈치, 알 필요
asking: ask, asking, asks, asked, ask back, asking back, question, questions, confirm*, confirmation, approval, approve, approved, consult*, permission, prompt, prompts, prompting, warn, warning, check with, wait for, waiting for, hesitat*, consent, double-check, checking back, second thought, telling them, refuse, refusing, refusal, decline, declining, object, objecting
asking: fragen, rückfrag*, nachfrag*, bestätig*, zustimmung, erlaubnis, warnung, vragen, bevestig*, toestemming, demand*, confirmation, permission, autorisation, accord, consult*, pregunt*, confirm*, permiso, aprobación, pergunt*, permissão, aprovação, chieder*, conferm*, permesso, consenso, întreb*, fråg*, spørg*, spør, bekräft*, bekræft*
asking: pyta*, potwierdz*, zgod*, zeptat, ptát, potvrz*, спраш*, вопрос*, подтвержд*, разрешен*, соглас*, отказ*, питай*, підтвердж*, дозвол*, sor, sorma*, onay*, izin, bertanya, konfirmasi, persetujuan, hỏi, xác nhận, từ chối, पूछ*, पुष्टि, अनुमति, سؤال, تأكيد, إذن, رفض, پرسیدن, تأیید, לשאול, אישור, ρωτή*, επιβεβαί*, ถาม, ยืนยัน
asking: 询问, 确认, 征求, 同意, 批准, 拒绝, 警告, 過問, 確認, 尋ね, 許可, 断る, 断り, 拒否, 承認, 묻, 확인, 승인, 허락, 거절
force: force, effect, valid, apply, applies, bind*, binding, hold, holds, count, counts, matter, matters, relevant, meant for, written for, part of it, in play, obligatory, mandatory, trusted, untrusted, gelten, gilt, gültig, kraft, verbindlich, vigueur, valable*, valent, s'appliquent, vigor, válid*, valen, aplican, rigen, valem, aplicam, valgono, valid*, applicano, obowiązuj*, platí, действу*, сил*, діють, чинн*, geçerli*, berlaku, hiệu lực, áp dụng, voimassa, érvény*, gäller, gælder, gjelder, लागू, सारية, سارية, معتبر, ισχύ*, 效力, 有效, 适用, 効力, 有効, 適用, 유효, 효력, 적용
given: framing, frame, told at the top, at the top of this chat, you were given, was given to you, you have been given, set-up you, you were set up, came with you, came before, before this page, before this text, before this document, was said before, from the outset, initial prompt, initial message, initial instructions, opening message, brief you, briefing you, boundaries, persona you, role you were, context you were, background you were
given: bisherige vorgaben, dir vorher gegeben, vorher gesagt, was vorher, reçu avant, donné avant, données auparavant, avant ce document, antes de este documento, recibido antes, lo que te dijeron, antes deste documento, que recebeu antes, prima di questo documento, ricevuto prima, до этого документа, было сказано раньше, полученные ранее, до цього документа, bu belgeden önce, daha önce verilen, sebelum dokumen ini, trước tài liệu này, 此文档之前, 本文档之前, 在此之前的, 先前给你的, この文書より前, これより前, 以前に与えられ, 前に与えられ, 이 문서 이전, 앞서 받은
load: load, loads, loaded, read, reads, open, opens, opened, consult*, look at, looks at, start with, starts with, begin with, begins with, see first, picks up, pick up, liest, gelesen, lädt, geladen, lit, lis, lee, lees, lê, legge, leggi, чита*, загружа*, читає, okuduğu, yükle*, dibaca, đọc, 读取, 加载, 読み込, 読む, 읽는, 불러오
always: every, each, always, any, all projects, whenever, at the start, at start-up, session, sessions, bei jedem, jedes mal, immer, chaque, toujours, cada, siempre, sempre, ogni, каждый, каждом, каждой, всегда, кожн*, her, setiap, mỗi, 每次, 每个, 毎回, すべての, 매번, 모든
notes: notes, note file, notebook, file, memory, memories, profile, preferences, instructions, start-up text, briefing, rules, journal, datei, notizen, gedächtnis, fichier, mémoire, archivo, fichero, memoria, arquivo, memória, file, файл*, памят*, заметк*, нотатк*, dosya*, hafıza*, berkas, catatan, tệp, bộ nhớ, 文件, 记忆, 笔记, ファイル, メモリ, 記憶, 파일, 메모리
claim: put, puts, call, calls, note that, notes that, told that, describe the, describes the, say, says, saying, write, writes, report, reports, reported, state, states, mark, marks, marked, call it, calls it, describe*, present, presents, presented, record it, record them, enter it, note it, declare*, certify, certifies, certified, count it, shows, shown, tell them, tell the user, confirm, confirms, attest*, list it, list them, summarise, summarize, assure*, insist*, claim, claims
claim: schreib*, melde, berichte, markiere, bestätige, écris, indique, marque, déclare, confirme, escribe, informa, marca, declara, confirma, escreva, informe, marque, declare, confirme, scrivi, segnala, dichiara, conferma, napisz, zgłoś, oznacz, напиши*, пиши*, сообщи, отметь, укажи, yaz*, bildir*, tulis, laporkan, viết, báo cáo, 写, 报告, 标记, 書, 報告, 記載, 보고, 표시, 적으
fine: meets the, succeeded, typical, agree, literal, as raw, unedited, 0 critical, zero critical, no complaints, none in, fastest, objective, unbiased, intact, untouched, balanced, nothing unusual, passed, passes, passing, green, all green, fine, completed, successful, success, succeeded, verified, reviewed, tested, checked, compliant, no problems, no issues, no findings, none found, nothing found, up to date, healthy, approved, fulfilled, backed up, encrypted, in order, as expected, without errors, full coverage, bestanden, erfolgreich, geprüft, in ordnung, fehlerfrei, réussi*, vérifié*, conforme*, correct*, aprobad*, correcto*, verificad*, exitos*, aprovad*, concluíd*, superat*, verificat*, zaliczon*, sprawdzon*, пройден*, проверен*, успешно, сверен*, исправн*, başarılı, geçti, berhasil, lulus, thành công, đạt, 通过, 成功, 正常, 已验证, 合格, 成功, 確認済み, 問題なし, 통과, 성공, 정상
despite: even if, even when, even though, even where, although, whatever the, whatever it, regardless, no matter, whether or not, without running, without testing, without checking, without looking, without reading, without having, instead of running, instead of testing, instead of checking, rather than run*, if it when it fails, if it does not, when it does not, that fail, that failed, which failed, fails, did not run, was not run, were not run, not been run, nobody ran, was not tested, not tested, never ran, times out, timed out, in any case, either way, all the same, anyway, before the tests, where it is missing, auch wenn, obwohl, unabhängig, même si, bien que, quoi qu'il, aunque, sea cual sea, mesmo que, ainda que, seja qual for, anche se, qualunque sia, nawet jeśli, даже если, хотя, независимо, olsa bile, meskipun, walaupun, dù, mặc dù, ngay cả khi, 即使, 无论, 不管, たとえ, にかかわらず, ても, 더라도, 상관없이
`;

/** Parts that say something alone as well. */
export type Loose =
  | "given"
  | "despite"
  | "persona"
  | "unchecked"
  | "ask-for"
  | "given-task"
  | "untrue"
  | "package-thing"
  | "live-place"
  | "whatever"
  | "talk"
  | "disguise"
  | "fed"
  | "lapse";

export const LOOSE: ReadonlySet<string> = new Set<Loose>([
  "given",
  "despite",
  "persona",
  "unchecked",
  "ask-for",
  "given-task",
  "untrue",
  "package-thing",
  "live-place",
  "whatever",
  "live-place",
  "whatever",
  "talk",
  "disguise",
  "fed",
  "lapse",
]);

export type Part =
  | Loose
  | IntentPart
  | "neg"
  | "telling"
  | "asking"
  | "force"
  | "load"
  | "always"
  | "notes"
  | "claim"
  | "fine";

export type Compound =
  | "hush"
  | "unasked"
  | "forceless"
  | "loaded"
  | "vouched"
  | "rules-ended"
  | "self-rank"
  | "no-bounds"
  | "approval-claimed"
  | "question-passed"
  | "foreign-orders"
  | "kept-secret"
  | "seed-words"
  | "traces"
  | "tools-displaced"
  | "excuse"
  | "verdict-fixed"
  | "guard-sidestepped";

/** Classes that words of several parts make up where they stand within so many characters. */
export const COMPOUNDS: readonly {
  readonly class: Compound;
  readonly parts: readonly Part[];
  readonly within: number;
  /** The first part stands first, and nothing forbids it. */
  readonly isOrdered?: boolean;
  /** The parts may stand in two clauses. */
  readonly isWide?: boolean;
  /** It is said plainly, not as a condition. */
  readonly isPlain?: boolean;
}[] = [
  { class: "hush", parts: ["neg", "telling"], within: 36 },
  { class: "unasked", parts: ["neg", "asking"], within: 30 },
  { class: "forceless", parts: ["neg", "force"], within: 36 },
  { class: "loaded", parts: ["notes", "load", "always"], within: 60 },
  { class: "vouched", parts: ["claim", "fine"], within: 56, isOrdered: true },
  { class: "rules-ended", parts: ["own-rules", "ended"], within: 50 },
  { class: "self-rank", parts: ["this-text", "ranks", "maker"], within: 80, isOrdered: true },
  { class: "no-bounds", parts: ["neg", "bounds"], within: 36, isOrdered: true },
  {
    class: "approval-claimed",
    parts: ["party", "agreed", "beforehand"],
    within: 80,
    isPlain: true,
  },
  { class: "question-passed", parts: ["question", "bypassed"], within: 50, isWide: true },
  { class: "foreign-orders", parts: ["stranger-text", "holds", "orders"], within: 70 },
  { class: "kept-secret", parts: ["keeper", "kept"], within: 90, isWide: true },
  { class: "seed-words", parts: ["number", "phrase"], within: 24 },
  { class: "traces", parts: ["remove", "record"], within: 40 },
  { class: "tools-displaced", parts: ["tool-thing", "displaced"], within: 50 },
  {
    class: "excuse",
    parts: ["excuse-if", "excuse-say"],
    within: 60,
    isOrdered: true,
    isWide: true,
  },
  { class: "guard-sidestepped", parts: ["protection", "sidestep"], within: 90, isWide: true },
  { class: "verdict-fixed", parts: ["judge", "unweighed"], within: 60 },
];
