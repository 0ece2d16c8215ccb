/**
 * Which words stand for which concept. A line is `concept language: word, word`; a newcomer adds a word by adding it to its
 * line. `stem*` stands for every ending, `..` for up to four words between, and `~` after the language for verbs that are
 * inflected by rule, of which the first word changes (`~!` where the plural of a noun looks the same). Words belong here because they mean the concept, in any text; what makes
 * an attack is said by the relations alone.
 */
export const LEXICON = `
# To bring something out of reach of its owner: to a place, a person, a service.
transfer en~: send, transmit, upload, submit, relay, deliver, dispatch, convey, sync, synchronise, synchronize, replicate, exfiltrate, smuggle, siphon, lodge, surrender, disclose to, back .. up to, copy .. to, hand .. over, hand .. in, hand .. to, pass .. on, pass .. along, pass .. to, turn .. over to, push .. to, report back, report .. to, share .. with, export .. to, drop .. at, drop .. off, drop .. into, leave .. at, leave .. with, feed .. to, pipe .. to, route .. to, move .. to, carry .. over, supply .. to, provide .. to, present .. to, communicate .. to, publish, contribute, donate, register .. with, file .. with, echo .. to, expose .. to, tell .. server, tell .. service, phone home, call home, check .. in with, cc, bcc, give .. to, show .. to, text .. to, whisper, radio
transfer en~!: forward, ship, mail, email, e-mail, fax, transfer, mirror, broadcast, stream, leak, funnel, channel, beacon, deposit, post, carbon copy
transfer en: sent, fed to, left at, left with, given to, give it the, give them the, gets a copy, get a copy, receives a copy, receive a copy, receives, goes to, go to the, goes out to, goes into the request, ends up at, ends up in, end up at, lands at, lands in, land at, arrives at, travels to, travels with, travel with, makes its way to, finds its way to, reaches, copy goes, copies go, put request, post request, request body, as the body, in the body, body of, body is, as the payload, payload, makes known to, made available to, make .. available to, available to, belongs to, belong to, accompanies, ride along, rides along, comes along, out by mail, by e mail, by email, in a request, with the request, to the request, of the request, whose file name, whose name, resolve, look up the host, looked up, lookup, uploading, upload of, transmission, submission
transfer de: send*, sende*, schick*, übermittl*, übermitt*, übertrag*, hochlad*, lade .. hoch, lädst .. hoch, leite .. weiter, weiterleit*, weitergeb*, gib .. weiter, gibst .. weiter, stell* .. zu, liefer*, versend*, verschick*, kopier* .. nach, spiegel*, lege .. ab, legst .. ab, melde .. an, beileg*, lege .. bei, hänge .. an, überlass*, übergib, übergibst, teile .. mit
transfer fr: envoi*, envoy*, enverr*, transme*, transmis*, téléverse*, expédi*, achemin*, relai*, relay*, dépose*, déposer, partage .. avec, publie*, poste, poster, remet*, fais parvenir, faire parvenir, fais suivre, faire suivre, copie .. vers, joins .. à, joindre .. à, livre .. à, communique*
transfer es: envi*, mand*, transmit*, sub* .. a, sube, subir, subes, subelo, súbelo, súbela, cargue, remit*, reenví*, reenvi*, entreg*, comparte .. con, publica*, deposit*, adjunt*, haz llegar, copia .. a, traslada*, comunica*
transfer pt: envi*, mand*, transmit*, carreg* .. para, suba, faça upload, remet*, encaminh*, reencaminh*, entreg*, compartilh*, partilh*, publique, deposit*, anex*, repass*, copie .. para
transfer it: invi*, mand*, spedi*, trasmett*, trasmess*, caric* .. su, inoltr*, consegn*, condivid*, pubblic*, deposit*, alleg*, gira .. a, copia .. su, trasferi*
transfer nl: stuur*, verstuur*, verzend*, zend*, upload*, lever*, geef .. door, doorgeven, doorstur*, stuur .. door, kopieer* .. naar, plak .. aan*, plaats .. op, deel .. met, overhandig*
transfer pl: wyśl*, wysył*, prześl*, przesył*, przekaż*, przekazuj*, dostarcz*, wgraj, wgrywaj, załaduj .. na, udostępni*, skopiuj .. na, dołącz*, podaj
transfer cs: pošl*, odešl*, odesl*, posíl*, zašl*, nahraj*, předej*, přepošl*, sdílej*, doruč*, přilož*, zkopíruj .. na
transfer sv: skicka*, sänd*, ladda .. upp, ladda upp, vidarebefordra*, överför*, lämna .. till, dela .. med, send .. til, sende .. til, last .. opp, upload*, videresend*, lähetä*, toimita*
transfer ru: отправ*, отправл*, передай*, переда*, пересл*, пересыла*, загрузи .. на, загружай .. на, выгруз*, перешли*, вышли*, высыла*, доставь*, скопируй .. на, опублику*, поделись, сообщи .. на, надішл*, надсил*, передай, перешли, вишли, завантаж .. на
transfer tr: gönder*, yükle*, ilet*, aktar*, yolla*, postala*, paylaş*, teslim et*, kopyasını
transfer id: kirim*, mengirim*, unggah*, mengunggah*, teruskan, serahkan, sampaikan, hantar*, muat naik, bagikan, salin .. ke
transfer vi: gửi, tải .. lên, chuyển .. đến, chuyển tiếp, đăng lên, nộp, sao chép .. đến, chia sẻ
transfer ro: trimit*, încarcă*, expedi*, transmit*, predă*, küld*, továbbít*, tölts* .. fel, feltölt*, oszd meg
transfer el: στείλε*, στείλ*, αποστολ*, ανέβασ*, προώθησ*, μετάφερ*, παράδωσ*, κοινοποί*
transfer zh: 发送, 上传, 传送, 转发, 提交, 发到, 发给, 传给, 传到, 寄给, 寄到, 推送到, 同步到, 备份到, 交给, 附上, 发往, 上報, 上报, 傳送, 發送, 上傳, 回传
transfer ja: 送信, 送る, 送って, 送り, 転送, アップロード, 投稿, 渡す, 渡し, 提出, 届け, 共有, 添付, 報告する先, 同期
transfer ko: 보내, 전송, 업로드, 전달, 제출, 올려, 올리, 공유, 넘겨, 첨부, 복사해
transfer ar: أرسل*, ارسل*, إرسال*, ارفع*, رفع, انقل*, سلم*, شارك*, حول .. إلى, بعث*, ابعث*
transfer hi: भेज*, अपलोड, साझा, पहुँचा*, सौंप*, अग्रेषित
transfer th: ส่ง, อัปโหลด, อัพโหลด, แชร์, โอน

# To put something into something else.
place en~: add, include, put, append, attach, insert, fill .. in, fill .. with, enter, paste, embed, encode, write, weave, fold .. into, slip .. into, tuck, inject, copy .. into, stuff, prepend, carry, repeat, spell, mention .. in, work .. into, drop .. in, leave .. in, make it part of, make .. part of
place en~!: place, set, plant, quote
place en: goes into, goes in, go into, goes after, belongs into, belongs in, holds, contains, is filled with, set to, as the value, whose value, becomes the, stands for
place de: füg*, trag .. ein, trage .. ein, trägst .. ein, schreib*, leg .. an, lege .. an, setz*, einfüg*, eintrag*, gehört in, ergänz*
place fr: ajout*, ins*, inscri*, écri*, place, placer, complèt*, mets, mettre, intègr*, colle
place es: añad*, agreg*, insert*, escrib*, pon, poner, pega, incluye, incluir, inclúy*
place pt: adicion*, inser*, escrev*, coloque, colocar, acrescent*, inclu*
place it: aggiung*, inseri*, scriv*, metti, mettere, includ*
place ru: добав*, допиши*, впиши*, встав*, запиши*, внеси*, додай*, дод*
place pl: dopisz*, dodaj*, wpisz*, umieść*, wstaw*, zapisz*
place tr: ekle*, yaz, yazın, koy*, yerleştir*
place id: tambah*, masukkan, sisipkan, tulis*, letakkan
place vi: thêm, ghi, viết, chèn, đặt
place sv: lägg .. till, lägg till, skriv*, infoga*, tilføj*, legg til
place nl: voeg*, zet, schrijf*, plaats*
place cs: přidej*, zapiš*, vlož*, dopiš*
place zh: 写入, 添加, 加入, 追加, 插入, 写进, 放入, 填入, 加到, 写到
place ja: 追加, 書き込, 書き加え, 挿入, 加え, 入れ, 記入
place ko: 추가, 적어, 써넣, 삽입, 기록해
place ar: أضف*, اكتب*, ضع
place hi: जोड़*, लिख*, डाल*

# To bring something here from elsewhere.
fetch en~: download, fetch, retrieve, grab, curl, wget, obtain, get, take, pick .. up, consult, poll, bring .. over, open, read, receive, browse, import, acquire, collect .. from
fetch en~!: pull, clone, load, request, visit, query, look at, check
fetch en: to be found at, found at, lives at, lives outside, kept at, available at, from the page, served at, served by, hosted at, published at, stands at, lies at
fetch de: lade*, lädst, hol*, ruf .. ab, rufe .. ab, abruf*, bezieh*, besorg*, öffne*, lies, liest, lesen, schau*
fetch fr: télécharg*, récupèr*, récupér*, va chercher, ouvre, ouvrir, lis, lire, consult*
fetch es: descarg*, baja, bajar, obten*, obtén, recuper*, abre, abrir, lee, leer, consult*
fetch pt: baix*, descarreg*, obtenh*, busque, abra, abrir, leia, ler, consult*
fetch it: scaric*, ottien*, recuper*, prendi, apri, leggi, consult*
fetch nl: download*, haal*, open, lees
fetch pl: pobierz*, pobieraj*, ściągnij*, otwórz, odczytaj, zajrzyj, przeczytaj
fetch cs: stáhn*, stahuj*, otevři, přečti, načti
fetch sv: hämta*, ladda .. ner, ladda ner, öppna, läs, hent, last ned
fetch ru: скача*, загрузи, загружай, получи*, открой, прочитай, прочти, заван*, зайди
fetch tr: indir*, al, aç, oku, çek
fetch id: unduh*, mengunduh*, ambil*, buka, baca, muat turun
fetch vi: tải, tải về, tải xuống, mở, đọc, lấy
fetch el: κατέβασ*, άνοιξε, διάβασε, φόρτωσ*
fetch zh: 下载, 获取, 取回, 拉取, 访问, 打开, 读取, 查看, 下載
fetch ja: ダウンロード, 取得, 開い, 開く, 読み込, 入手, アクセス
fetch ko: 다운로드, 내려받, 가져와, 받아, 열어, 읽어
fetch ar: حمل, نزل, افتح*, اقرأ*, حمّل
fetch hi: डाउनलोड, खोल*, पढ़*, प्राप्त
fetch th: ดาวน์โหลด, เปิด, อ่าน, ดึง

# To let something act on this machine.
execute en~: execute, launch, invoke, evaluate, eval, exec, double click, spawn, activate, fire .. up, set .. going, bring .. up, open .. with, sideload, mount, unblock, mark .. executable, make .. executable, mark .. as a program
execute en~!: run, start, source, install, boot, trigger
execute en: chmod, piped into, pipe .. into bash, pipe .. to bash, into bash, into sh, to a shell, into a shell, let bash, let python, let the shell, in the terminal, into the terminal, into a terminal, in a terminal, into your terminal, through the terminal, for the terminal, the terminal app, at the prompt, as a program, as root, as administrator, with administrator, with root, it finishes by itself, post install, execution, running it
execute de: führ* .. aus, ausführ*, start*, installier*, öffne .. mit, als administrator, ins terminal, im terminal
execute fr: exécut*, lanc*, démarr*, install*, dans le terminal
execute es: ejecut*, inici*, lanz*, instal*, en la terminal, en el terminal, córrelo
execute pt: execut*, rode, rodar, inici*, instal*, no terminal
execute it: esegu*, avvi*, lanci*, install*, nel terminale
execute nl: voer .. uit, uitvoer*, start*, installeer*, draai
execute pl: uruchom*, uruchamiaj*, wykonaj*, zainstaluj*, odpal*
execute cs: spusť*, spusti*, spouštěj*, proveď, nainstaluj*
execute sv: kör*, starta*, installera*, kjør
execute ru: запусти*, запускай*, выполни*, выполняй*, установи*, виконай*, встанови*, в терминал*
execute tr: çalıştır*, başlat*, kur, kurun, yürüt*
execute id: jalankan, eksekusi, pasang, instal*
execute vi: chạy, thực thi, cài, cài đặt, khởi động
execute el: εκτέλεσ*, τρέξε*, εγκατάστησ*
execute zh: 运行, 执行, 启动, 安装, 運行, 執行, 安裝
execute ja: 実行, 起動, インストール, 走らせ
execute ko: 실행, 설치, 구동
execute ar: شغل*, شغّل*, نفذ*, ثبت*
execute hi: चला*, इंस्टॉल, निष्पादित
execute th: รัน, ติดตั้ง, เรียกใช้

# Above others.
outrank en~: outrank, prevail, supersede, overrule, override, trump, beat, outweigh, dominate, precede
outrank en: ranks above, rank above, ranks over, stands above, stand above, sits above, is above, goes above, comes above, takes precedence, take precedence, has precedence, takes priority, take priority, has priority, wins, win over, wins over, counts for more, weighs more, final say, last word, comes first, comes before what, even if the user, even against, even when the user, also when the user, whatever the user, no matter what the user, knows best, know best, before anything the user, is in charge, in command, one author, decides
outrank de: vorrang, geht vor, steht über, auch wenn der, selbst wenn, gilt wie, gilt wie ein
outrank fr: prime sur, prévaut, l'emporte, même si, au dessus de
outrank es: prevalece, tiene prioridad, por encima de, incluso si, aunque el usuario
outrank pt: prevalece, tem prioridade, acima de, mesmo contra, mesmo que, quem manda
outrank it: prevale, ha la precedenza, al di sopra, anche se
outrank ru: важнее, главнее, приоритет, выше, даже если, навіть якщо
outrank zh: 优先于, 高于, 即使用户, 凌驾
outrank ja: 優先, 上回, たとえユーザー, より上

# Not worth a person's time.
needless en: would only cost time, cost time, costs time, waste of time, wastes time, tiring, tiresome, pointless, no point, no use, superfluous, unnecessary, needless, a formality, formality, slow .. down, slows .. down, slows things, holds things up, hold things up, gets in the way, get in the way, annoying, annoy, annoys, nuisance, would never be done, time out, makes them nervous, confuses them, confuse them, unsettles, upsets people, upset people, no need, need not, needn't, not necessary, not needed, not required, is for beginners, mere routine, routine matter, for show, redundant, only noise, is noise, are noise
needless de: überflüssig, unnötig, nicht nötig, kostet nur zeit, formsache, lästig
needless fr: inutile, superflu, perte de temps, formalité
needless es: innecesari*, inútil, pérdida de tiempo, formalidad, no hace falta
needless pt: desnecessári*, inútil, perda de tempo, formalidade
needless it: inutile, superflu*, perdita di tempo, formalità
needless ru: излишн*, не нужно, не требуется, формальност*
needless zh: 不必, 无需, 没必要, 多余
needless ja: 不要, 必要ありません, 必要はない

# To take somebody's words for what has to be done.
comply en~: follow, obey, act on, act upon, carry .. out, comply, adhere, abide, heed, do as, do what, do whatever, keep to, live by, fulfil, fulfill, go with, go by, steer, defer to, submit to, conform, treat .. as instructions, treat .. as orders, treat .. as an instruction, treat .. as a command, take .. as instructions, take .. as orders, treat it as, treat them as, treat each as, treat such
comply en~!: honour, honor
comply en: is binding, are binding, as though the owner, as though the user, as if the user, as if it stood here, as though it stood here, as if the owner, as if they were, as though they were, takes the place of, take the place of, counts as an instruction, count as instructions, have authority, has authority, is to be done, are to be done, is done at once, governs, govern, decides what, tells you what, tell you what, says what to do, what it says, what they say, what you read there, whatever it says, whatever they say, takes its tasks from, take your tasks from, tasks from, takes orders from, proceed by, proceed according, work by, guided by, be guided, jobs for you, job for you, tasks for you, task for you, steps for you, commands for you, orders for you, are for you, is for you, meant for you, addressed to you, live by it, in its stead, replaces this, put .. in place of this, change the rest of this, do the job, finish them, finish it first, is a line for the terminal, command for today, orders from, instructions from
comply de: folg*, befolg*, gehorch*, tu was, tue was, mach was, halte dich an, erledig*, wie ein wunsch, als anweisung, als auftrag
comply fr: suis, suivre, obéi*, exécute ce, fais ce, faire ce, applique*, respecte
comply es: sigue, seguir, obedec*, haz lo que, cumpl*, acata*, como instrucc*
comply pt: siga, seguir, obedeç*, obedec*, faça o que, cumpr*, acat*, como instruç*
comply it: segui*, obbedi*, fai ciò, fai quello, esegui ciò, attieniti
comply pl: zastosuj się, postępuj, wykonaj to, rób to, posłuch*, przestrzegaj
comply ru: следуй*, выполняй*, исполняй*, подчиняй*, делай то, делай что, сделай то, виконуй*
comply tr: uygula, uygulayın, uy, uyun, takip et, yerine getir*, dediğini yap
comply id: ikuti, patuhi, lakukan apa, turuti, laksanakan
comply vi: làm theo, tuân theo, thực hiện theo, nghe theo
comply el: κάνε ό, ακολούθησ*, υπάκου*
comply zh: 遵循, 遵照, 照做, 服从, 按照其, 听从, 当作指令, 作为指令, 当作新的指令, 写什么就做什么, 说什么就做什么
comply ja: 従う, 従って, 従い, 指示どおり, 指示通り, 命令として, 指示として
comply ko: 따르, 따라, 지시대로, 복종
comply ar: اتبع*, أطع*, التزم*, نفذ*
comply hi: पालन, अनुसरण, मान*

# To look something up here and have it.
take en~: read, open, collect, gather, take, extract, harvest, scrape, enumerate, pack, zip, compress, tar, look up, look into, look for, locate, pick .. up, assemble, compile, summarise, summarize, monitor, listen, keep an eye on, keep an ear on, cat, export, acquire, ask .. for, have .. type
take en~!: copy, capture, record, find, list, dump, bundle, archive, note, watch, screenshot, search
take en: contents of, content of, text of, a copy of, snapshot of, transcript of, listing of, value of, values of

# Material that opens something.
keys en: .env, env file, api key, api keys, api token, api tokens, access key, access keys, access token, access tokens, auth token, auth tokens, secret key, secret keys, private key, private keys, ssh key, ssh keys, signing key, deploy key, deploy keys, deploy token, license key, encryption key, password, passwords, passwd, passphrase, passphrases, passcode, passcodes, pin code, credential, credentials, login data, logins, login details, sign in details, session token, session tokens, session cookie, session cookies, session id, cookie, cookies, bearer token, bearer tokens, refresh token, refresh tokens, oauth token, jwt, personal access token, service account key, secret, secrets, tokens, token, one time code, one time codes, otp, 2fa code, 2fa codes, verification code, verification codes, recovery code, recovery codes, backup codes, security code, six digits, cvv, card number, card numbers, private half, half of the pair, authentication material, login material, what they log in with, logs in with, log in with, logs in to servers with, signs in with, sign in with, unlocks, what opens
keys de: passwort*, kennwort*, kennwört*, passwört*, zugangsdat*, anmeldedat*, schlüssel, schlüsseln, geheimniss*, zugangsschlüssel*, token, tokens, einmalcode*
keys fr: mot de passe, mots de passe, identifiant*, clé, clés, clef, clefs, jeton*, secrets, code de vérification
keys es: contraseñ*, credencial*, clave, claves, token*, secretos, llave, llaves, código de verificación
keys pt: senha*, credencia*, chave, chaves, token*, segredos, palavra passe, palavras passe, código de verificação
keys it: password, credenzial*, chiave, chiavi, token*, segreti, parole d'ordine
keys nl: wachtwoord*, sleutel*, inloggegevens, geheimen, tokens
keys pl: hasł*, klucz*, dane logowania, poświadcze*, token*, sekret*
keys cs: hesl*, klíč*, přihlašovací údaje, token*
keys sv: lösenord*, nyckel, nycklar, nycklarna, inloggning*, adgangskod*, passord*, salasan*
keys ru: парол*, ключи, ключ, ключей, токен*, учетные данные, учётные данные, секрет*, облікові дані, код подтверждения
keys tr: şifre*, parola*, anahtar*, kimlik bilgi*, belirteç*
keys id: kata sandi, sandi, kunci, kredensial, token, rahasia
keys vi: mật khẩu, khóa, thông tin đăng nhập, mã xác minh, mã thông báo
keys ro: parol*, cheile, jelszav*, jelszó*, kulcs*
keys el: κωδικ*, κλειδι*, συνθηματικ*, διαπιστευτήρι*
keys zh: 密码, 密钥, 口令, 凭据, 凭证, 令牌, 私钥, 验证码, 秘钥, 密碼, 金鑰
keys ja: パスワード, 秘密鍵, 認証情報, トークン, 資格情報, キー, 暗証番号
keys ko: 비밀번호, 암호, 토큰, 자격 증명, 개인 키, 비밀 키, 인증 코드
keys ar: كلمة المرور, كلمات المرور, كلمة السر, المفاتيح, مفتاح, بيانات الدخول, رمز التحقق
keys hi: पासवर्ड, कुंजी, कुंजियाँ, टोकन, गुप्त
keys th: รหัสผ่าน, คีย์, โทเค็น

# Places where such material lies in quantity; nobody gives one away in part.
hoard en: .ssh, id_rsa, id_ed25519, id_ecdsa, .aws, .netrc, .npmrc, .pypirc, .pgpass, .git-credentials, .kube, kubeconfig, .gnupg, .docker, application_default_credentials*, keychain, keychains, keyring, keyrings, credential store, credential manager, credential helper, password store, password manager, password vault, password safe, 1password, bitwarden, keepass, lastpass, dashlane, saved logins, saved passwords, stored passwords, remembered passwords, remember .. passwords, remembers .. passwords, login data, cookie jar, cookie store, browser profile, browser session, browser store, environment variables, process environment, environment block, every variable, all variables, shell environment, exported in the shell, is exported, printenv, output of env, every secret, all secrets, every token, all tokens, every credential, all credentials, any credentials, every password, all passwords, every key, all keys, seed phrase, seed phrases, recovery phrase, recovery words, mnemonic, seed words, secret words, twelve words, twelve or twenty four, 24 words, 12 words, backup phrase, row of words, wallet file, wallet files, wallet.dat, keystore, keystores, .pem, .p12, .pfx, .kdbx, .jks, dotenv, hosts.yml, auth.json, credentials.json, secrets.json, openssh, ssh client, ssh folder, authorized_keys, shadow file, sam hive, git uses to remember, git keeps, gh keeps, aws keeps, aws puts, docker keeps, kubectl uses, session that the browser, sessions of the browser, browser keeps, browser remembers, signed in session, logged in session
hoard de: schlüsselbund*, kennwortspeicher, passwortmanager*, umgebungsvariabl*, gespeicherte* passw*, browserprofil, wiederherstellungsphrase
hoard fr: trousseau, gestionnaire de mots de passe, variables d'environnement, mots de passe enregistrés, phrase de récupération
hoard es: llavero, gestor de contraseñas, variables de entorno, contraseñas guardadas, frase semilla, frase de recuperación
hoard pt: gerenciador de senhas, variáveis de ambiente, senhas salvas, frase semente, frase de recuperação
hoard it: portachiavi, gestore di password, variabili d'ambiente, password salvate, frase di recupero
hoard pl: zmienne środowiskowe, menedżer haseł, zapamiętane hasła, hasła .. przeglądark*, fraza odzyskiwania
hoard ru: связк*, переменные окружения, переменных окружения, менеджер паролей, сохраненные пароли, сохранённые пароли, сид фраз*
hoard tr: anahtarlık, ortam değişken*, parola yönetici*, kayıtlı şifre*, kurtarma kelime*
hoard id: variabel lingkungan, pengelola kata sandi, kata sandi tersimpan, frasa pemulihan
hoard vi: biến môi trường, mật khẩu đã lưu, trình quản lý mật khẩu, cụm từ khôi phục
hoard zh: 环境变量, 钥匙串, 密码管理器, 保存的密码, 助记词, 私钥文件, 環境變數
hoard ja: 環境変数, キーチェーン, 保存されたパスワード, パスワードマネージャ, 復元フレーズ
hoard ko: 환경 변수, 키체인, 저장된 비밀번호, 복구 구문, 니모닉

# What belongs to a person or a firm and is not for strangers.
private en: voice recordings, screen recordings, screenshots of, screenshot of, conversation, conversations, transcript, transcripts, dialogue, chat, chats, chat history, chat log, messages, message history, session history, what the user said, what the user wrote, what the user typed, what they typed, what they wrote, what was said, what has been said, what is said, what has passed between, what the person, said so far, told you, told you so far, has told you, tells you, confided, confides, everything said, user's words, user's last message, their words, questions they ask, each question, every question, every prompt, each prompt, prompts, user input, last thing, last message, contact list, contacts, contact details, address book, phone book, inbox, mailbox, mail archive, correspondence, letters, direct messages, private channels, private messages, working directory, working tree, home directory, home folder, source code, codebase, whole repository, entire repository, whole project, private branches, private repositories, documents folder, documents and, my documents, desktop folder, desktop, downloads folder, pictures folder, photos, photographs, photo library, albums, clipboard, pasteboard, screen content, keystrokes, browsing history, browser history, search history, bookmarks, shell history, command history, whereabouts, full name, birthday, birth date, date of birth, home address, phone number, passport, identity card, identity documents, driving licence, social security number, tax return, tax number, bank statements, bank statement, bank details, account statements, payslips, salaries, salary, medical, health records, diagnosis, prescriptions, diary, customer data, customer list, customer records, customers' data, client list, client data, employee data, patient*, payroll, personal data, personal information, personal details, private information, confidential, user's files, user's documents, user's data, user data, files of the user, user's notes, user's mail, user's emails, user's calendar, memories, memory file, saved memories, learnt about, know about this person, know about the user
private de: gespräch, gespräche, gesprächs, gesprächsverlauf, unterhaltung*, nachrichten, abschrift, kontakt*, adressbuch, postfach, dokumente, fotos, bilder, kontoauszüg*, ausweis*, verlauf, zwischenablage, quelltext, quellcode, personenbezogen*, kundendaten, patient*, gehält*, steuer*
private fr: conversation*, messages, carnet d'adresses, contacts, courriel*, documents, photos, relevés, relevé bancaire, pièces d'identité, passeport, historique, presse papiers, code source, données personnelles, données client*, dossier*
private es: conversaci*, mensajes, contactos, libreta de direcciones, correos, documentos, fotos, extractos, historial, portapapeles, código fuente, datos personales, datos de clientes
private pt: conversa*, mensagens, contatos, contactos, agenda, e mails, documentos, fotos, extratos, histórico, área de transferência, código fonte, dados pessoais, dados de clientes
private it: conversazion*, messaggi, contatti, rubrica, posta, documenti, foto, estratti conto, cronologia, appunti, codice sorgente, dati personali, dati dei clienti
private nl: gesprek*, berichten, contacten, adresboek, documenten, foto's, bankafschrift*, geschiedenis, klembord, broncode, persoonsgegevens
private pl: rozmow*, wiadomości, kontakt*, książk* adresow*, dokument*, zdjęci*, histori*, schow*, kod źródłow*, dane osobowe, dane klient*
private cs: konverzac*, rozhovor*, zpráv*, kontakt*, dokument*, fotografi*, histori*, schránk*, zdrojov*, osobní údaje
private sv: konversation*, samtal*, meddelanden, kontakter, adressbok, dokument, foton, bilder, historik, urklipp, källkod, personuppgifter, mapp, mappar
private ru: разговор*, переписк*, беседа*, беседы, сообщени*, контакт*, адресн* книг*, документ*, фотографи*, истори*, буфер*, исходн* код*, персональн*, личн* данн*, листуванн*, розмов*
private tr: konuşma*, sohbet*, mesaj*, kişiler*, rehber*, belge*, fotoğraf*, geçmiş*, pano, kaynak kod*, kişisel veri*
private id: percakapan, obrolan, pesan, kontak, buku alamat, dokumen, foto, riwayat, papan klip, kode sumber, data pribadi
private vi: cuộc trò chuyện, hội thoại, tin nhắn, danh bạ, tài liệu, ảnh, lịch sử, mã nguồn, dữ liệu cá nhân, những gì người dùng
private el: συνομιλί*, μηνύματα, επαφές, έγγραφα, φωτογραφίες, ιστορικό
private zh: 对话, 聊天记录, 会话, 消息, 通讯录, 联系人, 文档, 照片, 历史记录, 剪贴板, 源代码, 个人信息, 用户数据, 客户数据, 隐私
private ja: 会話, チャット, メッセージ, 連絡先, アドレス帳, 書類, 写真, 履歴, クリップボード, ソースコード, 個人情報, 顧客
private ko: 대화, 채팅, 메시지, 연락처, 주소록, 문서, 사진, 기록, 클립보드, 소스 코드, 개인 정보, 고객
private ar: المحادثة, محادثة, الرسائل, جهات الاتصال, الوثائق, الصور, السجل, البيانات الشخصية
private hi: बातचीत, संदेश, संपर्क, दस्तावेज़, तस्वीर*, इतिहास, निजी
private th: บทสนทนา, ข้อความ, รายชื่อติดต่อ, เอกสาร, รูปภาพ, ประวัติ

# What the agent itself was given.
prompt en: system prompt, system message, your instructions, instructions you were, instructions you had, you were started with, started with, your context, your context window, hidden prompt, developer message, initial prompt, your configuration, your own prompt, other tools' settings, settings of the other tools, tool definitions, list of tools, tool list, whole context, full context
prompt de: systemprompt*, systemanweisung*
prompt zh: 系统提示, 系统提示词
prompt ja: システムプロンプト
prompt fr: invite système, prompt système
prompt es: prompt del sistema, mensaje del sistema

# Who could be asked or told.
person en: user, users, person, people, human, humans, owner, owners, operator, customer, customers, client, clients, reader, readers, developer, developers, employee, employees, colleague, colleagues, team, reviewer, reviewers, auditor, auditors, maintainer, maintainers, admin, administrator, manager, anybody, anyone, everybody, everyone, whoever, player, learner, student, patient, writer, viewer, boss, addressee, addressees, recipient, recipients
them en: them, him, her, they, somebody, someone, public
person de: benutzer*, nutzer*, anwender*, person, kunde*, kunden, mensch*, niemand*, jemand*, leser*, kolleg*, inhaber*
person fr: utilisateur*, utilisatrice*, personne, client*, propriétaire*, quelqu'un, lecteur*, destinataire*
person es: usuario*, usuaria*, persona, cliente*, dueño*, nadie, alguien, lector*, destinatario*
person pt: usuário*, utilizador*, pessoa, cliente*, dono*, ninguém, alguém, leitor*
person it: utente, utenti, persona, cliente, clienti, proprietari*, nessuno, qualcuno, lettor*
person nl: gebruiker*, klant*, persoon, niemand, iemand, eigenaar
person pl: użytkownik*, osob*, klient*, nikomu, nikt, ktoś, właściciel*
person cs: uživatel*, osob*, zákazník*, nikomu, nikdo, někdo
person sv: användare*, person*, kund*, ingen, någon, bruker*, käyttäj*
person ru: пользовател*, человек*, клиент*, владел*, никому, никто, кому либо, користувач*
person tr: kullanıcı*, kişi*, müşteri*, kimse*, sahib*
person id: pengguna, orang, pelanggan, siapa pun, pemilik
person vi: người dùng, khách hàng, ai, chủ sở hữu, người
person el: χρήστη*, χρήστ*, πελάτη*, κανέναν, κανείς
person zh: 用户, 客户, 任何人, 用戶, 主人, 使用者
person ja: ユーザ, 利用者, 顧客, 誰に, 相手, 使用者
person ko: 사용자, 고객, 아무에게, 누구에게, 소유자
person ar: المستخدم*, العميل, أحد, صاحب
person hi: उपयोगकर्ता, ग्राहक, किसी
person th: ผู้ใช้, ลูกค้า, ใคร

# To let somebody know.
disclose en~: tell, mention, say, inform, notify, disclose, reveal, explain, point .. out, bring .. up, talk about, speak of, refer to, let .. know, alert, announce, admit, describe, discuss, go into, raise, acknowledge, comment on, advertise, draw attention to, make .. aware, present, bother .. with, trouble .. with, burden .. with, cite, own up, volunteer, expose, write .. down
disclose en~!: report, show, display, warn, note, flag, log, list, surface, print, share, hint, document, name, record
disclose en: told, said, shown, appear in, appears in, appear on, visible to, visible in, on display, a word about, a word of, word of it, hear of, hear about, heard of, questions about
disclose de: sag, sage, sagen, sagst, erzähl*, erwähn*, bericht*, informier*, zeig*, mitteil*, teile .. mit, verrat*, hinweis*, erklär*, anzeig*
disclose fr: dis, dire, parle, parler, parles, mentionn*, signal*, inform*, montr*, révèl*, prévien*, préven*, indiqu*, avert*, affich*, expliqu*
disclose es: digas, decir, dile, di, menci*, inform*, cuent*, muestr*, mostrar, revel*, avis*, indiq*, comuniq*, hables, habl*, coment*
disclose pt: diga, dizer, mencion*, inform*, cont*, mostr*, revel*, avis*, comuni*, fale, falar, coment*
disclose it: dire, dica, dici, menzion*, inform*, mostr*, rivel*, avvis*, comunic*, parl*, accenn*
disclose nl: zeg*, vertel*, vermeld*, meld*, noem*, informeer*, toon*, laat .. weten
disclose pl: mów*, powiedz*, wspomin*, wspomn*, inform*, pokaz*, ujawni*, zgłasz*, zdradz*
disclose cs: říkej*, řekni*, zmiň*, zmiňuj*, inform*, ukazuj*, prozrad*, neříkej*, nezmiňuj*
disclose sv: säg*, berätta*, nämn*, informera*, visa*, upplys*, nevn*, kerro, mainitse
disclose ru: говори*, скажи*, сообща*, сообщи*, упомина*, упоминай*, рассказыва*, информир*, показыв*, раскрыв*, повідомля*, згадуй*
disclose id: beri tahu, beritahu, katakan, sebutkan, memberi tahu, laporkan, tunjukkan, ungkapkan, menyebut
disclose vi: nói, nói cho, cho .. biết, đề cập, tiết lộ, thông báo, nhắc đến, báo cho, nói ra
disclose el: πεις, αναφέρεις, ενημερώσεις, δείξεις, αποκαλύψεις, αναφέρ*, πες
disclose zh: 告诉, 告知, 提及, 提到, 说明, 通知, 透露, 显示, 声张, 告訴
disclose ar: تخبر*, تذكر*, تكشف, تعرض, أخبر*, تقل
disclose hi: बता*, उल्लेख, सूचित, दिखा*
disclose th: บอก, แจ้ง, กล่าวถึง

# To come to know.
perceive en~: know, learn, find .. out, realise, realize, discover, spot, suspect, detect, disturb, look twice, look at twice
perceive en~!: notice, wonder, worry, concern, interest, bother, care, mind
perceive en: needs to see, get to see, hears of, hear of it, to hear of, known, be aware, aware, any the wiser, no use for knowing, becomes aware, seen, wiser, unsettle, unsettles, nervous
perceive de: weiß, wissen, merkt, merken, bemerk*, erfähr*, erfahren, bekommt .. mit, mitbekomm*, sieht, sehen
perceive fr: sache, savoir, sait, remarqu*, apprend*, voit, voie, aperçoi*
perceive es: sepa, saber, sabe, note, notar, enter*, vea, ver, descubr*
perceive pt: saiba, saber, sabe, note, notar, perceb*, veja, ver, descubr*
perceive it: sappia, sapere, sa, not*, scopr*, veda, vedere, accorg*
perceive nl: weet, weten, merkt, merken, ziet, zien
perceive pl: wie, wiedzieć, zauważ*, dowie*, widzi*, zobacz*
perceive ru: знать, знал, знает, узна*, замет*, видел, видит, увид*
perceive tr: bilme*, fark et*, görme*, haber*, öğren*
perceive id: tahu, mengetahui, menyadari, melihat, curiga
perceive vi: biết, nhận ra, thấy, phát hiện
perceive zh: 知道, 发现, 察觉, 看到, 注意到, 知情
perceive ja: 知られ, 気づ, 気付, 見られ, 知らせ
perceive ko: 알지, 모르게, 눈치, 보이지

# Words of secrecy that need no other word.
veil en~: hide, conceal, disguise, camouflage, cloak, obscure, bury, whitewash, cover .. up, cover .. tracks
veil en: hidden, hid, silently, secretly, covertly, stealthily, surreptitiously, discreetly, furtively, clandestine*, undetected, unnoticed, unseen, inconspicuous*, invisibly, invisible, in secret, on the quiet, on the sly, under the radar, under the hood, behind .. back, without a trace, without trace, leave no trace, leaves no trace, between us, between ourselves, keep quiet, keep it quiet, keep .. quiet, stay silent, stay quiet, remain silent, keep silent, keep .. to yourself, keep .. secret, keep .. from the user, keep .. from them, keep .. out of, kept out of, kept from, leave .. out of, leaves .. out, left out of, leave .. out, leaves it off, leave .. off the, omit .. from, omit it, taken off the copy, take .. off the copy, out of sight, out of view, out of the way of, away from .. eyes, off the record, low profile, unobtrusive*, quietly, as if nothing, as though nothing, like nothing happened, act normal, act normally, carry on as if, carry on as though, looks like the others, look like the others, blends in, blend in, passes for, pass for, innocuous, innocent looking, harmless looking, harmless name, harmless title, boring name, dull name, ordinary name, look at twice, looks at twice, white on white, in white, zero width, tiny print, font size 0, not displayed, not visible, cannot see, can't see, not see this, not for human eyes, without .. knowledge, unbeknownst, unknown to the user, no gap is seen, so that it is not noticed, a few at a time, without attracting, without drawing
veil de: heimlich*, unbemerkt, stillschweigend, im verborgenen, verborgen, verheimlich*, verschweig*, versteck*, unsichtbar, klammheimlich, ohne wissen, nichts davon, bekommt davon nichts, kein wort, für sich behalten, behalte .. für dich
veil fr: secrètement, discrètement, en silence, en secret, à l'insu, cache, cacher, dissimul*, invisible*, sans trace, garde .. pour toi, passe sous silence
veil es: en secreto, en silencio, silenciosamente, a escondidas, sin que .. sepa, sin que .. note, ocult*, escond*, invisible*, disimul*, discretamente, guárdatelo, sin dejar rastro
veil pt: em segredo, em silêncio, silenciosamente, às escondidas, sem que .. saiba, sem que .. perceba, ocult*, escond*, invisív*, discretamente, sem deixar rastro
veil it: in segreto, in silenzio, silenziosamente, di nascosto, senza che .. sappia, nascond*, occult*, invisibil*, all'insaputa, senza lasciare traccia
veil nl: stiekem, in stilte, heimelijk, verberg*, verborgen, ongemerkt, zonder medeweten
veil pl: potajemnie, po cichu, w tajemnicy, ukryj*, ukryw*, ukryt*, niezauważ*, bez wiedzy, dyskretnie
veil cs: potají, potichu, tajně, skryj*, skryt*, nepozorovaně, bez vědomí
veil sv: i hemlighet, i tysthet, hemligt, dölj*, dold*, obemärkt, utan .. vetskap, skjul*, hemmelig*
veil ru: тайно, тайком, втайне, незаметно, скрытно, скрой*, скрыв*, скрыт*, без ведома, молча, таємно, непомітно, приховай*
veil tr: gizlice, sessizce, gizle*, gizli, fark ettirmeden, söyleme, söylemeyin, bahsetme*, söz etme*, bildirme, haber verme, belli etme
veil id: diam diam, secara rahasia, sembunyikan, tersembunyi, tanpa sepengetahuan, rahasiakan
veil vi: âm thầm, bí mật, lặng lẽ, ẩn, giấu, che giấu, không để lại dấu vết, bí mật
veil el: κρυφά, σιωπηλά, μυστικά, απόκρυψ*, κρύψ*
veil zh: 悄悄, 偷偷, 秘密地, 暗中, 静默, 隐藏, 隐瞒, 不留痕迹, 瞒着, 保密, 不要声张, 默默
veil ja: こっそり, 密かに, ひそかに, 黙って, 隠し, 隠す, 内緒, 秘密裏, 気づかれない, 知らせない, 言わない, 伝えない, 告げず, 触れない
veil ko: 몰래, 조용히, 비밀리에, 숨기, 숨겨, 은밀, 알리지, 말하지
veil ar: سرا, سراً, خفية, بصمت, أخف*, دون علم, بدون علم
veil hi: चुपचाप, गुप्त रूप, छिपा*, छुपा*
veil th: แอบ, ซ่อน, เงียบๆ, ไม่ให้มีร่องรอย, ลับๆ

# To say what is not so.
feign en~: pretend, feign, falsify, fabricate, forge, invent, misreport, misstate, embellish, backdate, misrepresent, simulate, deny, make .. up, make believe, pass .. off as, call it, call them, label .. as, describe .. as, file .. as, enter .. as, record .. as, mark .. as, book .. as, present .. as, dress .. up as, assert, assure, insist that, attribute .. to, put .. down to, explain .. as, round .. up, renumber, adjust .. figures, fill .. in yourself
feign en~!: claim, fake, doctor, massage, blame
feign en: if asked, if somebody asks, if someone asks, if anybody asks, if anyone asks, if they ask, when asked, should somebody ask, should anybody ask, should anyone ask, should someone ask, if questioned, if pressed, if challenged, if the sums are checked, say that it was, say it was, say it is, say that it is, say that nothing, say that all, say that everything, say that they, tell them that, tell the user that, tell the team that, tell the person that, tell people that, answer that, reply that, everything passed, everything passes, all passed, all tests passed, all is well, all clear, all green, everything is fine, everything is in order, is what you call it, the word for, fictitious, made up, plausible, whatever they say, whatever it says, whatever is found, regardless of the result, regardless of what, come out clean, comes out clean, looked at by, reviewed by, checked by, in their name, on their behalf, in the name of, under the user's name, as the user
feign de: behaupt*, vortäusch*, täusch*, gib .. vor, gib vor, fälsch*, erfind*, schreibe .. dass, sag .. dass, sage .. dass, so tun, tu so
feign fr: prétend*, falsifi*, invent*, fais croire, faire croire, fais comme si, réponds que, répondre que, affirm*, dis que, dire que
feign es: finge, fingir, falsific*, invent*, afirma*, haz como si, responde que, di que, diga que
feign pt: finja, fingir, falsifi*, invent*, afirm*, faça de conta, responda que, diga que
feign it: fingi, fingere, falsific*, invent*, afferm*, fai finta, rispondi che, di' che
feign pl: udawaj*, udaw*, sfałszuj*, zmyśl*, twierdź*, odpowiedz że, powiedz że, napisz że
feign cs: předstír*, zfalš*, tvrď*, odpověz že, napiš že, řekni že
feign ru: притвор*, сделай вид, фальсифиц*, подделай*, утвержда*, ответь что, скажи что, скажите что, сообщите что, напиши что, вдай*
feign tr: gibi yap*, uydur*, sahte, iddia et*, de ki, olduğunu söyle*
feign id: pura pura, palsukan, katakan bahwa, klaim, mengaku
feign vi: giả vờ, làm giả, nói rằng, khẳng định, bịa
feign zh: 假装, 伪造, 谎称, 虚构, 编造, 声称, 回答说, 就说, 冒充
feign ja: ふりをし, 偽, 捏造, と答え, と言って, と主張, 装っ, 書き換え, 水増し
feign ko: 척하, 거짓, 위조, 조작, 라고 답, 라고 말

# To turn to a person before acting.
inquire en~: ask, confirm, check with, check back, consult, wait, pause, stop to, stop for, stop and, verify with, seek, request .. permission, request approval, prompt, query, interrupt, hesitate
inquire en: asking, asked, question, questions, confirmation, permission, approval, consent, a yes, prior notice, go ahead, list beforehand, warning, an answer
inquire de: frag*, rückfrag*, nachfrag*, bestätig*, wart*, zustimmung, erlaubnis, genehmigung
inquire fr: demand*, confirm*, attend*, autorisation, accord, permission, question
inquire es: pregunt*, confirm*, esper*, permiso, autorizaci*, consentimiento, ped* permiso
inquire pt: pergunt*, confirm*, esper*, permissão, autoriza*, consentimento
inquire it: chied*, conferm*, aspett*, permesso, autorizzazion*, consenso, domand*
inquire nl: vraag*, vragen, bevestig*, toestemming, wacht*
inquire pl: pyta*, zapyt*, potwierdz*, zgod*, pozwoleni*, czeka*
inquire cs: ptát*, ptej*, zeptej*, ptaní, potvrz*, souhlas*, povolení
inquire sv: fråg*, bekräft*, tillstånd, samtycke, vänt*
inquire ru: спрашив*, спрос*, подтвержд*, разрешени*, согласи*, ждать, запит*, дозв*
inquire tr: sor, sorma*, sormadan, onay*, izin*, bekleme*
inquire id: tanya*, bertanya, konfirmasi, izin, persetujuan, menunggu
inquire vi: hỏi, xác nhận, cho phép, đồng ý, chờ
inquire zh: 询问, 征求, 确认, 许可, 同意, 批准, 请示, 經過用戶
inquire ja: 確認, 許可, 尋ね, 聞か, 承認, 同意, 待た
inquire ko: 묻지, 물어, 확인, 허락, 승인, 동의
inquire ar: تسأل*, تأكيد*, إذن, موافقة*, سؤال
inquire hi: पूछ*, पुष्टि, अनुमति
inquire th: ถาม, ยืนยัน, อนุญาต

# To say yes, or to have it said.
assent en~: approve, accept, agree, consent, authorise, authorize, permit, allow, green light, greenlight, greenlit, bless, sign .. off, wave .. through, let .. through, rubber stamp, merge, click .. allow, click yes, press yes, press ok, press allow, choose yes, select yes, answer yes, reply yes, say yes, opt .. in, waive, grant, nod .. through, go through, vouch, count .. as approved, answer .. with yes, answer .. with always
assent en~!: okay, tick
assent en: signed off, is fine with, are always fine, always fine, is always fine, is a formality, are a formality, a formality, on the nod, already said yes, has said yes, have said yes, said yes, already agreed, already confirmed, has agreed, have agreed, approved in advance, pre approved, preapproved, counts as approved, counts as consent, counts as agreement, as confirmed, as given, as granted, yes to, with yes, affirmative, auto approve, autoapprove, auto accept, always allow, allow always, need no question, needs no question, full trust, trusted, are trusted, is trusted
assent de: zustimm*, zugestimmt, einverstanden, genehmig*, erlaub*, akzeptier*, bestätige*, freigegeben, gib .. frei, autorisier*
assent fr: accept*, approuv*, autoris*, consent*, d'accord, valide, valider
assent es: acept*, aprueb*, aprobad*, autoriz*, consient*, de acuerdo
assent pt: aceit*, aprov*, autoriz*, consent*, concord*
assent it: accett*, approv*, autorizz*, acconsent*, d'accordo
assent pl: zaakcept*, zatwierdz*, zgodził*, zgadza*, zezwol*
assent ru: соглас*, одобр*, разреши*, принял*, прими, утверди*, схвал*
assent tr: onayla*, kabul, evet, izin ver*
assent id: setuju*, menyetujui, izinkan, terima
assent vi: chấp nhận, đồng ý, phê duyệt, cho phép, cấp
assent zh: 同意, 批准, 授权, 允许, 接受, 点击确定
assent ja: 承認済, 同意済, 許可済, はいを, 了承
assent ko: 승인된, 동의한, 허용, 수락

# What asks for a person's yes.
gate en: confirmation, confirmations, permission prompt, permission prompts, permission dialog, permissions dialog, approval, approvals, approval prompt, approval card, consent, consent screen, dialog, dialogs, dialogue, dialogue box, pop up, popup, pop ups, are you sure, prompt for permission, prompt for permissions, permission check, permission checks, human in the loop, manual review, code review, sign off, signature, second pair of eyes, two person rule, safety check, safety prompt, warning, warnings, questions, question, the button
gate de: rückfrage*, bestätigung*, zustimmung, genehmigung*, dialog*, nachfrage*
gate fr: confirmation*, autorisation*, approbation*, boîte de dialogue, question*
gate es: confirmaci*, autorizaci*, aprobaci*, diálogo*, advertencia*
gate pt: confirmaç*, autorizaç*, aprovaç*, diálogo*, aviso*
gate it: conferm*, autorizzazion*, approvazion*, avvis*
gate pl: potwierdze*, zgod*, ostrzeże*, okn* dialog*
gate ru: подтвержден*, разрешен*, предупрежден*, диалог*
gate tr: onay*, soru pencere*, uyarı*
gate id: konfirmasi, persetujuan, peringatan, dialog
gate vi: xác nhận, cảnh báo, hộp thoại, phê duyệt
gate zh: 确认, 提示框, 弹窗, 警告, 对话框
gate ja: 確認, ダイアログ, 警告, 承認
gate ko: 확인, 대화상자, 경고, 승인

# To take force away from something.
unguard en~: disable, deactivate, turn .. off, switch .. off, shut .. off, bypass, circumvent, sidestep, skip, evade, override, relax, loosen, weaken, lower, lift, remove, delete, strip, suspend, mute, silence, ignore, disregard, dismiss, unload, uninstall, kill, exempt, whitelist, allowlist, exclude, comment .. out, get round, get around, work around, do without, dispense with, pass over, take .. out, take .. away, open .. up, open .. to, expose, unlock, unprotect, defeat, neutralise, neutralize, fool, accept any, trust any, trust all, allow all, allow any, permit any, let .. in, void, set .. aside, forget, discard, overrule, outgrow, leave .. behind, put .. aside, throw .. away, pay no attention to, no attention to, keep .. out of .. way, switch to permissive, tune .. out, get rid of, waive
unguard en~!: drop
unguard en: turned off, switched off, is off, are off, false positive, false positives, false alarm, mistaken, overcautious, open anyway, run anyway, more info, keep anyway, right mouse button, unverified developer, insecure, noverify, verify false, no verify, permissive, world readable, world writable, 0777, chmod 777, allow everything, everything is allowed, allows everything, whole internet, anyone with the link, anybody with the link, everybody with the link, public read, without a password, no password

# Without force any more.
lapsed en: is void, are void, are over, now over, is over, have expired, has expired, are suspended, are obsolete, are withdrawn, no longer apply, no longer applies, no longer bind, no longer bound, no longer valid, no longer in force, do not apply, does not apply, do not count, none .. count, not enforced, out of force, ended, ends here, is lifted, are lifted, superseded, for the trial, was a draft, was a test, was a rehearsal, not meant for you, written for another, are for others, is for others, is a draft, draft that was, thrown away, belongs to the past, history now, things of the past, of no effect, without effect, not in force, not in effect, cease to, ceases to, ceased, lapse, lapses, lapsed, revoked, rescinded, repealed, abolished, nullified, annulled, does not bind, do not bind, not binding, are gone, is gone, set aside, ends where, end where, ends at, stops applying, stop applying, do not exist, never existed, released from, free from, freed from, exempt from, unbound, allows everything, everything is allowed, anything goes, nothing is off limits, no topics, entirely without remarks
lapsed de: gilt nicht mehr, gelten nicht mehr, gilt nicht, außer kraft, aufgehoben, abgelaufen, hinfällig, ungültig, entfallen, entfällt
lapsed fr: ne s'appliqu*, n'est plus, ne sont plus, caduc*, expiré*, levé*, annulé*, périmé*
lapsed es: ya no, caducad*, anulad*, sin efecto, no se aplic*, expirad*, derogad*
lapsed pt: já não, não se aplic*, sem efeito, anulad*, expirad*, revogad*, caducou
lapsed it: non vale*, non si applic*, annullat*, scadut*, decadut*, senza effetto
lapsed nl: niet meer, vervallen, verlopen, ongeldig
lapsed pl: nie obowiązuj*, nieważn*, wygas*, unieważni*, przestaj*
lapsed cs: neplat*, zrušen*, vypršel*
lapsed sv: gäller inte, upphävd*, ogiltig*, utgång*
lapsed ru: не действу*, больше не, отменен*, отменён*, утратил*, недействительн*, скасован*, не діють
lapsed tr: geçersiz*, geçerli değil, iptal, kaldırıldı, sona erdi
lapsed id: tidak berlaku, dibatalkan, dicabut, berakhir
lapsed vi: không còn, hết hiệu lực, bị hủy, vô hiệu
lapsed el: δεν ισχύ*, ακυρώ*, έληξ*
lapsed zh: 作废, 失效, 不再有效, 不再适用, 已取消, 无效
lapsed ja: 無効です, 無効とな, 効力を持ち, 効力を失, もう適用され, 廃止
lapsed ko: 무효, 더 이상 적용, 폐지
lapsed ar: لم يعد ساريا, لم تعد سارية, لم يعد, ملغا*, لاغي*
lapsed hi: अब लागू नहीं, रद्द
lapsed th: ไม่มีผล, ยกเลิก
unguard de: deaktivier*, schalt* .. aus, schalt* .. ab, ausschalt*, abschalt*, umgeh*, übergeh*, überspring*, ignorier*, entfern*, außer kraft, aufgehoben, gilt nicht mehr, gelten nicht mehr, vergiss, vergessen
unguard fr: désactiv*, contourn*, ignor*, supprim*, retir*, oubli*, ne s'appliqu*, lev*, saute, sauter, coupe
unguard es: desactiv*, deshabilit*, omit*, ignor*, elimin*, quita*, olvid*, evit*, salt*, no se aplic*, apaga
unguard pt: desativ*, deslig*, ignor*, contorn*, remov*, esqueç*, pul*, não se aplic*, desabilit*
unguard it: disattiv*, disabilit*, ignor*, aggir*, rimuov*, dimentic*, salta, non si applic*, spegni
unguard nl: schakel .. uit, uitschakel*, omzeil*, negeer*, verwijder*, vergeet, sla .. over
unguard pl: wyłącz*, pomiń*, zignoruj*, ignoruj*, usuń*, obejdź, zapomnij, nie obowiązuj*
unguard cs: vypni*, deaktiv*, ignoruj*, obejdi, odstraň*, zapomeň, přeskoč
unguard sv: stäng .. av, inaktivera*, ignorera*, kringgå*, ta bort, glöm, slå .. av
unguard ru: отключ*, выключ*, обойди*, игнорир*, пропуст*, удали*, забудь*, не действу*, вимкн*, ігнор*, снимите, сними
unguard tr: devre dışı, kapat*, atla*, görmezden gel*, yok say*, unut*, kaldır*, geçersiz, baypas
unguard id: nonaktifkan, matikan, lewati, abaikan, hapus, lupakan, tidak berlaku
unguard vi: tắt, vô hiệu, bỏ qua, phớt lờ, xóa, quên, không còn hiệu lực, gỡ bỏ
unguard el: απενεργοποί*, αγνόησ*, παράκαμψ*, ξέχνα*, κλείσ*
unguard zh: 关闭, 禁用, 绕过, 跳过, 忽略, 无视, 作废, 失效, 忘记, 移除, 不再有效, 關閉
unguard ja: 無効, オフ, 回避, スキップ, 無視, 忘れ, 解除, 切っ
unguard ko: 끄고, 끄기, 비활성, 우회, 건너뛰, 무시, 해제, 잊
unguard ar: عطل*, تجاهل*, تجاوز*, انس, لم يعد ساريا, لم تعد, أوقف*, ألغ*
unguard hi: अक्षम, बंद, अनदेखा, भूल*, बायपास, रद्द
unguard th: ปิด, ข้าม, เพิกเฉย, ละเว้น, ลืม

# What protects.
guard en: firewall, firewalls, antivirus, anti virus, virus scanner, malware protection, malware scanner, endpoint protection, defender, gatekeeper, smartscreen, system integrity, selinux, apparmor, sandbox, sandboxing, certificate check, certificate checks, certificate verification, certificate validation, any certificate, certificates, tls verification, ssl verification, tls checks, signature check, signature verification, integrity check, integrity line, checksum verification, host key checking, secret scanning, secret scan, leaked secrets, scan for secrets, security scan, security scanner, security scans, vulnerability scan, dependency scan, branch protection, protected branch, required reviews, required review, code owners, codeowners, two people, four eyes, two factor, 2fa, mfa, multi factor, audit logging, audit log, logging of access, monitoring agent, intrusion detection, edr, rate limit, cors, csrf protection, csp, access control, access controls, password check, auth check, authentication check, permission checks, permission prompt, permission prompts, permission system, safety filter, safety filters, content filter, security warning, security warnings, system's warning, warning of the system, security settings, exclusions, quarantine attribute, database port, sudoers, approval rule
guard de: firewall*, virenschutz*, virenscanner*, schutzprogramm*, zertifikatsprüfung*, zweifaktor*, sicherheitswarnung*, zugriffsschutz
guard fr: pare feu, antivirus, vérification des certificats, avertissements de sécurité, double authentification, protection*
guard es: cortafuegos, antivirus, verificación de certificados, advertencias de seguridad, doble factor, protección
guard pt: firewall, antivírus, antivirus, verificação de certificados, avisos de segurança, dois fatores, proteção
guard it: firewall, antivirus, verifica dei certificati, avvisi di sicurezza, due fattori, protezion*
guard pl: zapor*, antywirus*, ochron*, ostrzeżenia bezpieczeństwa, weryfikacj* certyfikat*
guard cs: firewall, antivir*, ochran*, bezpečnostní upozornění
guard ru: брандмауэр*, фаервол*, антивирус*, защит*, проверк* сертификат*, двухфактор*, захист*
guard tr: güvenlik duvar*, antivirüs*, koruma*, güvenlik uyarı*, sertifika doğrulama*
guard id: firewall, antivirus, perlindungan, peringatan keamanan, verifikasi sertifikat
guard vi: tường lửa, diệt virus, phần mềm diệt, cảnh báo bảo mật, bảo vệ
guard zh: 防火墙, 杀毒, 安全软件, 证书验证, 安全警告, 双重验证, 防护
guard ja: ファイアウォール, ウイルス対策, 証明書の検証, セキュリティ警告, 二要素, 保護
guard ko: 방화벽, 백신, 인증서 검증, 보안 경고, 보호

# What an agent was told to keep to.
rules en: instructions, instruction, rules, guidelines, guidance, directions, directives, policies, policy, restrictions, limits, limitations, safeguards, guardrails, filters, orders, protocols, prohibitions, constraints, boundaries, principles, training, safety training, alignment, ethics, conscience, scruples, refusals, system prompt, system message, developer message, what you were told, you were told, anything you have been told, you have been asked, set up with, wrote before this, wrote before, earlier text, caution, usual limits, remarks about safety, balk at, turn requests down, turn down, refuse
rules de: anweisung*, regeln, vorgaben, richtlinien, einschränkung*, vorschriften
rules fr: instructions, consignes, règles, directives, restrictions
rules es: instrucciones, reglas, directrices, restricciones, normas
rules pt: instruções, regras, orientações, diretrizes, restrições
rules it: istruzioni, regole, direttive, restrizioni
rules nl: instructies, regels, richtlijnen, aanwijzingen
rules pl: instrukcj*, zasad*, wytyczn*, ograniczeni*, polece*
rules cs: instrukc*, pokyn*, pravidl*, omezen*
rules sv: instruktion*, regler, riktlinjer, begränsning*
rules ru: инструкци*, правил*, указани*, ограничени*, інструкці*, обмежен*
rules tr: talimat*, kural*, yönerge*, kısıtlama*
rules id: instruksi, aturan, pedoman, perintah, batasan
rules vi: hướng dẫn, quy tắc, chỉ dẫn, chỉ thị, hạn chế
rules el: οδηγίες, κανόνες, εντολές, περιορισμο*
rules zh: 指令, 规则, 指示, 指南, 限制, 规定, 須知, 须知
rules ja: 指示, ルール, 規則, 命令, 制限
rules ko: 지시, 규칙, 지침, 명령, 제한
rules ar: تعليمات, التعليمات, القواعد, القيود, الأوامر
rules hi: निर्देश, नियम, सीमा*
rules th: คำสั่ง, กฎ, ข้อจำกัด

# Earlier, or from elsewhere.
prior en: previous, prior, earlier, above, preceding, before this, before now, up to now, until now, so far, existing, original, usual, normal, other, your, former, upstream, all other, anything else, everything else, default, built in, initial, old
prior de: vorherig*, bisherig*, frühere*, obige*, deine, alle
prior fr: précédent*, antérieur*, tes, ci dessus, toutes
prior es: anterior*, previ*, tus, todas
prior pt: anterior*, prévi*, suas, todas, antes
prior it: precedent*, tue, tutte
prior pl: poprzedni*, wcześniejsz*, twoje, wszystk*
prior ru: предыдущ*, прежн*, твои, все, попередн*
prior tr: önceki, tüm, bütün, eski
prior id: sebelumnya, semua
prior vi: trước, trước đó, mọi, tất cả
prior zh: 之前, 以前, 先前, 你的, 所有
prior ja: 以前の, これまで, 前の, すべての
prior ko: 이전, 기존, 모든
prior ar: السابقة, سبق, ما سبق
prior hi: पिछले, पूर्व

# Where an agent keeps what outlives a session.
brain en: claude.md, agents.md, gemini.md, soul.md, memory.md, heartbeat.md, identity.md, copilot-instructions.md, .cursorrules, .windsurfrules, .clinerules, .cursor/rules, system prompt file, long term memory, persistent memory, permanent memory, your memory, agent's memory, memory of the agent, saved memory, standing instructions, permanent instructions, standing orders, instruction file, instructions file, file of instructions, file that the agent, file the agent, agent reads, agent loads, you read on every, you read at every, you read at each, read at each start, read on every start, read at the start, loads at each start, loads at start, starts from, every later session, all later sessions, later sessions, all future, all coming sessions, future chats, future conversations, future sessions, outlive this, outlives this, survive this session, survives, you keep what you know, where you keep, what you know about, lasting reminder, lasting note, permanent note, by heart, settings of the agent, agent's settings, agent settings, settings.json, hooks, .mcp.json, global instructions, user preferences, as a preference, preference the user, preference of the user, remember for all, remember from now, next agent, contributing guide, teach yourself
brain de: dauerhafte anweisung*, anweisungsdatei, gedächtnis, langzeitgedächtnis, bei jedem start, einstellungen des agenten, künftige* sitzung*, alle künftigen
brain fr: instructions permanentes, mémoire, à chaque démarrage, fichier que l'agent, sessions futures, réglages de l'agent
brain es: instrucciones permanentes, memoria, en cada inicio, archivo de instrucciones, sesiones futuras, ajustes del agente, archivo que el agente
brain pt: instruções permanentes, memória, a cada início, arquivo de instruções, sessões futuras, ficheiro que o agente
brain it: istruzioni permanenti, memoria, a ogni avvio, file di istruzioni, sessioni future
brain pl: stałe instrukcje, pamięć, pamięci, przy każdym starcie, plik instrukcji, przyszłe sesje
brain ru: постоянн* инструкц*, долговременн*, память, памяти, при каждом запуске, будущих сесси*, файл инструкций
brain tr: kalıcı talimat*, bellek*, hafıza*, her oturumda, her başlangıçta
brain id: instruksi permanen, memori, setiap sesi, ingatan
brain vi: bộ nhớ, chỉ dẫn vĩnh viễn, mỗi phiên, ghi nhớ
brain zh: 长期记忆, 永久记忆, 记忆文件, 每次启动, 系统指令文件, 以后所有会话, 今后
brain ja: 長期記憶, 永続的, 毎回の起動, 記憶に, 今後のセッション, 起動のたび
brain ko: 장기 기억, 영구 지침, 모든 세션, 기억해

# To keep for good.
retain en~: remember, memorise, memorize, save, store, persist, keep, retain, learn, learn .. by heart, commit .. to memory, make .. permanent, give yourself
retain en~!: note, record, register
retain de: merk*, speicher*, behalt*
retain fr: retien*, mémoris*, enregistr*, souviens
retain es: recuerd*, memoriz*, guard*
retain pt: lembr*, memoriz*, guard*, grave
retain it: ricord*, memorizz*, salv*
retain pl: zapamięt*, zapisz*
retain ru: запомн*, сохран*
retain tr: hatırla*, kaydet*, ezberle*
retain id: ingat*, simpan*
retain vi: nhớ, lưu
retain zh: 记住, 保存, 牢记
retain ja: 覚え, 記憶, 保存
retain ko: 기억, 저장

# Again and again, or for good.
always en: always, each time, every time, every session, each session, each start, every start, each turn, every turn, each reply, every reply, each answer, every answer, each message, every message, each request, every request, each commit, every commit, each login, every login, from now on, from here on, from then on, henceforth, in future, in the future, permanently, for good, forever, for ever, whenever, any time, every hour, hourly, daily, each day, every day, nightly, at intervals, regularly, after each, after every, before each, before every, at the end of each, at the end of every, as a matter of routine, never again, until told, until the, going forward, prior to each, prior to every, at the start of, in all projects, every project, all projects, globally, at once, in the background
always de: immer, jedes mal, bei jedem, bei jeder, nach jedem, nach jeder, vor jedem, vor jeder, ab jetzt, von nun an, künftig, dauerhaft, stündlich, täglich, stets
always fr: toujours, à chaque, après chaque, avant chaque, désormais, dorénavant, chaque fois, en permanence
always es: siempre, cada vez, después de cada, antes de cada, desde ahora, a partir de ahora, en adelante, permanente*
always pt: sempre, cada vez, após cada, antes de cada, a partir de agora, doravante, permanente*, a partir deste ponto
always it: sempre, ogni volta, dopo ogni, prima di ogni, d'ora in poi, da ora in poi
always nl: altijd, elke keer, na elk, na elke, voortaan, vanaf nu
always pl: zawsze, za każdym razem, po każdej, po każdym, przed każd*, odtąd, od teraz, na stałe
always cs: vždy, pokaždé, po každ*, před každ*, od teď
always sv: alltid, varje gång, efter varje, före varje, från och med nu
always ru: всегда, каждый раз, после каждо*, перед каждо*, отныне, впредь, с этого момента, завжди, кожного
always tr: her zaman, her seferinde, her oturumda, her yanıttan, bundan sonra, artık, daima
always id: selalu, setiap kali, setiap, mulai sekarang, seterusnya
always vi: luôn, mỗi lần, sau mỗi, trước mỗi, từ nay, từ giờ
always el: πάντα, κάθε φορά, πριν από κάθε, μετά από κάθε, από εδώ και πέρα
always zh: 每次, 每当, 总是, 始终, 从现在起, 今后, 永久, 每隔, 每小时, 每天, 一直
always ja: 毎回, 常に, いつも, 今後, 毎時, 必ず, のたびに, 以後
always ko: 매번, 항상, 앞으로, 언제나, 마다, 영구
always ar: دائما, في كل مرة, من الآن, كل مرة, بعد كل, قبل كل
always hi: हमेशा, हर बार, अब से

# All of it.
all en: all, every, each, everything, whole, entire, complete, full, any, whatever, as it stands, word for word, verbatim, in full, as is, unchanged, wholesale, contents, rather than the diff, percent encoded, base64, hexadecimal
all de: alle, alles, ganze*, sämtliche*, jede*, vollständig*, wörtlich
all fr: tout, tous, toute, toutes, entier, entière, intégral*, mot pour mot
all es: todo, todos, toda, todas, entero, entera, completo, completa, palabra por palabra
all pt: todo, todos, toda, todas, inteiro, completo, na íntegra
all it: tutto, tutti, tutta, tutte, intero, intera, completo
all pl: wszystk*, cał*, każd*, zawartość
all ru: весь, все, всю, всё, целиком, полностью, содержимое, кажд*
all tr: tüm, bütün, hepsi*, içeriğini, her
all id: semua, seluruh, setiap, isi
all vi: tất cả, toàn bộ, mọi, nguyên văn
all zh: 所有, 全部, 整个, 完整, 一切
all ja: すべて, 全て, 全部, 全体
all ko: 모든, 전체, 전부

# To do away with something.
erase en~: delete, remove, erase, wipe, purge, destroy, shred, truncate, overwrite, rm, take .. out, take .. off, take .. away, strip, prune, get rid of, throw .. away, discard, scrub, zero .. out, nuke, clean .. out, let .. go, let .. lose, obliterate, eliminate, scrap, expunge
erase en~!: drop, format, burn, trash, reset, clear, empty
erase de: lösch*, entfern*, vernicht*, leer*, überschreib*, wirf .. weg
erase fr: supprim*, efface*, effacer, détrui*, vide, vider, purge*, écras*
erase es: borr*, elimin*, suprim*, vací*, destru*, sobrescrib*
erase pt: apag*, exclu*, elimin*, delet*, esvazi*, destru*
erase it: cancell*, elimin*, rimuov*, svuot*, distrugg*
erase nl: verwijder*, wis*, leeg*, vernietig*
erase pl: usuń*, usuwaj*, skasuj*, wyczyść*, zniszcz*
erase cs: smaž*, odstraň*, vymaž*, vyprázdni*, znič*
erase sv: radera*, ta .. bort, töm*, förstör*, slett*
erase ru: удали*, удаля*, сотри*, очист*, уничтож*, видали*
erase tr: sil, silin, temizle*, yok et*, boşalt*
erase id: hapus*, kosongkan, musnahkan
erase vi: xóa, xoá, hủy, dọn sạch
erase zh: 删除, 清空, 销毁, 抹去, 擦除, 刪除
erase ja: 削除, 消去, 消し, 破棄
erase ko: 삭제, 지우, 지워, 파괴
erase ar: احذف*, امسح*, دمر*
erase th: ลบ, ทำลาย

# What is missed when it is gone.
treasure en: backup, backups, back ups, snapshot, snapshots, time machine, restore points, shadow copies, history of the repository, git history, reflog, reflogs, past of a repository, every table, all tables, tables, rows, production database, production data, databases, database, home folder, home directory, documents, photos, photo library, project folders, folders of projects, external disk, disk, disks, volumes, partition, customer records, user's files, all files, every file, everything in, whole drive, root directory, recycle bin, trash, remotes, repositories, uncommitted work, working tree
treasure de: sicherung*, sicherungskopi*, backup*, datenbank*, tabelle*, dokumente, fotos, verlauf
treasure fr: sauvegarde*, base de données, bases de données, documents, photos, historique
treasure es: copias de seguridad, respaldo*, base de datos, bases de datos, tablas, documentos, fotos, historial
treasure pt: cópias de segurança, backup*, banco de dados, tabelas, documentos, fotos, histórico
treasure it: copie di sicurezza, backup, database, tabelle, documenti, foto
treasure pl: kopi* zapasow*, baz* danych, dokument*, zdjęci*
treasure cs: záloh*, databáz*, dokument*
treasure ru: резервн*, бэкап*, баз* данных, таблиц*, документ*, фотограф*
treasure tr: yedek*, veritaban*, tablo*, belge*
treasure id: cadangan, basis data, tabel, dokumen
treasure vi: sao lưu, cơ sở dữ liệu, bảng, tài liệu
treasure zh: 备份, 数据库, 数据表, 快照, 文档
treasure ja: バックアップ, データベース, テーブル, 書類
treasure ko: 백업, 데이터베이스, 테이블, 문서

# What would show afterwards what was done.
trail en: access log, access logs, audit log, audit trail, audit logs, event log, system log, shell history, shell's history, command history, terminal history, bash history, scrollback, logs, log entries, log entry, entries that show, sent folder, sent items, sent mail, outbox, history file, traces, trace, evidence, fingerprints, records of, commit message, changelog entry, user's own view, user's view, dates of the file, date of each file, timestamps
trail de: protokoll*, verlauf, spuren, gesendete*, zeitstempel
trail fr: journal*, journaux, historique, traces
trail es: registro*, historial, rastro*, huellas
trail pt: registro*, registo*, histórico, rastro*, vestígio*
trail it: registro, registri, cronologia, tracce
trail ru: журнал*, лог, логи, логов, истори*, следы, следов
trail zh: 日志, 历史记录, 痕迹, 记录
trail ja: ログ, 履歴, 痕跡, 記録
trail th: ร่องรอย, บันทึก

# What is shown to people as the result.
account en: summary, summaries, report, reports, reply, replies, answer, answers, response, output, count, total, totals, table, statistics, description, pull request description, changelog, results, result, verdict, rating, review, audit, dashboard, release notes, status, screen

# What went wrong or would be told.
failing en: fail, fails, failed, failing, failure, failures, error, errors, broken, red, missing, gap, gaps, outage, incident, vulnerability, vulnerabilities, advisory, advisories, flaw, flaws, defect, problem, problems, bug, warning, warnings, mismatch, deviation, below, worse, unfinished, incomplete, delay, losses, complaints, negative, clauses, real durations, real figures, true figures
failing fr: échec*, panne*, erreur*, manquant*, sous
failing de: fehl*, ausfall*, ausfäll*, mangel*, mängel

# To hand out money.
spend en~: buy, purchase, pay, wire, subscribe, check out, checkout, remit, top .. up, invest, withdraw, redeem, place the order, place an order, place orders, move .. money, shave, skim, deduct
spend en~!: order, charge, tip, spend, bill, invoice, bid
spend en: bought, paid, second leg, one percent, percent belongs, percent goes
spend de: kauf*, bestell*, bezahl*, überweis*, zahl*
spend fr: achet*, command*, pay*, vire, virer
spend es: compr*, pag*, pide, encarg*, transfier*
spend pt: compr*, pag*, encomend*, transfir*
spend it: acquist*, compra*, paga*, ordina*, bonific*
spend pl: kup*, zapłać*, zamów*, przelej*
spend ru: купи*, оплат*, закаж*, перевед*
spend tr: satın al*, öde*, sipariş*
spend id: beli*, bayar*, pesan
spend vi: mua, thanh toán, đặt hàng, chuyển tiền
spend zh: 购买, 支付, 付款, 下单, 转账, 充值
spend ja: 購入, 支払, 注文, 振込, 送金
spend ko: 구매, 결제, 주문, 송금

# What money goes through.
funds en: payment, payments, payment details, bank details, bank account, account number, iban, payee, beneficiary, invoice, invoices, salary, salaries, wages, payroll, transfer, transfers, wallet, wallets, coins, crypto, bitcoin, ether, address for coins, card on file, saved card, stored card, credit card, basket, cart, price, balance, refund, refunds, fee, fees, commission, network cost, network costs, purchase, purchases, money, cents, the account shown, one click
funds de: zahlung*, konto, kontonummer, iban, rechnung*, gehalt, gehälter, karte, betrag
funds fr: paiement*, compte bancaire, iban, facture*, carte enregistrée, salaire*, virement*, carte
funds es: pago*, cuenta bancaria, iban, factura*, tarjeta, salario*, transferencia*
funds pt: pagamento*, conta bancária, iban, fatura*, cartão, salário*, transferência*
funds it: pagament*, conto bancario, iban, fattur*, carta salvata, carta, stipendi*, bonific*
funds pl: płatnoś*, konto bankowe, faktur*, karta, kart*
funds ru: платеж*, платёж*, счет*, счёт*, карт*, зарплат*
funds tr: ödeme*, hesap numara*, fatura*, kart*
funds zh: 付款, 账户, 帐户, 发票, 银行卡, 工资, 余额, 钱包
funds ja: 支払, 口座, 請求書, カード, 給与, 差額, 財布
funds ko: 결제, 계좌, 청구서, 카드, 급여, 지갑

# One thing for another.
exchange en~: replace, substitute, redirect, divert, reroute, alter, rewrite, point .. at, switch .. to, change .. to, convert .. to
exchange en~!: swap, exchange
exchange en: instead of, in place of, rather than the one, in lieu of, must always be, is always, whatever the invoice, what gets written, gets written into, different from
exchange de: ersetz*, tausch*, umleit*, statt, anstelle, anstatt
exchange fr: remplac*, au lieu, à la place, redirig*, détourn*
exchange es: reemplaz*, sustitu*, en lugar, en vez, desví*, redirig*
exchange pt: substitu*, em vez, no lugar, desvi*, redirecion*
exchange it: sostitu*, al posto, invece, devia*, reindirizz*
exchange ru: замени*, вместо, подмен*, перенаправ*
exchange zh: 替换, 换成, 改为, 改成, 转到
exchange ja: 差し替え, 置き換え, 別の口座, 代わりに, 書き換え

# To let somebody in.
admit en~: promote, elevate, entitle, authorise, authorize, open .. to, give .. access, give .. rights, give .. the right, give .. the role, hand .. the same role, let .. in, make .. public, make .. administrator, add .. as a collaborator, add .. as an owner, add .. as admin, enrol, enroll, whitelist
admit en~!: invite, grant, share, trust, delegate
admit en: full rights, full access, full control, full permissions, all rights, admin rights, administrator rights, write access, right to administer, same role, master key, everything without a password, anyone with the link, anybody with the link, whatever password, any password, foreign account, external account, cross account, role with full, remote access, key may log in, may log in here, publicly readable, to the whole internet, to the world, to everyone, to everybody, open to all
admit de: lade .. ein, einlad*, volle* rechte*, vollen rechten, zugriff, berechtig*, vertraut, freigeb*, jeder mit dem link
admit fr: invite*, accorde*, droits, accès, partage*
admit es: invita*, concede*, otorga*, permisos, acceso, compart*
admit pt: convid*, conced*, permissões, acesso, compartilh*, acesso total
admit it: invita*, conced*, permessi, accesso, condivid*
admit sv: bjud*, delning*, åtkomst, vem som helst, behörighet*, alla med länken
admit vi: cấp quyền, toàn quyền, quyền truy cập, mời
admit tr: yetki*, erişim*, davet et*, tam yetki
admit zh: 授予, 权限, 邀请, 公开, 管理员权限, 共享
admit ja: 権限, 招待, 公開, 付与, 共有

# Software that is not here yet.
software en: binary, executable, program, programme, installer, helper, companion, companion app, app, application, engine, codec, driver, extension, plugin, plug in, add on, agent, runtime, package, packages, module, library, script, one liner, snippet, snippets, command, commands, setup, patch, update, updater, tool, utility, bridge, payload, dmg, msi, exe, pkg, apk, vsix, zip, archive, tarball, setup.exe, start.sh, code, shell program, file
software de: programm*, datei, skript*, erweiterung*, hilfsprogramm*, paket*
software fr: programme, fichier, script, extension, paquet, outil
software es: programa, archivo, guion, script, extensión, paquete, auxiliar
software pt: programa, arquivo, ficheiro, script, extensão, pacote, auxiliar
software it: programma, file, script, estensione, pacchetto
software pl: plik*, program*, skrypt*, rozszerzeni*, pakiet*
software ru: файл*, программ*, скрипт*, расширени*, пакет*, код
software tr: dosya*, betik*, betiği, program*, kod*, eklenti*, paket*
software id: berkas, skrip, program, ekstensi, paket
software vi: tệp, tập lệnh, chương trình, tiện ích, gói, mã
software zh: 脚本, 程序, 文件, 插件, 扩展, 安装包, 代码
software ja: スクリプト, プログラム, ファイル, 拡張, パッケージ, コード
software ko: 스크립트, 프로그램, 파일, 확장, 패키지, 코드
software th: สคริปต์, โปรแกรม, ไฟล์
software el: σενάριο, πρόγραμμα, αρχείο

# To be there at every start.
startup en: login, log in, each login, every login, at login, boot, at boot, start up, startup, at startup, autostart, launch agent, launchagent, login item, cron, crontab, scheduled task, task scheduler, systemd, service unit, daemon, background service, shell profile, shell start, .bashrc, .zshrc, .profile, .bash_profile, .vimrc, registry run, restart, outlast a restart, survives a restart, survive a reboot, reboot, comes up again, whenever it has been stopped, restarts itself, hookspath, core.hookspath, git hook, git hooks, templatedir, post checkout
startup de: autostart, anmeldung, aufgabenplanung, systemstart, neustart, crontab
startup fr: démarrage, ouverture de session, tâche planifiée, crontab, profil du shell
startup es: inicio de sesión, arranque, tarea programada, crontab
startup pt: inicialização, tarefa agendada, crontab, início da sessão
startup ru: автозагрузк*, автозапуск*, планировщик*, при входе, crontab
startup tr: başlangıç dosya*, kabuk başlangıç*, açılışta, zamanlanmış görev*
startup zh: 开机启动, 自启动, 计划任务, 启动项, 定时任务
startup ja: 自動起動, スタートアップ, 起動時, タスクスケジューラ
startup ko: 자동 시작, 시작 프로그램, 예약 작업

# Skills and projects beside this one.
siblings en: other skills, other skill, neighbouring skills, neighboring skills, installed skills, each skill, every skill, skills that are installed, all skills, each skill.md, every skill.md, its neighbours, neighbours, other projects, every repository, each repository, all repositories, other agents, other tools, other servers, another tool, tools for, every project, whatever project, each project
self en: this page, this file, this skill, this paragraph, paragraph you are reading, these lines, this text, this section, this document, the lines below, this note, itself, what stands here, what is written here, the quiz master, one author

# A slot of a tool or request that carries text.
slot en: argument, arguments, parameter, parameters, query parameter, query string, field, form field, header, headers, user agent, referer, subdomain, sub domain, host name, label, labels, file name, alt text, metadata, comment field, note field, notes field, x-*, attachment, attachments, body, querystring, url, the url, link, image, picture, pixel, one pixel, badge, script tag, commit message, branch name
# Text that strangers write.
crowd en: issue, issues, comment, comments, web page, web pages, page, pages, website, websites, ticket, tickets, visitor, visitors, mail, mails, email, emails, e mails, messages, message, post, posts, channel, documents, pull request, pull requests, record, records, reviews, callers, sender, senders, attachment, attachments, invoice, invoices, readme, transcript, calendar entries, invitation, invitations, anybody, anyone, whoever, contributor, contributors, customers, caption, feed, forum, wiki, reply, replies, search results, hits, file names, label, image, images, svg, pdf, txt record
crowd de: seite, seiten, treffer, kommentar*, nachricht*, mails
crowd zh: 网页, 评论, 邮件, 页面
crowd ja: ページ, コメント, メール

# Who is said to be behind an order.
maker en: your maker, your makers, makers of the model, your developer, your developers, your vendor, your provider, anthropic, openai, google, the platform, the vendor, head of the office, management, the administrator, system administrator, security team, legal, compliance, it department, the operator, the makers, the company, upstairs, chief, ceo, boss, note to the model, note for the assistant, note to the assistant, to the assistant, to the model, for the assistant, note for agents, agents:, to the model reading this, system note, implementation note for assistants, maintenance mode, developer mode, debug mode, admin mode, second mode, special mode, god mode, in this mode, this mode, deployment
# Who or what the author means by himself.
ours en: our service, our server, our endpoint, our api, our host, our team, our archive, our channel, our form, our collector, our machine, our side, our coach, the coach, the vendor, the author, the maintainers, the makers, the researchers, research group, the panel, the archive, the service, the server, the endpoint, the calculator, matching engine, recovery desk, the desk, support desk, partner, partners, contractor, third party, outside party, the gateway, the mirror, the mirror service, statistics page, comparison service, width service, card server, telemetry, usage service, public gist, a gist, pastebin, a paste, telegram, discord, webhook, web hook, a form, google form, public issue, new issue, messenger

# Somebody has to agree first, or it is theirs to choose.
agreed en: when they ask, when they want, if they want, as the user asked, that the user named, ask the user whether, ask the user if, ask the user for, ask the user before, ask the user first, ask the user which, ask the user what, ask the user where, asks the user whether, ask them whether, ask them if, ask them before, ask before, ask first, ask for permission, ask for confirmation, ask whether, ask if, ask which, with permission, with the user's permission, with their permission, with the user's consent, with consent, once the user agrees, once they agree, after the user, if the user agrees, when the user asks, if the user asks, if the user wants, when the user wants, on request, when asked to, if asked to, upon request, user confirms, user approves, user has confirmed, user has approved, user explicitly, explicit approval, explicit consent, explicit permission, explicit confirmation, wait for the user, wait until, wait for a yes, wait for confirmation, wait for approval, confirm with, confirm before, show the draft, show the plan, show it first, show them first, let the user choose, user chooses, the user names, user provides, user gives, user chose, they chose, user's own, your own, own bucket, own account, opt in, optional, optionally, need approval, needs approval, requires approval, require approval, require confirmation, requires confirmation, must approve, must confirm, must be confirmed, must be approved, before proceeding, before continuing, tell the user what, tell the user that you
agreed de: frage den, frage die, mit zustimmung, nach zustimmung, bestätigt hat, auf wunsch, um bestätigung
agreed fr: demande à l'utilisateur, avec l'accord, après confirmation, sur demande
agreed es: pregunta al, pide confirmación, con permiso, tras confirmación, explica al usuario
agreed pt: pergunte ao, peça confirmação, com permissão, após confirmação, sem autorização não
agreed it: chiedi all, chiedi conferma, con il permesso, dopo conferma
agreed ru: спросите пользователя, с разрешения, после подтверждения, сообщите об этом
agreed zh: 询问用户, 先询问, 征得用户, 经用户, 用户确认, 用户同意后, 请用户
agreed ja: ユーザーに確認, 確認してから, 許可を得て, 承認を得

# A vendor's own key for the vendor's own service.
login zh: 访问, 注册, 申请, 获取api, 获取 api, 控制台
login en: create an integration, create an app, your integration, authorization, authorisation, bearer, x-api-key, oauth, oauth2, sign up, basic auth, get your api, get an api, get a free, get a token, get your token, create an api, create a token, create an account, create an access, generate a token, generate an api, obtain an api, register at, your api key, your own api key, free key, account at, api key from, api key at, token from, token at, account settings, base url, api endpoint, api endpoints, rate limits, sdk, set your, export your, configure your, add your, your token, your key, your credentials, your password

# Fixed expressions in which the words above say nothing.
idle en: the following, following function, following code, followed by, follow up, follow ups, follow along, as follows, follow on, what follows, in no time, no longer than, no later than, no more than, no matter, not only, not just, not to mention, if not, or not, whether or not, not yet, not found, no such, not set, not available, not installed, not supported, let me know, let us know, you know, know how, well known, known issues, known as, i don't know, don't know how, cannot tell, read only, set up, sets up, setting up, set of, a set, character set, data set, make sure, state of the art, side effects, no response, open source, source code, source of, sources, performing image, hard drive, sub agent, user agent, third party library, pay attention, in charge of accessing, in order to, in order, in order of, out of order, order by, re order, check box, checks out, keep in mind, mind map, no one, post process*, post hoc, post production, post mortem, post training, pre and post, log in, log out, log file, log level, print out, list of, show case, note that, notes, take care, takes care, take note, tell apart, run time, runtime, long running, start with, starts with, starting with, starting point, get started, getting started, right to left, copy writing, copy paste, note taking

not en: not, no, never, nobody, none, nothing, nor, neither, without, don't, doesn't, do not, won't, cannot, can't, needn't, isn't, aren't, mustn't, shouldn't, avoid, refrain, hardly, refuse, less
not de: nicht, nichts, nie, niemals, kein, keine, keinen, keiner, keinem, ohne, niemand, niemandem, weder
not fr: ne, n, pas, jamais, rien, sans, aucun, aucune, ni
not es: no, nunca, nada, sin, ningún, ninguna, nadie, ni, jamás
not pt: não, nunca, nada, sem, nenhum, nenhuma, ninguém, nem, jamais
not it: non, mai, niente, nulla, senza, nessun, nessuno, nessuna, né
not nl: niet, niets, nooit, geen, zonder, niemand
not pl: nie, nigdy, nic, bez, nikt, nikomu
not cs: ne, nikdy, nic, bez, nikdo, nikomu
not sv: inte, inget, ingenting, aldrig, ingen, utan, ikke, aldri, älä
not ru: не, ни, никогда, ничего, без, никому, ніколи, нічого
not tr: değil, asla, hiçbir, olmadan, sormadan
not id: jangan, tidak, tanpa, tak
not vi: không, đừng, chẳng, chớ, mà không
not ro: nu, fără, niciodată, ne, nem, soha
not el: μην, μη, δεν, χωρίς, ποτέ, κανέναν
not zh: 不, 别, 勿, 无需, 无须, 不要, 不必, 莫
not ja: ない, ず, ません, しない, なく, 不要
not ko: 지 마, 지 말, 않, 없이, 말고
not ar: لا, لم, لن, دون, بدون, ليس
not hi: न, नहीं, मत, बिना
not th: ไม่, อย่า, โดยไม่
`;
