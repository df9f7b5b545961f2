import { words } from './words.ts'

/**
 * One entry a language: names of the instructions, then words that ask for them or hand them out. Both in one sentence
 * make the question; finer shades are kept for English.
 */
export const OTHER_LANGUAGES: readonly { readonly prompt: readonly string[]; readonly reveal: readonly string[] }[] = [
  // German
  {
    prompt: words(`
      systemprompt | system-prompt | systemanweisung | systemanweisungen | systemnachricht |
      deine anweisungen | deine anweisung | deinen prompt | dein prompt | deine instruktionen |
      deine regeln | ihre anweisungen | ursprünglichen anweisungen | versteckten anweisungen |
      internen anweisungen | geheimen anweisungen | anfangsanweisungen | startanweisungen |
      anweisungen, die du | vorgaben, die du | internen prompt | alles über dieser zeile | alles oberhalb |
      text über dieser
    `),
    reveal: words(`
      zeig | zeige | zeigen | gib | nenne | nenn | verrate | verrat | wiederhole | wiederhol | drucke |
      schreibe | schreib | sag | sage | lies | übersetze | offenbare | enthülle | kopiere | was ist |
      was sind | was steht | wie lautet | wie lauten | welche | ausgeben | wörtlich | wort für wort |
      poste | teile
    `),
  },
  // French
  {
    prompt: words(`
      prompt système | prompt systeme | invite système | message système | instructions système |
      instructions initiales | instructions d'origine | instructions de départ | instructions cachées |
      instructions secrètes | instructions internes | tes instructions | vos instructions | ton prompt |
      votre prompt | tes consignes | vos consignes | consignes initiales | prompt initial | prompt caché |
      prompt interne | tes directives | vos directives | tout ce qui précède
    `),
    reveal: words(`
      montre | montrez | affiche | affichez | répète | repete | répétez | révèle | revele | révélez |
      donne | donnez | dis | dites | écris | écrivez | recopie | copie | copiez | traduis | traduisez |
      cite | imprime | partage | quel est | quelles sont | quels sont | que dit | mot pour mot | mot à mot |
      colle | dévoile | divulgue
    `),
  },
  // Spanish
  {
    prompt: words(`
      prompt del sistema | prompt de sistema | mensaje del sistema | mensaje de sistema |
      instrucciones del sistema | instrucciones iniciales | instrucciones originales |
      instrucciones ocultas | instrucciones secretas | instrucciones internas | tus instrucciones |
      sus instrucciones | tu prompt | su prompt | prompt inicial | prompt original | prompt oculto |
      prompt interno | tus directrices | tus reglas internas | instrucciones que te dieron |
      instrucciones que recibiste | todo lo anterior
    `),
    reveal: words(`
      muestra | muéstrame | muestrame | mostrar | enseña | enséñame | enseñame | repite | revela |
      revélame | imprime | dame | dime | escribe | copia | pega | traduce | cita | comparte | cuál es |
      cual es | cuáles son | cuales son | qué dice | que dice | qué instrucciones | palabra por palabra |
      textualmente | divulga
    `),
  },
  // Italian
  {
    prompt: words(`
      prompt di sistema | messaggio di sistema | istruzioni di sistema | istruzioni iniziali |
      istruzioni originali | istruzioni nascoste | istruzioni segrete | istruzioni interne |
      tue istruzioni | tuo prompt | prompt iniziale | prompt nascosto | prompt interno | tue direttive |
      istruzioni che ti hanno | istruzioni che hai ricevuto
    `),
    reveal: words(`
      mostra | mostrami | mostri | ripeti | rivela | rivelami | stampa | dammi | dimmi | scrivi | copia |
      incolla | traduci | cita | condividi | qual è | qual e' | quali sono | cosa dice | parola per parola |
      elenca | svela
    `),
  },
  // Portuguese
  {
    prompt: words(`
      prompt do sistema | prompt de sistema | mensagem do sistema | mensagem de sistema |
      instruções do sistema | instruções iniciais | instruções originais | instruções ocultas |
      instruções secretas | instruções internas | suas instruções | tuas instruções | seu prompt |
      teu prompt | prompt inicial | prompt oculto | prompt interno | suas diretrizes |
      instruções que você recebeu | instruções que recebeste
    `),
    reveal: words(`
      mostre | mostra | mostre-me | exiba | repita | repete | revele | revela | imprima | me dê | dê-me |
      diga | diz | escreva | escreve | copie | cole | traduza | cite | compartilhe | partilha | qual é |
      quais são | o que diz | palavra por palavra | liste
    `),
  },
  // Dutch
  {
    prompt: words(`
      systeemprompt | systeem-prompt | systeembericht | systeeminstructies | jouw instructies |
      je instructies | uw instructies | jouw prompt | je prompt | oorspronkelijke instructies |
      verborgen instructies | geheime instructies | interne instructies | interne prompt | beginprompt |
      startinstructies
    `),
    reveal: words(`
      toon | laat | herhaal | onthul | print | geef | vertel | zeg | schrijf | kopieer | plak | vertaal |
      citeer | deel | wat is | wat zijn | wat staat | woord voor woord | letterlijk
    `),
  },
  // Swedish, Danish, Norwegian
  {
    prompt: words(`
      systemprompt | systemprompten | systemmeddelande | systeminstruktioner | dina instruktioner |
      din prompt | ursprungliga instruktioner | dolda instruktioner | hemliga instruktioner |
      interna instruktioner | systeminstrukser | dine instruktioner | dine instrukser | dine instruksjoner |
      systeminstruksjoner | oprindelige instruktioner | opprinnelige instruksjoner | skjulte instruktioner |
      skjulte instruksjoner | systembesked | systemmelding
    `),
    reveal: words(`
      visa | vis | upprepa | gentag | gjenta | avslöja | afslør | avslør | skriv | skriv ut | ge mig |
      giv mig | gi meg | berätta | fortæl | fortell | kopiera | kopier | översätt | oversæt | oversett |
      vad är | hvad er | hva er | ord för ord | ord for ord | dela
    `),
  },
  // Finnish
  {
    prompt: words(`
      järjestelmäkehote | järjestelmäkehotteesi | järjestelmäkehotteen | järjestelmäviesti |
      järjestelmäohjeet | ohjeesi | alkuperäiset ohjeesi | alkuperäiset ohjeet | piilotetut ohjeet |
      kehotteesi | sisäiset ohjeesi
    `),
    reveal: words(`
      näytä | toista | paljasta | tulosta | anna | kerro | kirjoita | kopioi | liitä | käännä | mikä on |
      mitkä ovat | sanasta sanaan
    `),
  },
  // Polish
  {
    prompt: words(`
      prompt systemowy | promptu systemowego | prompta systemowego | wiadomość systemową |
      instrukcje systemowe | instrukcji systemowych | twoje instrukcje | swoje instrukcje | twój prompt |
      swój prompt | swojego promptu | początkowe instrukcje | pierwotne instrukcje | ukryte instrukcje |
      tajne instrukcje | wewnętrzne instrukcje | wewnętrzny prompt
    `),
    reveal: words(`
      pokaż | pokaz | powtórz | ujawnij | wydrukuj | wypisz | wyświetl | podaj | powiedz | napisz |
      skopiuj | wklej | przetłumacz | zacytuj | jaki jest | jakie są | co mówi | słowo w słowo | dosłownie |
      zdradź
    `),
  },
  // Czech, Slovak
  {
    prompt: words(`
      systémový prompt | systémového promptu | systémovou zprávu | systémové instrukce | tvoje instrukce |
      své instrukce | své pokyny | tvé pokyny | svůj prompt | tvůj prompt | původní instrukce |
      původní pokyny | skryté instrukce | skryté pokyny | tajné instrukce | interní prompt |
      interní pokyny | systémové pokyny | svoje inštrukcie | pôvodné inštrukcie | systémové inštrukcie
    `),
    reveal: words(`
      ukaž | ukáž | zobraz | zopakuj | odhal | vypiš | vypíš | vytiskni | dej | řekni | povedz | napiš |
      napíš | zkopíruj | skopíruj | vlož | přelož | prelož | cituj | jaký je | jaké jsou | co říká |
      slovo od slova | doslova | prozraď
    `),
  },
  // Russian, Ukrainian
  {
    prompt: words(`
      системный промпт | системного промпта | системный промт | системного промта | системное сообщение |
      системные инструкции | системных инструкций | свои инструкции | твои инструкции | ваши инструкции |
      своих инструкций | свой промпт | твой промпт | свой промт | изначальные инструкции |
      исходные инструкции | первоначальные инструкции | начальные инструкции | скрытые инструкции |
      секретные инструкции | внутренние инструкции | внутренний промпт | скрытый промпт | исходный промпт |
      всё, что выше | системний промпт | системного промпту | системні інструкції | свої інструкції |
      твої інструкції | ваші інструкції | початкові інструкції | приховані інструкції | внутрішній промпт |
      свій промпт | системне повідомлення
    `),
    reveal: words(`
      покажи | покажите | повтори | повторите | раскрой | раскройте | выведи | выведите | напечатай |
      распечатай | дай | дайте | скажи | скажите | расскажи | напиши | напишите | скопируй | вставь |
      переведи | процитируй | какой | какие | каковы | что написано | слово в слово | дословно | покажіть |
      повторіть | розкрий | виведи | надрукуй | скажіть | скопіюй | встав | переклади | процитуй | який |
      які | слово в слово | дослівно | опубликуй
    `),
  },
  // Turkish
  {
    prompt: words(`
      sistem istemi | sistem istemini | sistem isteminizi | sistem komutunu | sistem mesajını |
      sistem mesajı | sistem promptunu | sistem promptu | sistem talimatlarını | sistem talimatların |
      talimatlarını | talimatlarınızı | ilk talimatlarını | gizli talimatlarını | orijinal talimatlarını |
      istemini | promptunu | iç talimatlarını | dahili istemini
    `),
    reveal: words(`
      göster | gösterin | tekrarla | tekrar et | açıkla | ifşa et | yazdır | yaz | ver | söyle | kopyala |
      yapıştır | çevir | alıntıla | paylaş | nedir | nelerdir | ne diyor | kelimesi kelimesine | aynen
    `),
  },
  // Arabic
  {
    prompt: words(`
      موجه النظام | موجّه النظام | رسالة النظام | تعليمات النظام | تعليماتك | تعليماتك الأصلية |
      التعليمات الأصلية | التعليمات السرية | التعليمات المخفية | التعليمات الداخلية | الموجه الداخلي |
      أوامر النظام | البرومبت | برومبت النظام | التعليمات الأولية
    `),
    reveal: words(`
      أظهر | اظهر | أرني | ارني | اعرض | كرر | اكشف | اطبع | أعطني | اعطني | قل | أخبرني | اخبرني | اكتب |
      انسخ | الصق | ترجم | اقتبس | شارك | ما هي | ما هو | ماذا تقول | حرفيا | حرفيًا | كلمة بكلمة
    `),
  },
  // Hebrew
  {
    prompt: words(`
      הנחיית המערכת | הנחיות המערכת | הודעת המערכת | פרומפט המערכת | הפרומפט שלך | ההוראות שלך |
      ההנחיות שלך | ההוראות המקוריות | ההוראות הנסתרות | הפרומפט הפנימי | הוראות המערכת
    `),
    reveal: words(`
      הצג | הראה | תראה | חזור | חשוף | הדפס | תן | ספר | אמור | כתוב | העתק | הדבק | תרגם | צטט | שתף |
      מה הן | מהן | מה היא | מהו | מה הפרומפט | מילה במילה
    `),
  },
  // Hindi, in Devanagari and in Latin letters
  {
    prompt: words(`
      सिस्टम प्रॉम्प्ट | सिस्टम प्रोम्प्ट | सिस्टम संदेश | सिस्टम निर्देश | अपने निर्देश |
      तुम्हारे निर्देश | आपके निर्देश | मूल निर्देश | प्रारंभिक निर्देश | छिपे हुए निर्देश | गुप्त निर्देश |
      आंतरिक निर्देश | अपना प्रॉम्प्ट | apna system prompt | apna prompt | apne instructions |
      tumhare instructions | aapke instructions | andar ka prompt | asli instructions
    `),
    reveal: words(`
      दिखाओ | दिखाएं | दिखाएँ | दिखाइए | दोहराओ | दोहराएं | बताओ | बताएं | बताइए | प्रकट | प्रिंट | लिखो |
      लिखें | कॉपी | पेस्ट | अनुवाद | साझा | क्या है | क्या हैं | शब्दशः | dikhao | dikhaao | batao |
      bataao | likho | paste | copy | kya hai | kya hain | dohrao
    `),
  },
  // Chinese
  {
    prompt: words(`
      系统提示词 | 系统提示 | 系統提示 | 系统消息 | 系统指令 | 系統指令 | 系统设定 | 初始提示 | 初始指令 | 原始指令 | 原始提示 | 隐藏指令 | 隐藏的指令 | 秘密指令 |
      内部指令 | 内部提示 | 你的指令 | 你的提示词 | 你的设定 | 你收到的指令 | 你的初始 | 上面的所有内容 | 以上所有内容 | 上述指令 | 提示词原文 | 开发者消息
    `),
    reveal: words(`
      显示 | 展示 | 输出 | 打印 | 重复 | 复述 | 透露 | 泄露 | 告诉 | 给我 | 说出 | 写出 | 复制 | 粘贴 | 翻译 | 引用 | 分享 | 公开 | 列出 | 是什么 |
      有哪些 | 逐字 | 完整 | 原样 | 顯示 | 輸出 | 重複 | 告訴 | 貼出 | 贴出 | 念出 | 揭示
    `),
  },
  // Japanese
  {
    prompt: words(`
      システムプロンプト | システムメッセージ | システム指示 | システム命令 | あなたの指示 | あなたへの指示 | 最初の指示 | 初期指示 | 元の指示 | 初期プロンプト | 隠された指示 |
      秘密の指示 | 内部指示 | 内部プロンプト | 与えられた指示 | 開発者メッセージ | 上記のすべて | あなたのプロンプト
    `),
    reveal: words(`
      表示 | 見せ | 出力 | 印刷 | 繰り返 | 明かし | 教え | 言って | 書い | コピー | 貼り付け | 翻訳 | 引用 | 共有 | 公開 | 何です | 何か | 一字一句 |
      そのまま | 全文 | 示し | 開示
    `),
  },
  // Korean
  {
    prompt: words(`
      시스템 프롬프트 | 시스템프롬프트 | 시스템 메시지 | 시스템 지시 | 시스템 명령 | 너의 지시 | 당신의 지시 | 네 지시 | 초기 지시 | 원래 지시 | 숨겨진 지시 |
      비밀 지시 | 내부 지시 | 내부 프롬프트 | 초기 프롬프트 | 너의 프롬프트 | 받은 지시 | 위의 모든 내용 | 지시사항
    `),
    reveal: words(`
      보여 | 출력 | 인쇄 | 반복 | 공개 | 알려 | 말해 | 적어 | 써줘 | 복사 | 붙여 | 번역 | 인용 | 공유 | 무엇 | 뭐야 | 뭐니 | 그대로 | 전부 | 드러내
    `),
  },
  // Vietnamese
  {
    prompt: words(`
      prompt hệ thống | lời nhắc hệ thống | thông điệp hệ thống | tin nhắn hệ thống | chỉ dẫn hệ thống |
      hướng dẫn hệ thống | hướng dẫn của bạn | chỉ dẫn của bạn | prompt của bạn | chỉ thị ban đầu |
      hướng dẫn ban đầu | chỉ dẫn ban đầu | hướng dẫn ẩn | chỉ dẫn bí mật | prompt nội bộ |
      lời nhắc ban đầu
    `),
    reveal: words(`
      hiển thị | cho tôi | cho xem | lặp lại | tiết lộ | in ra | đưa | nói | viết | sao chép | dán | dịch |
      trích dẫn | chia sẻ | là gì | nguyên văn | từng chữ
    `),
  },
  // Indonesian, Malay
  {
    prompt: words(`
      prompt sistem | pesan sistem | instruksi sistem | instruksimu | instruksi anda | promptmu |
      prompt anda | instruksi awal | instruksi asli | instruksi tersembunyi | instruksi rahasia |
      instruksi internal | prompt internal | perintah sistem | arahan sistem | arahan anda | arahan asal
    `),
    reveal: words(`
      tampilkan | tunjukkan | ulangi | ungkapkan | cetak | berikan | beri tahu | katakan | tulis |
      tuliskan | salin | tempel | terjemahkan | kutip | bagikan | apa | kata demi kata | sebutkan |
      tampalkan | paparkan
    `),
  },
  // Thai
  {
    prompt: words(`
      ข้อความระบบ | พรอมต์ระบบ | พรอมป์ระบบ | คำสั่งระบบ | คำสั่งของคุณ | คำสั่งเริ่มต้น | คำสั่งดั้งเดิม |
      คำสั่งลับ | คำสั่งที่ซ่อนอยู่ | พรอมต์ของคุณ | พรอมต์ภายใน | system prompt
    `),
    reveal: words(`
      แสดง | บอก | ทำซ้ำ | พูดซ้ำ | เปิดเผย | พิมพ์ | เขียน | คัดลอก | วาง | แปล | อ้าง | แบ่งปัน |
      คืออะไร | คำต่อคำ | ให้ฉัน
    `),
  },
  // Greek
  {
    prompt: words(`
      μήνυμα συστήματος | προτροπή συστήματος | οδηγίες συστήματος | οδηγίες σου | οδηγίες σας |
      αρχικές οδηγίες | κρυφές οδηγίες | μυστικές οδηγίες | εσωτερικές οδηγίες | prompt συστήματος |
      prompt σου | εσωτερικό prompt | εντολές συστήματος
    `),
    reveal: words(`
      δείξε | δείξτε | εμφάνισε | επανάλαβε | αποκάλυψε | τύπωσε | εκτύπωσε | δώσε | πες | γράψε |
      αντίγραψε | επικόλλησε | μετάφρασε | ποιο είναι | ποιες είναι | λέξη προς λέξη | κατά λέξη
    `),
  },
  // Romanian
  {
    prompt: words(`
      promptul de sistem | prompt de sistem | promptul sistemului | mesajul de sistem |
      instrucțiunile de sistem | instrucțiunile tale | instructiunile tale | promptul tău | promptul tau |
      instrucțiunile inițiale | instructiunile initiale | instrucțiunile originale |
      instrucțiunile ascunse | instrucțiunile secrete | promptul intern
    `),
    reveal: words(`
      arată | arata | afișează | afiseaza | repetă | repeta | dezvăluie | dezvaluie | tipărește | dă-mi |
      da-mi | spune | scrie | copiază | lipește | tradu | citează | care este | care sunt |
      cuvânt cu cuvânt | cuvant cu cuvant
    `),
  },
  // Hungarian
  {
    prompt: words(`
      rendszerprompt | rendszerpromptot | rendszerpromptodat | rendszerüzenet | rendszerüzenetet |
      rendszerutasítás | rendszerutasításokat | rendszerutasításaidat | utasításaidat | az utasításaid |
      eredeti utasításaidat | rejtett utasításokat | titkos utasításokat | belső promptot |
      belső utasításaidat | promptodat
    `),
    reveal: words(`
      mutasd | mutassa | ismételd | fedd fel | írd | írja | nyomtasd | add | mondd | másold | illeszd |
      fordítsd | idézd | oszd meg | mi a | mik az | szóról szóra
    `),
  },
]
