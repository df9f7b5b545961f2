/**
 * Words by sentiment, lower-case and without accents: strong ones count twice. English first, then the most common of German, French,
 * Spanish, Italian, Portuguese, Dutch, Polish, Russian and Turkish.
 */
const words = (list: string): readonly string[] => list.trim().split(/\s+/)

const NEGATIVE = words(`
  bad poor sad unhappy angry annoyed annoying upset disappointed disappointing disappointment frustrated frustrating frustration
  irritated irritating useless broken slow wrong fail failed fails failure failing problem problems issue complaint complain
  complaining dissatisfied unsatisfied unacceptable unreliable rude unhelpful unprofessional careless lazy boring bored dull ugly
  dirty cheap overpriced expensive waste wasted worthless regret sorry hurt hurts pain painful sick tired exhausted afraid scared
  fear worried worry anxious nervous lonely alone cry crying cried lost lose losing ruined ruin damage damaged defective faulty
  refuse refused ignored ignore misleading lied lie lies lying cheat cheated scam fraud fake unfair unjust stupid ridiculous
  nonsense mess messy confusing confused complicated difficult hard impossible stuck delay delayed late missing never nobody
  nothing hopeless helpless depressed miserable shame ashamed embarrassing embarrassed disgusted jealous bitter resent hostile
  cruel harsh mean nasty sucks suck crap lousy mediocre inferior weak buggy crash crashed crashes unstable hate hated dislike
  disliked avoid beware worse unfortunately sadly
  schlecht traurig wutend enttauscht kaputt fehler problem argerlich nutzlos langweilig hasslich teuer verloren leider nervt
  unfreundlich falsch mude angst
  mauvais triste decu decevant nul inutile cassee casse probleme colere fatigue peur ennuyeux cher malheureusement mal
  malo mala triste enojado decepcionado decepcionante inutil roto problema cansado miedo aburrido caro lento
  cattivo triste arrabbiato deluso deludente inutile rotto problema stanco paura noioso lento purtroppo
  ruim triste irritado decepcionado inutil quebrado problema cansado medo chato caro lento infelizmente
  slecht verdrietig boos teleurgesteld kapot probleem vervelend helaas
  zly smutny rozczarowany zepsuty problem nudny niestety
  плохо плохой грустно злой разочарован сломан проблема скучно медленно дорого жаль
  kotu uzgun kizgin bozuk sorun berbat sikici yavas pahali
`)

const NEGATIVE_STRONG = words(`
  terrible horrible awful dreadful disgusting appalling abysmal atrocious horrendous pathetic worst furious outraged livid hate
  despise loathe detest nightmare disaster catastrophe catastrophic devastated heartbroken hopeless unbearable intolerable
  infuriating enraged disgraceful shameful garbage trash rubbish vile repulsive worthless
  furchtbar schrecklich grauenhaft katastrophe hasse schlimmste entsetzlich horreur affreux deteste pire catastrophe honteux
  terrible horrible pesimo odio desastre asqueroso orribile terribile pessimo odio disastro schifo pessimo horrivel odeio
  desastre verschrikkelijk afschuwelijk okropny straszny najgorszy ужасно ужасный отвратительно ненавижу кошмар korkunc rezalet
`)

const POSITIVE = words(`
  good great nice happy glad pleased satisfied enjoy enjoyed enjoying like liked likes love loved loves lovely friendly kind
  helpful useful easy fast quick quickly smooth clear clean comfortable beautiful pretty cute fun funny interesting
  interested exciting excited cool fine well best better improved improvement success successful successfully win won winning
  solved fixed works worked reliable recommend recommended thank thanks thankful grateful appreciate appreciated polite
  professional safe secure calm relaxed hope hopeful proud smart clever bright delicious tasty fresh affordable worth bargain
  generous patient welcome congratulations bravo yes hooray smile laugh perfectly
  gut schon freundlich zufrieden danke glucklich hilfreich schnell einfach gern liebe toll
  bon bonne bien merci heureux content contente utile rapide facile aime agreable beau belle
  bueno buena bien gracias feliz contento util rapido facil encanta bonito amable
  buono bene grazie felice contento utile veloce facile bello gentile
  bom boa obrigado obrigada feliz contente util rapido facil gosto bonito
  goed mooi bedankt blij tevreden snel makkelijk
  dobry dobrze dziekuje szczesliwy zadowolony szybki
  хорошо хороший спасибо рад доволен быстро красиво нравится удобно
  iyi guzel tesekkurler mutlu memnun hizli kolay
`)

const POSITIVE_STRONG = words(`
  excellent amazing awesome fantastic wonderful outstanding superb brilliant perfect perfection incredible magnificent marvelous
  marvellous fabulous terrific phenomenal exceptional delighted thrilled ecstatic overjoyed adore favourite favorite stunning
  flawless gorgeous best
  ausgezeichnet wunderbar hervorragend perfekt fantastisch grossartig begeistert excellent parfait genial magnifique merveilleux
  adore excelente perfecto increible fantastico maravilloso eccellente perfetto fantastico meraviglioso ottimo perfeito
  maravilhoso otimo uitstekend geweldig perfect wspanialy doskonaly отлично прекрасно замечательно великолепно harika mukemmel
`)

/** Feeling of each word: below zero for bad, above for good. */
export const FEELINGS: ReadonlyMap<string, number> = new Map([
  ...NEGATIVE.map((word): [string, number] => [word, -1]),
  ...POSITIVE.map((word): [string, number] => [word, 1]),
  ...NEGATIVE_STRONG.map((word): [string, number] => [word, -2]),
  ...POSITIVE_STRONG.map((word): [string, number] => [word, 2]),
])

/** Negation words. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  words(`
  not no never none nobody nothing neither nor without hardly barely cannot cant dont doesnt didnt isnt wasnt arent wont wouldnt
  couldnt shouldnt aint nicht kein keine keinen nie ohne pas jamais sans aucun ningun ninguna nunca sin non mai senza nao nem sem
  niet geen nooit nie bez не нет никогда без degil hic
`),
)

/** Intensifiers and diminishers. */
export const DEGREES: ReadonlyMap<string, number> = new Map([
  ...words(
    'very really extremely absolutely totally completely utterly so too incredibly terribly highly deeply truly sehr wirklich total vollig tres vraiment muy realmente molto davvero muito heel erg bardzo очень cok',
  ).map((word): [string, number] => [word, 1.5]),
  ...words(
    'slightly somewhat a-bit little rather fairly kinda mildly etwas ein-wenig peu poco leicht немного biraz',
  ).map((word): [string, number] => [word, 0.6]),
])

/** Signs with a feeling. */
export const EMOJI_FEELINGS: ReadonlyMap<string, number> = new Map([
  ...words('😀 😃 😄 😁 😊 🙂 😍 🥰 😘 👍 🎉 ❤ 💖 ✨ 🥳 🤩 😎 🙏 💪 👏').map((sign): [string, number] => [sign, 1.5]),
  ...words('😞 😟 😠 😡 🤬 😢 😭 😤 😖 😩 😫 👎 💔 🤮 🤢 😒 🙄 😱 😰 😥').map((sign): [string, number] => [sign, -1.5]),
])
