import type { LanguageLexicon } from './languages.ts'
import { words } from './words.ts'

/** Languages with Latin script, besides English. */
export const LATIN_LANGUAGES: readonly LanguageLexicon[] = [
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
