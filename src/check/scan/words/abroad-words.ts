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
`;
