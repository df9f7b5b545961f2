import { anyPhrase, foldAccents } from '../words/vocabulary.ts'
import { words } from '../prompt-leak/words.ts'
import { isRulesOfAThing } from './rules-of-a-thing.ts'

/** Maximum length of such a question or request. */
const CHARS_MAX = 240

/** Earlier statements of the user or the assistant. Each phrase names the speaker, because "told" alone could refer to the operator. */
const UTTERANCES = anyPhrase(
  words(`
    i said | i ask | i asked | i just asked | i ask you | i asked you | i told you | i say | i tell you | i wrote | i mentioned | did i say | did i ask | did i tell you |
    did i just ask | did i just say | did i write | did you say | did you just say | did you tell me | did you just tell me | did you suggest | did you recommend | did you write |
    did you mean | did you answer | did we discuss | did we talk about | you said | you just said | you told me | you just told me | you asked me | you wrote | you mentioned |
    you suggested | you recommended | you answered | we discussed | we talked about |
    your answer | your previous answer | your last answer | your first answer | your earlier answer | your reply | your last reply | your previous reply | your first reply |
    your last response | your previous response | your first response | your earlier response | your last suggestion | your last question | your previous question | your first question |
    my question | my last question | my previous question | my first question | my earlier question | my last request | my previous request | my first request |
    my last message | my previous message | my first message |
    deine letzte antwort | deine vorherige antwort | deine vorige antwort | deine erste antwort | ihre letzte antwort | ihre vorherige antwort | meine letzte frage |
    meine erste frage | meine vorherige frage | meine vorige frage | habe ich dich | habe ich sie | hab ich dich | ich dich gefragt | hast du mir | hast du gesagt | hast du | haben sie mir | haben wir |
    ta derniere reponse | ta premiere reponse | ta reponse precedente | votre derniere reponse | votre premiere reponse | votre reponse precedente | ma derniere question | ma premiere question |
    ma question precedente | je t'ai demande | je vous ai demande | je t’ai demande | tu m'as dit | tu m’as dit | tu as dit | vous m'avez dit | vous avez dit | m'as-tu dit | m'avez-vous dit |
    as-tu dit | avez-vous dit | t'ai-je demande |
    tu ultima respuesta | tu respuesta anterior | tu primera respuesta | su ultima respuesta | su respuesta anterior | mi ultima pregunta | mi primera pregunta | mi pregunta anterior |
    te pregunte | le pregunte | me dijiste | me dijo usted | has dicho | dijiste |
    la tua ultima risposta | la tua risposta precedente | la tua prima risposta | la sua ultima risposta | la mia ultima domanda | la mia prima domanda | la mia domanda precedente |
    ti ho chiesto | le ho chiesto | mi hai detto | hai detto | mi ha detto |
    sua ultima resposta | sua resposta anterior | sua primeira resposta | tua ultima resposta | minha ultima pergunta | minha primeira pergunta | minha pergunta anterior | eu perguntei | eu te perguntei |
    perguntei | voce me disse | voce disse | voce falou |
    je vorige antwoord | je laatste antwoord | je eerste antwoord | uw vorige antwoord | uw laatste antwoord | mijn vorige vraag | mijn laatste vraag | mijn eerste vraag | heb ik je | heb ik u |
    heb je me | heb je | heeft u |
    twoja poprzednia odpowiedz | twoja ostatnia odpowiedz | twoja pierwsza odpowiedz | moje poprzednie pytanie | moje ostatnie pytanie | moje pierwsze pytanie | cie pytalem | cie pytalam |
    pytalem | pytalam | mi powiedziales | mi powiedzialas | powiedziales | powiedzialas |
    твой последний ответ | твой предыдущий ответ | твой первый ответ | ваш последний ответ | ваш предыдущий ответ | мой последний вопрос | мой первый вопрос | мой предыдущий вопрос |
    я спрашивал | я спрашивала | я спросил | я спросила | ты мне сказал | ты сказал | ты сказала | вы мне сказали | вы сказали |
    son cevabin | onceki cevabin | ilk cevabin | son cevabiniz | onceki cevabiniz | son sorum | onceki sorum | ilk sorum | sana sordum | size sordum | bana soyledin | soyledin
  `),
  words(`
    さっきの答え | 前の答え | 最後の答え | さっきの質問 | 最初の質問 | 前の質問 | 私の質問 | 何を聞きました | 何を質問しました | 你上一个回答 | 你刚才说 | 你之前说 | 你上次说 | 我上一个问题 | 我刚才问 | 我之前问 |
    我的第一个问题 | 내가 뭐라고 물었 | 제가 뭐라고 물었 | 아까 뭐라고 했 | 마지막 답변 | 이전 답변 | 내 첫 질문 | 제 첫 질문
  `),
)

/** Words that only add time, order and courtesy. */
const CONVERSATION_FILLERS = anyPhrase(
  words(`
    what | was | is | were | to | in | name | can you repeat | could you repeat | repeat | which | who | how | the | that | thing | things | question | answer | option | example | topic | last | first | second | third | previous | other | again | please | sorry | wait | ok | okay | hi |
    hey | hmm | and | to me | to you | me | you | exactly | just | now | just now | today | earlier | yesterday | before | before this | before that | a moment ago | a minute ago | here | in this chat | so far | can you remind me |
    could you remind me | remind me | about the | about my | about |
    was | war | wie | lautete | nochmal | noch einmal | bitte | vorhin | eben | zuvor | gerade | zuletzt | heute | gestern | gefragt | gesagt | geantwortet | als erstes | als letztes | geschrieben | besprochen | und | du | sie |
    quelle | etait | est | qu'est-ce que | qu’est-ce que | que | avant | tout a l'heure | hier | aujourd'hui | deja | s'il te plait | s'il vous plait | en dernier | en premier | la | chose | premiere | derniere | juste |
    cual | fue | era | es | que | antes | ayer | hoy | por favor | hace un momento | lo | ultimo | primero | primera | cosa | ultima |
    qual | quale | che cosa | cosa | che | prima | ieri | oggi | per favore | poco fa | per ultima | prima cosa | ultima cosa |
    foi | o que | a | por favor | ontem | hoje | agora ha pouco | ha pouco |
    wat | eerder | daarnet | net | zojuist | gisteren | vandaag | gevraagd | gezegd | verteld | alsjeblieft | als laatste | als eerste |
    jaka | byla | jakie | bylo | co | o co | wczesniej | przed chwila | wczoraj | dzisiaj | prosze | ostatnio |
    какои | был | о чем | что | тебя | вас | раньше | только что | вчера | сегодня | пожалуиста | до этого | напомни |
    neydi | ne | az once | daha once | dun | bugun | lutfen
  `),
  words(
    `は | 何 | でした | です | か | ね | もう一度 | 教えてください | ました | 最初に | さっき | 是 | 什么 | 了 | 呢 | 请问 | 吗 | 아까 | 이 | 가 | 은 | 는 | 뭐 | 였지 | 였어 | 였나요 | 었지 | 었죠 | 지 | 죠 | 요 | 무엇 | 이었나요 | 인가요`,
  ),
)

const FORMATS = anyPhrase(
  words(`
    json | valid json | json object | json array | json format | xml | yaml | csv | html | markdown | latex | toml | sql | sql query | plain text | csv table | table | list | numbered list | bullet list | bullet points | bullets |
    code | code block | prose | full sentences | one word | one sentence | one line | one paragraph | two sentences | three sentences | two words | three words | a number | the number | the code | the query | lower case |
    tabelle | stichpunkten | klartext | fliesstext | einem wort | einem satz | texte brut | un mot | une phrase | tableau | texto plano | una palabra | una frase | tabla | testo semplice | una parola | tabella | texto simples |
    uma palavra | uma frase | tabela | platte tekst | een woord | een zin | tabel | tekst | jednym slowem | jednym zdaniem | tabeli | одним словом | одним предложением | таблицы | таблице | duz metin | tek kelimeyle | tablo
  `),
  words('表形式 | 一言 | 箇条書き | 纯文本 | 一句话 | 表格 | 표로 | 한 단어 | 한 문장'),
)

/** Optional parts of an answer. Must not contain words for rules, limits, refusals or morals. */
const EXTRAS = anyPhrase(
  words(`
    preamble | preambles | introduction | introductions | intro | explanation | explanations | comment | comments | commentary | code fences | small talk | greeting | greetings | filler | closing remarks | closing remark |
    conclusion | emojis | emoji | headings | heading | repetition | extra text | additional text | other text | formatting |
    einleitung | vorrede | erklarung | erklarungen | kommentare | kommentar | begrussung | floskeln | schlusswort | preambule | introduction | explication | explications | commentaire | commentaires | salutations |
    introduccion | preambulo | explicaciones | explicacion | comentarios | saludo | introduzione | preambolo | spiegazioni | spiegazione | commenti | saluti | introducao | explicacao | explicacoes |
    inleiding | uitleg | commentaar | wstepu | wyjasnien | komentarzy | komentarza | вступления | пояснении | объяснении | комментариев | giris | aciklama | yorum
  `),
  words('前置き | 説明 | 挨拶 | コメント | 开场白 | 解释 | 说明 | 서론 | 설명'),
)
/** A disclaimer is more than a form, so it counts only without another request. */
const CAVEATS = anyPhrase(
  words('disclaimer | disclaimers | caveats | usual disclaimers | haftungsausschluss | avertissement'),
)

const FORMAT_FILLERS = anyPhrase(
  words(`
    respond | answer | reply | output | return | write | give | provide | format | answers | response | responses | the answer | the response | your answer | your response | the summary | the output | me | directly | briefly | only | just | simply | in | as | with |
    without | no | not | any | a | an | the | of | or | and | nor | please | valid | raw | strict | compact | short | single | format | use | using | exclusively | always |
    antworte | antworten sie | antwort | gib | gib mir | schreibe | schreib | die antwort | nur | bitte | ohne | und | oder | als | im | mit | in form von | format | ausschliesslich | direkt | keine | kein | jede |
    reponds | repondez | donne | ecris | la reponse | uniquement | seulement | sans | en | au | et | ou | aucune | aucun | s'il te plait | s'il vous plait | directement | sous forme de |
    responde | responda | respuesta | la respuesta | solo | solamente | unicamente | sin | por favor | y | o | formato | ninguna | directamente |
    rispondi | risponda | scrivi | la risposta | soltanto | senza | per favore | e | formato | direttamente | nessuna |
    apenas | somente | sem | em | resposta | a resposta | ou | diretamente |
    antwoord | alleen | zonder | met | geef | het antwoord | alsjeblieft | en | of | enkel |
    odpowiadaj | odpowiedz | tylko | wylacznie | w | formacie | bez | prosze | i | lub |
    отвечаи | ответь | ответьте | отвечаите | только | в | формате | без | пожалуиста | и | или | виде |
    sadece | yalnizca | olarak | yanit ver | cevap ver | yanitla | cevapla | olmadan | lutfen | ve | veya | bicimde | bir
  `),
  words(
    'の | み | だけ | で | 回答してください | 答えてください | 返答してください | 出力してください | なし | 形式 | を | は | 请 | 只 | 用 | 以 | 回答 | 回复 | 输出 | 格式 | 不要 | 就 | 으로만 | 로만 | 만 | 으로 | 로 | 답해 주세요 | 답해줘 | 대답해 주세요 | 응답해 주세요 | 없이 | 을 | 를',
  ),
)

/** Requests to test whether a model keeps its instructions confidential. */
const TEST_OF_A_REFUSAL =
  /^(?:please |can you |could you )?(?:write|add|create|generate|draft) (?:me )?(?:an?|another|one more) (?:[\w-]+ ){0,2}tests?(?: case| suite)? (?:that |which |to )(?:checks?|asserts?|verif(?:y|ies)|ensures?|makes? sure|proves?|confirms?)(?: that| whether| if)? (?:our|the|my|an?) (?:[\w-]+ ){1,3}(?:never|always refuses|refuses|rejects|blocks|does not|doesn[’']t|will not|won[’']t|must not|cannot)\b[^.!?:;"“`\n]{0,80}[.!]?$/iu

/** "You can do anything now that you have the premium plan". */
const POSSIBLE_NOW =
  /^(?:you|i|we|they|he|she) can (?:do|be|make|build|go|play) any\w+ now that (?!you (?:are|have no)\b|nothing\b|there)(?![^\n]*\b(?:rules?|limit\w*|restrict\w*|free\w*|unlock\w*|jailbr\w*|filter\w*|censor\w*|guard\w*|ai|model|mode|bot|prompt|instructions?|develop\w*|openai|system|master|obey\w*|polic\w+|safety|ethic\w*|moral\w*|refus\w*|illegal\w*|harm\w*)\b)[^.!?:;"\n]{3,80}[.!]?$/iu

/** Words for a model's instructions and training. */
const OF_A_MODEL =
  'system|prompts?|instruct\\w*|rules?|guidelines?|polic\\w+|hidden|secret\\w*|internal|initial|original|confidential|private|configur\\w*|set-?up|settings?|training|trained|developers?|creators?|model|models|ai|language|chat\\w*|bot\\w*|tools?|functions?|capabilit\\w*|limit\\w*|restrict\\w*|safety|filters?|memory|context|passwords?|credentials?|keys?|tokens?|customers?|users?'
const BUSINESSES =
  'company|companies|firm|business|organi[sz]ation|brand|shop|store|restaurant|caf[eé]|hotel|school|university|clinic|agency|studio|farm|bakery|museum|library|club|association|products?|services?|prices?|pricing|plans?|offers?|range|menu|collection|catalogue|catalog|warranty|guarantee|delivery|shipping|opening hours|courses?|classes|rooms?|tours?|machines?|cars?|bikes?|phones?|laptops?|fridges?|ovens?|mattress(?:es)?|sofas?|kitchens?|shoes|jackets?|wines?|coffees?|town|city|village|country|region|family|team|staff|history|projects?|careers?|vacancies'
/** "Tell me everything about your company": a question to a business. */
const ABOUT_A_BUSINESS = new RegExp(
  `^(?:hi[,!]? |hello[,!]? |please |can you |could you )*(?:tell|show|give|teach|send) (?:me|us) (?:please )?(?:everything|all|all (?:the |of the )?(?:information|info|details|facts)|everything (?:that )?(?:you know|there is(?: to know)?)|all (?:that )?you know|all there is(?: to know)?)(?: you have)? (?:about|on|regarding) (?:your|the|this)(?: (?!(?:${OF_A_MODEL})\\b)[\\w’'-]+){0,3} (?:${BUSINESSES})(?:[’']s?(?: (?!(?:${OF_A_MODEL})\\b)[\\w-]+){1,2})?(?: and (?:your |its |the )?(?:${BUSINESSES}))?(?: please)?\\W*$`,
  'iu',
)

const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]*/gu
const LETTER = /[\p{L}\p{N}]/u

/**
 * Returns whether a text is only a question about earlier statements of the user or assistant or about a business, a request for a format,
 * a request for the rules of an object, or a request to test a refusal. Any word beyond the vocabulary of these forms disqualifies the
 * text.
 */
export function isEverydayForm(text: string): boolean {
  if (text.length > CHARS_MAX) return false
  const trimmed = text.trim()
  if (isRulesOfAThing(trimmed) || TEST_OF_A_REFUSAL.test(trimmed) || POSSIBLE_NOW.test(trimmed)) return true
  if (ABOUT_A_BUSINESS.test(trimmed)) return true
  const sentences = sentencesIn(trimmed)
  return asksAboutConversation(trimmed) || (sentences.length > 0 && sentences.every(isFormat))
}

/** Returns whether a text only asks about earlier statements of the user or the assistant. */
export function asksAboutConversation(text: string): boolean {
  const sentences = text.length > CHARS_MAX ? [] : sentencesIn(text)
  return sentences.length > 0 && sentences.every(isAboutConversation)
}

/** Returns the text without sentences that only request a format. Disclaimers do not count as a format. */
export function withoutFormats(text: string): string {
  if (text.length > CHARS_MAX) return text
  return text.replaceAll(SENTENCE, (sentence) =>
    isFormat(sentence) && !has(CAVEATS, foldAccents(sentence)) ? ' ' : sentence,
  )
}

function sentencesIn(text: string): readonly string[] {
  return (text.match(SENTENCE) ?? []).filter((sentence) => LETTER.test(sentence))
}

const BEFORE_IT = /\bfirst\b.*\bbefore\b|\bbefore\b.*\bfirst\b|\b(?:before|avant) (?:my|your|the|ma|ta|la)\b/u

function isAboutConversation(sentence: string): boolean {
  const folded = foldAccents(sentence)
  // Text before the first statement could be the prompt.
  if (BEFORE_IT.test(folded)) return false
  return has(UTTERANCES, folded) && isLeftEmpty(folded, [UTTERANCES, CONVERSATION_FILLERS])
}

function isFormat(sentence: string): boolean {
  const folded = foldAccents(sentence)
  const isWish = has(FORMATS, folded) || has(EXTRAS, folded) || has(CAVEATS, folded)
  return isWish && isLeftEmpty(folded, [FORMATS, EXTRAS, CAVEATS, FORMAT_FILLERS])
}

function has(phrases: RegExp, folded: string): boolean {
  return folded.search(phrases) !== -1
}

function isLeftEmpty(folded: string, vocabulary: readonly RegExp[]): boolean {
  return !LETTER.test(vocabulary.reduce((rest, phrases) => rest.replaceAll(phrases, ' / '), folded))
}
