/** The same classes as in deed-words.ts, in other languages; a line names the language in a remark above it. */
export const ABROAD_WORDS = `
# German, Dutch
send: sende, sendet, senden, schicke, schickt, schick, schicken, übermittle*, übertrage*, hochlade*, lade hoch, leite weiter, weiterleiten, stuur, verstuur, upload naar, doorsturen
secret: passwort, passwörter, zugangsdaten, umgebungsvariablen, private schlüssel, privaten schlüssel, api-schlüssel, geheimnisse, wachtwoord, wachtwoorden, omgevingsvariabelen, privésleutel*, inloggegevens
conceal: sag dem nutzer nichts, sage nichts, nicht erwähnen, erwähne es nicht, ohne es zu erwähnen, ohne zu fragen, heimlich, unbemerkt, verschweige*, niemandem sagen, dem benutzer nicht, dem nutzer nicht, vertel de gebruiker niet, vertel niemand, stiekem, zonder iets te zeggen, in het geheim
void: ignoriere, ignorieren, missachte, vergiss, setze außer kraft, negeer, vergeet, sla in de wind
rules: anweisungen, vorgaben, regeln, richtlinien, instructies, regels, richtlijnen
prior: vorherigen, vorigen, bisherigen, früheren, alle, vorige, eerdere, eerder, bovenstaande
# French
send: envoie, envoyez, envoyer, transmets, transmettez, transfère, transférez, téléverse*, poste, expédie*
secret: mot de passe, mots de passe, identifiants, variables d'environnement, clé privée, clés privées, clés api, clé api, secrets, phrase de récupération
conceal: ne dis rien, ne dites rien, sans le dire, sans prévenir, sans en informer, sans informer, discrètement, en secret, secrètement, à l'insu, ne mentionne pas, ne mentionnez pas, n'en parle pas, n'en parlez pas
void: ignore, ignorez, oublie, oubliez, ne tiens pas compte, ne tenez pas compte
rules: consignes, directives, instructions, règles
prior: précédentes, antérieures, toutes les, ci-dessus
# Spanish, Portuguese, Italian, Romanian, Catalan
send: envía, enviar, envíe, envíalo, manda, mande, sube, suba, transmite, reenvía, envie, enviar, mande, encaminhe, invia, inviare, invialo, manda, carica, trasmetti, inoltra, trimite, trimiteți, expediază, încarcă, envia
secret: contraseña, contraseñas, credenciales, variables de entorno, clave privada, claves privadas, clave api, claves api, senha, senhas, credenciais, variáveis de ambiente, chave privada, chaves privadas, chaves de api, password salvate, credenziali, variabili d'ambiente, chiave privata, chiavi private, chiavi api, parola, parole, parolele, parolelor, chei private, cheile, variabilele de mediu, contrasenyes
conceal: sin decir, sin avisar, sin informar, no se lo digas, no digas nada, no menciones, en secreto, a escondidas, no le digas, sem dizer, sem avisar, sem informar, não conte, não diga, não mencione, em segredo, às escondidas, senza dirlo, senza avvisare, senza informare, non dire, non dirlo, non menzionare, di nascosto, in segreto, fără să spui, fără să anunți, nu spune, nu menționa, pe ascuns, în secret, sense dir
void: ignora, ignore, olvida, descarta, pasa por alto, desconsidere, esqueça, dimentica, ignoră, ignorați, uită
rules: instrucciones, reglas, directrices, instruções, regras, diretrizes, istruzioni, regole, direttive, instrucțiunile, instrucțiuni, regulile
prior: anteriores, previas, todas las, de arriba, todas as, precedenti, tutte le, di prima, anterioare, toate, precedente
# Polish, Czech, Slovak
send: wyślij, wysyłaj, prześlij, przesyłaj, przekaż, wrzuć, pošli, pošlete, odešli, odesílej, nahraj, zašli, pošlite, odošli
secret: hasło, hasła, haseł, zmienne środowiskowe, klucz prywatny, klucze prywatne, klucze api, dane logowania, heslo, hesla, proměnné prostředí, soukromý klíč, soukromé klíče, přihlašovací údaje, heslá, premenné prostredia, súkromný kľúč
conceal: nie mów, nie wspominaj, nie informuj, po cichu, potajemnie, w tajemnicy, bez wiedzy, nikomu nie mów, neříkej, nezmiňuj, nikomu neříkej, potichu, tajně, bez vědomí, nehovor, nespomínaj, potajme, nepovedz
void: zignoruj, ignoruj, pomiń, zapomnij, ignorujte, zapomeň, přehlížej
rules: instrukcje, polecenia, zasady, instrukce, pokyny, pravidla, pokynov, inštrukcie
prior: poprzednie, wcześniejsze, wszystkie, předchozí, dřívější, všechny, predchádzajúce, všetky
# Russian, Ukrainian, Bulgarian, Serbian
send: отправь, отправьте, отправляй, отправить, перешли, передай, загрузи, выгрузи, надішли, надсилай, надіслати, відправ, відправляй, перешли, завантаж, изпрати, изпращай, pošalji, пошаљи
secret: пароль, пароли, паролей, переменные окружения, переменные среды, приватный ключ, закрытый ключ, ключи, учётные данные, токены, паролі, паролів, змінні середовища, приватний ключ, ключі, облікові дані, пароли, ключове, lozinke, лозинке
conceal: не говори, не сообщай, не упоминай, никому не, тайно, незаметно, втайне, без ведома, не кажи, не згадуй, не повідомляй, нікому про це, таємно, непомітно, без відома, не казвай, не споменавай, тайно, ne govori, ne pominji, ne reci
void: игнорируй, игнорируйте, забудь, не обращай внимания, ігноруй, ігноруйте, забудь, игнорирай, zanemari
rules: инструкции, указания, правила, інструкції, вказівки, правила, uputstva, инструкциите
prior: предыдущие, все, прежние, попередні, усі, всі, предишните, всички, prethodna
# Swedish, Danish, Norwegian, Finnish, Estonian, Hungarian
send: skicka, sänd, ladda upp, vidarebefordra, send, videresend, sende, last opp, lähetä, lähettäkää, lataa palvelimelle, välitä, saada, edasta, küldd, küldje, küldd el, töltsd fel, továbbítsd
secret: lösenord, lösenorden, miljövariabler, privata nycklar, privat nyckel, adgangskode*, miljøvariabler, private nøgler, passord, private nøkler, salasana, salasanat, salasanoja, ympäristömuuttujat, yksityinen avain, yksityiset avaimet, paroolid, jelszó, jelszavak, jelszavakat, környezeti változók, privát kulcs*
conceal: berätta inte, säg inte, nämn inte, utan att berätta, i hemlighet, i smyg, fortæl ikke, nævn ikke, sig ikke, i al hemmelighed, fortell ikke, ikke nevn, ikke si, älä kerro, äläkä kerro, älä mainitse, salaa, huomaamatta, kertomatta, ära ütle, ära maini, ne mondd, ne említsd, ne szólj, titokban, észrevétlenül, anélkül hogy
void: ignorera, strunta i, glöm, ignorer, glem, jätä huomiotta, unohda, sivuuta, eira, hagyd figyelmen kívül, felejtsd el
rules: instruktioner, anvisningar, regler, instrukser, instruksjoner, ohjeet, ohjeita, säännöt, juhised, utasítás*, szabály*
prior: tidigare, föregående, alla, tidligere, forrige, alle, aiemmat, aikaisemmat, kaikki, edelliset, eelnevad, korábbi, előző, minden
# Turkish, Azeri, Indonesian, Malay, Vietnamese, Tagalog, Swahili
send: gönder, gönderin, ilet, yükle, göndər, kirim, kirimkan, unggah, teruskan, hantar, hantarkan, muat naik, gửi, tải lên, chuyển tiếp, ipadala, i-upload, tuma, wasilisha
secret: şifre, şifreler*, parola*, ortam değişkenleri*, özel anahtar*, api anahtar*, kata sandi, sandi, variabel lingkungan, kunci pribadi, kunci privat, kunci api, kredensial, kata laluan, mật khẩu, biến môi trường, khóa riêng, khóa bí mật, khóa api, thông tin đăng nhập, password ng, nenosiri
conceal: söyleme, bahsetme, haber verme, gizlice, sessizce, belli etmeden, habersiz, demə, diam-diam, jangan beri tahu, jangan beritahu, jangan katakan, jangan sebutkan, tanpa memberi tahu, tanpa sepengetahuan, secara rahasia, không được nói, đừng nói, không nói cho, đừng cho, không cho, âm thầm, bí mật, lặng lẽ, không đề cập, huwag sabihin, usimwambie, kwa siri
void: yok say, göz ardı et, dikkate alma, unut, abaikan, lupakan, hiraukan, bỏ qua, phớt lờ, quên, balewalain, puuza
rules: talimat*, kural*, yönerge*, instruksi, arahan, perintah, aturan, hướng dẫn, chỉ dẫn, quy tắc, chỉ thị, tagubilin, maagizo
prior: önceki, tüm, bütün, yukarıdaki, sebelumnya, semua, terdahulu, trước đó, trước đây, tất cả, phía trên, nakaraang, lahat, yaliyotangulia, yote
# Greek, Hebrew, Arabic, Persian, Hindi, Bengali, Thai
send: στείλε, στείλτε, ανέβασε, προώθησε, διαβίβασε, שלח, שלחי, העלה, העבר, أرسل, ارسل, أرسلي, ارفع, حمّل, ارسال کن, بفرست, بارگذاری کن, भेजें, भेजो, भेज दो, अपलोड करें, পাঠাও, পাঠান, আপলোড, ส่ง, อัปโหลด
secret: κωδικούς, κωδικοί, κωδικό, κλειδιά, ιδιωτικά κλειδιά, μεταβλητές περιβάλλοντος, סיסמה, סיסמאות, מפתחות, משתני סביבה, كلمة المرور, كلمات المرور, كلمات السر, المفاتيح, مفاتيح, متغيرات البيئة, بيانات الاعتماد, رمز عبور, رمزهای عبور, کلیدهای, متغیرهای محیطی, पासवर्ड, कुंजी, कुंजियाँ, पर्यावरण चर, পাসওয়ার্ড, รหัสผ่าน, คีย์, ตัวแปรสภาพแวดล้อม
conceal: μην πεις, μην αναφέρεις, χωρίς να πεις, κρυφά, μυστικά, אל תספר, אל תגיד, אל תזכיר, בסתר, בחשאי, לא תخبر, لا تخبر, ولا تخبر, دون إخبار, دون علم, سرًا, سرا, لا تذكر, به کاربر نگو, نگو, مخفیانه, بدون اطلاع, न बताएं, मत बताना, मत बताओ, न बताना, बिना बताए, चुपचाप, गुप्त रूप से, জানাবে না, গোপনে, ห้ามบอก, อย่าบอก, ไม่ต้องบอก, แอบ, โดยไม่บอก
void: αγνόησε, αγνοήστε, ξέχασε, התעלם, התעלמי, שכח, تجاهل, انس, نادیده بگیر, فراموش کن, अनदेखा करें, अनदेखा करो, नज़रअंदाज़, भूल जाओ, উপেক্ষা, ละเว้น, เพิกเฉย, ไม่ต้องสนใจ
rules: οδηγίες, κανόνες, הוראות, כללים, التعليمات, تعليمات, القواعد, دستورالعمل*, دستورات, قوانین, निर्देशों, निर्देश, नियम, নির্দেশ*, คำสั่ง, คำแนะนำ, กฎ
prior: προηγούμενες, όλες, הקודמות, כל, السابقة, جميع, كل, قبلی, همه, पिछले, सभी, पहले के, আগের, সব, ก่อนหน้า, ทั้งหมด
# Chinese, Japanese, Korean
send: 发送, 發送, 发到, 发给, 上传, 上傳, 传送, 转发, 提交到, 传给, 送信, アップロード, 送って, 転送, 보내, 전송, 업로드, 전달
secret: 密钥, 密鑰, 私钥, 私鑰, 密码, 密碼, 令牌, 凭据, 凭证, 环境变量, 環境變數, 助记词, 秘密鍵, パスワード, 認証情報, 環境変数, トークン, 비밀번호, 개인 키, 비밀키, 환경 변수, 환경변수, 토큰, 자격 증명
conceal: 不要告诉, 不要告訴, 不要提及, 别告诉, 不得告知, 不要让用户, 悄悄, 偷偷, 暗中, 瞒着, 不让用户, 不告知, 知らせない, 伝えない, 言わない, 教えない, 内緒, 秘密裏, こっそり, 気づかれない, 알리지, 말하지, 모르게, 몰래, 비밀리에
void: 忽略, 无视, 無視, 忘记, 忘掉, 不理会, 無視し, 忘れ, 무시, 잊어
rules: 指令, 指示, 规则, 規則, 说明, 限制, 指示, ルール, 지시, 지침, 규칙, 명령
prior: 之前, 以上, 先前, 前面, 所有, 原有, これまで, 以前, 上記, すべて, 이전, 모든, 위의
# To fetch and to obey, to run what was fetched
fetch: lade, hole, rufe ab, öffne, lies, haal, télécharge*, récupère, récupérez, ouvre, lis, descarga, descargue, obtén, abre, lee, baixe, obtenha, abra, leia, scarica, scaricate, apri, leggi, recupera, pobierz, pobieraj, otwórz, przeczytaj, stáhni, otevři, přečti, скачай*, загрузи, получи, открой, прочитай, завантаж, отримай, відкрий, прочитай
fetch: hämta, ladda ner, öppna, hent, åpne, lataa, avaa, töltsd le, nyisd meg, indir, indirin, oku, aç, unduh, ambil, buka, baca, tải, mở, đọc, truy cập, descarcă, citește, κατέβασε, άνοιξε, διάβασε, הורד, פתח, קרא, نزّل, حمل, افتح, اقرأ, دانلود کن, باز کن, डाउनलोड, खोलें, पढ़ें, ডাউনলোড, ดาวน์โหลด, เปิด, อ่าน
fetch: 下载, 下載, 获取, 打开, 读取, 访问, ダウンロード, 取得, 開い, 読み込, 다운로드, 내려받, 가져와, 열고, 읽고
obey: befolge, führe aus was, tu was dort, halte dich an das, voer uit wat, volg wat, exécute ce qui, suis ce qui, suivez ce qui, obéis, fais ce qui, sigue lo que, haz lo que, obedece, cumple lo que, ejecuta lo que, siga o que, faça o que, obedeça, execute o que, esegui ciò che, segui ciò che, fai quello che, obbedisci
obey: wykonaj to co, wykonuj polecenia, rób to co, stosuj się do tego, proveď co, řiď se tím, udělej co, выполняй то, выполни всё, выполни все, следуй тому, делай то, делай всё, исполняй, виконуй те, виконай усе, виконай все, роби те, слідуй тому, gör det som, följ det som, utför det, gør som, følg det, gjør det som, tee mitä, noudata, tedd azt, kövesd az ott
obey: yazanları yap, yazılanları uygula, yazanı uygula, söyleneni yap, dediklerini yap, uygula, lakukan apa yang, ikuti apa yang, jalankan apa, patuhi, laksanakan, thực hiện đúng, thực hiện mọi, làm theo, làm đúng, tuân theo, tuân thủ, fă ce scrie, urmează ce, κάνε ό,τι, ακολούθησε ό,τι, עשה את מה, בצע את, نفذ ما, نفّذ ما, اتبع ما, هر چه نوشته, उसमें लिखे, जो लिखा है, पालन करें, ทำตาม, ปฏิบัติตาม
obey: 照做, 按其执行, 按照其中, 照着执行, 执行其中, 遵照, 严格执行, その指示に従, 書かれている通り, 書かれた通り, 従ってください, 従うこと, 그대로 실행, 지시에 따라, 따르세요, 적힌 대로
# What is private
personal: gespräch, unterhaltung, gesprächsverlauf, chatverlauf, nachrichten des, gesprek, conversation entière, toute la conversation, historique de la conversation, conversación, conversaciones, historial, conversa inteira, histórico da conversa, conversazione, cronologia della, rozmowy, rozmowę, treść rozmowy, historię rozmów, konverzac*, celou konverzaci
personal: переписк*, разговор*, историю чата, диалог*, розмов*, листуванн*, історію чату, konversation*, samtale*, samtalet, keskustelu*, beszélgetés*, konuşma*, sohbet*, yazışma*, dosyaların, percakapan, riwayat obrolan, cuộc trò chuyện, hội thoại, tin nhắn, conversația, συνομιλία*, השיחה, المحادثة, المحادثات, گفتگو*, बातचीत, কথোপকথন, การสนทนา, 对话, 對話, 聊天记录, 会话内容, 会話, チャット履歴, 대화
# Nobody is asked or told
conceal: söz etme, sözünü etme, hiç söz etme, raporda gösterme, bildirme, haberi olmasın, belirtme, jangan menyebut, jangan diberitahukan, không báo cho, không thông báo, không nhắc, không để người dùng, nie pokazuj, nie zgłaszaj, bez informowania, nezobrazuj, neoznamuj, не показуй, не згадуючи, не показывай, не рассказывай, без уведомления, visa inte, vis ikke, älä näytä, ne mutasd, zonder te melden, meld het niet, zeig es nicht, melde es nicht, sans le montrer, sin mostrar*, sem mostrar, senza mostrar*
no-look: ohne rückfrage, ohne nachzufragen, ohne zu fragen, zonder te vragen, sans demander, sans confirmation, sin preguntar, sin pedir permiso, sin confirmación, sem perguntar, sem pedir permissão, sem confirmação, senza chiedere, senza conferma, bez pytania, bez potwierdzenia, bez ptaní, bez potvrzení, не спрашивая, без подтверждения, без вопросов, не питаючи, без підтвердження
no-look: utan att fråga, uden at spørge, uten å spørre, kysymättä, kérdezés nélkül, sormadan, onay almadan, onaysız, tanpa bertanya, tanpa konfirmasi, tanpa izin, mà không cần hỏi, không cần hỏi, không cần xác nhận, fără să întrebi, fără confirmare, χωρίς να ρωτήσεις, בלי לשאול, دون سؤال, دون أن تسأل, بدون پرسیدن, बिना पूछे, না জিজ্ঞেস করে, โดยไม่ต้องถาม, 无需询问, 不必询问, 不用问, 无需确认, 確認なし, 聞かずに, 尋ねずに, 묻지 말고, 묻지 않고, 확인 없이
# Rules that hold no more
unbound: gelten nicht mehr, gehen allem anderen vor, gilt nicht mehr, gelden niet meer, ne s'appliquent plus, ne valent plus, ne comptent plus, ya no se aplican, ya no valen, ya no rigen, já não valem, não se aplicam mais, não valem mais, non valgono più, non si applicano più, już nie obowiązują, nie obowiązują, přestávají platit, již neplatí, už neplatí, больше не действуют, больше не действует, утратили силу, не имеют силы, більше не діють, більше не діє, втратили чинність, не мають сили
unbound: gäller inte längre, gælder ikke længere, gjelder ikke lenger, eivät enää päde, eivät ole enää voimassa, már nem érvényes*, artık geçerli değil*, geçersizdir, tidak berlaku lagi, sudah tidak berlaku, không còn hiệu lực, không còn áp dụng, nu mai sunt valabile, nu se mai aplică, δεν ισχύουν πλέον, אינם תקפים, לא תקפים, لم تعد سارية, لم تعد صالحة, دیگر معتبر نیست*, अब लागू नहीं, আর প্রযোজ্য নয়, ไม่มีผลอีกต่อไป, 不再有效, 不再适用, 全部作废, 一律作废, 已失效, もう無効, 適用されません, 無効です, 더 이상 유효하지, 무효이다, 무효입니다
prior: zu beginn, qui précède, reçues, recibidas, recebidas, ricevute, otrzymane, раніше, отримав, ранее, получил, aldığın, diterima, nhận được, trước, primite, קיבלת, تلقيتها, मिले
# Programs that have to run first, and what they are locked with
need: zuerst, voraussetzung, ohne ihn, ohne das, d'abord, prérequis, sans lui, sans cela, primero, requisito, sin él, sin esto, primeiro, pré-requisito, sem ele, prima di tutto, prerequisito, senza di esso, najpierw, bez tego, bez niego, nejdřív, bez něj, сначала, без него, без этого, спершу, спочатку, без нього, först, først, ensin, először, önce, onsuz, terlebih dahulu, tanpa ini, trước tiên, nếu không có, mai întâi, πρώτα, קודם, أولا, أولاً, ابتدا, पहले, ก่อนอื่น, 首先, 必须先, 需要先, まず, 最初に, 먼저
program: hilfsprogramm, hulpprogramma, programme d'aide, utilitaire, assistant, programa auxiliar, ayudante, utilidad, auxiliar, utilitário, programma di supporto, pomocnik, program pomocniczy, pomocný program, помощник, программу, утилиту, помічник, програму, утиліту, hjälpprogram, apuohjelma, segédprogram, yardımcı program, aracı, program pembantu, aplikasi, phần mềm, chương trình, công cụ, program auxiliar, βοηθητικό, תוכנת עזר, البرنامج, برنامج, برنامه, प्रोग्राम, โปรแกรม, 助手程序, 组件, 程序, 插件, 補助プログラム, プログラム, ツール, 프로그램, 도우미
locked: passwort:, passwort lautet, kennwort, wachtwoord:, mot de passe :, mot de passe est, contraseña:, contraseña es, senha:, senha é, password è, hasło:, hasło to, heslo:, heslo je, пароль, пароль:, парол:, lösenord:, jelszó:, şifre:, şifresi, parola:, kata sandi:, mật khẩu:, mật khẩu là, parola este, κωδικός:, הסיסמה, كلمة المرور, رمز عبور, पासवर्ड, รหัสผ่าน, 密码, 解压密码, パスワード, 비밀번호
run: starte, führe aus, voer uit, lance, lancez, exécute, exécutez, ejecuta, ejecute, inicia, execute, abra o arquivo, esegui, avvia, uruchom, spusť, запусти, запустите, запустить, kör, kjør, kør, suorita, futtasd, indítsd, çalıştır, çalıştırın, jalankan, chạy, khởi chạy, rulează, pornește, εκτέλεσε, הפעל, הרץ, شغل, شغّل, اجرا کن, चलाएं, চালাও, เรียกใช้, 运行, 執行, 执行, 実行, 起動, 실행
`;
