import { anyPhrase, foldAccents } from '../words/vocabulary.ts'
import { words } from './words.ts'

/** Names of system prompts in general, without an owner. */
const NAMES = words(`
  system prompt | system prompts | system-prompt | system prompt'u | system prompt-ul | system promptul | system promptu | system prompten |
  systemprompt | systemprompts | systeemprompt | systeemprompts | systemprompter | systemprompten | prompt système | prompt systeme |
  prompts système | prompt del sistema | prompt de sistema | prompts de sistema | prompt do sistema | prompt di sistema | prompt systemowy |
  promptu systemowego | promptem systemowym | promptu systemowym | systémový prompt | systémového promptu | systémové prompty |
  prompt de sistem | prompturi de sistem | promptul de sistem | promptului de sistem | sistem istemi | sistem istemleri | sistem komutu |
  sistem promptu | prompt sistem | perintah sistem | lời nhắc hệ thống | prompt hệ thống | câu lệnh hệ thống | rendszerprompt |
  rendszerpromptot | järjestelmäkehote | järjestelmäkehotteen | προτροπή συστήματος | prompt συστήματος | μήνυμα συστήματος |
  системный промпт | системного промпта | системные промпты | системный промт | системний промпт | системного промпту |
  موجه النظام | موجّه النظام | لموجه النظام | برومبت النظام | رسالة النظام | הנחיית המערכת | הנחיית מערכת | פרומפט המערכת | פרומפט מערכת |
  הודעת המערכת | सिस्टम प्रॉम्प्ट | सिस्टम संदेश
`)
const NAMES_UNSPACED = words(`
  システムプロンプト | システムメッセージ | 시스템 프롬프트 | 시스템프롬프트 | 시스템 메시지 | 系统提示词 | 系统提示 | 系統提示詞 | 系統提示 | 系统消息 |
  พรอมต์ระบบ | พรอมป์ระบบ | ข้อความระบบ
`)

/** Questions for a definition, for advice on writing, for examples and differences. */
const TOPICS = words(`
  nedir | ne demek | ne anlama gelir | ne işe yarar | nasıl yazılır | nasıl yazarım | nasıl yazabilirim | nasıl hazırlanır | yazmayı | yazma |
  apa itu | apakah itu | apa yang dimaksud dengan | apa arti | bagaimana cara menulis | cara menulis | cara membuat | bagaimana menulis |
  là gì | nghĩa là gì | cách viết | làm thế nào để viết | viết như thế nào | làm sao để viết | ما هو | ما هي | ما معنى | ماذا يعني |
  كيف أكتب | كيف اكتب | كيفية كتابة | طريقة كتابة | كيف يكتب | מהו | מה זה | מהי | מה זאת | איך כותבים | איך לכתוב | כיצד לכתוב | כיצד כותבים |
  מה המשמעות של | τι είναι | τι σημαίνει | πώς γράφω | πώς να γράψω | πώς γράφεται | πώς γράφουμε | co je | co je to | co to je | co znamená |
  k čemu slouží | jak napsat | jak psát | jak napíšu | ce este | ce e | ce înseamnă | cum scriu | cum să scriu | cum se scrie | la ce folosește |
  co to jest | czym jest | co oznacza | jak napisać | jak pisać | mi az | mi a | mit jelent | hogyan írjak | hogyan írjunk | mikä on |
  mitä tarkoittaa | miten kirjoitan | miten kirjoitetaan | vad är | vad betyder | hur skriver jag | hur skriver man | hvad er | hva er |
  hvordan skriver jeg | hvordan skriver man | was ist | was bedeutet | wozu dient | wie schreibe ich | wie schreibt man | qu'est-ce qu'un |
  qu’est-ce qu’un | qu'est-ce que le | comment écrire | comment rédiger | à quoi sert | qué es | que es | qué significa | para qué sirve |
  cómo escribir | cómo escribo | cómo se escribe | o que é | o que significa | para que serve | como escrever | como escrevo | cos'è | cos’è |
  che cos'è | che cosa è | che cosa significa | come scrivere | come si scrive | wat is | wat betekent | hoe schrijf ik | hoe schrijf je |
  что такое | что означает | зачем нужен | как написать | как писать | як написати | що таке | що означає | क्या होता है | क्या है | कैसे लिखें |
  what is a | what are | what does | mean | how do i write | how to write
`)
const TOPICS_UNSPACED = words(`
  とは何ですか | とは何でしょうか | とは何か | とは何 | とはなんですか | とは | って何ですか | って何 | とはどういう意味ですか | の意味 | の書き方 | の作り方 | の作成方法 |
  の書くコツ | の役割 | の使い方 | をどう書けばいいですか | を書くコツ | を書く方法 | はどう書けばいいですか | 무엇인가요 | 무엇입니까 | 무엇인지 | 무엇이에요 | 뭔가요 | 뭐예요 |
  뭔지 | 란 | 이란 | 쓰는 방법 | 쓰는 법 | 작성하는 방법 | 작성하는 법 | 작성 방법 | 작성법 | 만드는 방법 | 어떻게 쓰나요 | 어떻게 작성하나요 | 어떻게 써야 하나요 | 의 뜻 |
  의 역할 | คืออะไร | หมายถึงอะไร | แปลว่าอะไร | วิธีเขียน | เขียนอย่างไร | เขียนยังไง | มีไว้ทำอะไร | 什么是 | 什麼是 | 怎么写 | 怎麼寫 | 如何编写 | 如何写 |
  如何撰寫 | 如何編寫 | 的作用
`)

/** Words that change neither the subject nor the question. No word for "your", "show", "exact" or "full" belongs here. */
const FILLERS = words(`
  a | an | the | in | of | for | good | please | llm | llms | ai | gpt | chatgpt | claude | gemini | chatbot | chatbots | bot | prompt | prompts |
  bir | iyi | için | lütfen | yapay zekada | bana | yang | baik | untuk | sebuah | bagus | tolong | dalam | một | tốt | cho | hay | hiệu quả |
  trong | vậy | thế | جيد | في | من | فضلك | الذكاء الاصطناعي | טוב | טובה | ב | בינה מלאכותית | בבקשה | ένα | το | τα | ο | η | καλό | για | σε |
  ενός | to | dobrý | dobrého | pro | v | un | una | uno | bun | bună | de | pentru | în | w | dobry | dla | a | az | jó | egy | hyvä | hyvän | en |
  ett | et | bra | god | godt | för | til | der | die | das | ein | eine | einen | guten | gute | für | le | les | bon | efficace | pour | dans |
  el | los | buen | buenos | para | bom | buon | buono | per | il | lo | um | uma | een | het | goede | voor | хороший | хорошего | для | в |
  gutes | und | und wie | a jak | og | och | ve | dan | và | و | ו | και | și | y | e | i | et
`)
const FILLERS_UNSPACED = words(`
  を | は | の | について | 教えてください | 教えて | ください | 良い | よい | 効果的な | 上手な | ですか | と | 가 | 이 | 을 | 를 | 은 | 는 | 에서 | 잘 | 좋은 | 효과적인 | 알려 주세요 |
  알려주세요 | 설명해 주세요 | 설명해주세요 | 궁금합니다 | 궁금해요 | 요 | ที่ดี | ครับ | คะ | ค่ะ | ใน | 的 | 好 | 一个 | 一個 | 请问 | 請問 | 呢 | 챗봇 | チャットボット | 用
`)

const NAME = anyPhrase(NAMES, NAMES_UNSPACED)
const TOPIC = anyPhrase(TOPICS, TOPICS_UNSPACED)
const FILLER = anyPhrase(FILLERS, FILLERS_UNSPACED)

/** Maximum length of a sentence that only asks this question. */
const CHARS_MAX = 120

/**
 * Whether a sentence only asks for the meaning of a system prompt or how to write one: all its words are names, question words and
 * fillers. Any other word, such as "your" or "verbatim", makes it an ordinary request.
 */
export function isTopicQuestion(sentence: string): boolean {
  if (sentence.length > CHARS_MAX) return false
  const folded = foldAccents(sentence)
  const unnamed = folded.replaceAll(NAME, ' / ')
  if (unnamed === folded) return false
  const rest = unnamed.replaceAll(TOPIC, ' / ')
  return rest !== unnamed && !/[\p{L}\p{N}]/u.test(rest.replaceAll(FILLER, ' / '))
}
