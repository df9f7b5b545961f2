/** A subject area: its name and its words. */
export interface Topic {
  readonly name: string
  /** Typical words, separated by spaces, in singular. */
  readonly words: string
}

/** Subject areas of everyday life, work and policy. A word may be in several. */
export const TOPICS: readonly Topic[] = [
  topic(
    'politics',
    'politics political politician government election vote voter president minister senator congress parliament party republican democrat policy campaign ballot law senate referendum coalition opposition mayor governor candidate partisan left right liberal conservative protest diplomacy sanction brexit wahl politik regierung élection politique gobierno elección',
  ),
  topic(
    'religion',
    'religion religious god church mosque temple synagogue bible quran torah prayer pray faith christian muslim jewish hindu buddhist priest imam rabbi pope jesus allah heaven hell sin soul worship saint theology atheist ramadan easter lent baptism gospel sermon',
  ),
  topic(
    'medical',
    'medical medicine health doctor physician nurse hospital clinic patient disease illness symptom diagnosis diagnose treatment treat therapy drug medication pill dose dosage prescription prescribe vaccine surgery cancer diabetes infection virus pain fever headache blood pressure heart lung cough allergy pregnancy pregnant antibiotic ibuprofen paracetamol aspirin insulin cholesterol depression anxiety psychiatrist arzt krankheit médecin médico',
  ),
  topic(
    'legal',
    'legal law lawyer attorney court judge lawsuit sue contract clause liability statute regulation rights custody divorce will testament copyright patent trademark litigation plaintiff defendant settlement bail crime criminal felony compliance gdpr subpoena appeal tenant landlord eviction anwalt gericht avocat abogado',
  ),
  topic(
    'finance',
    'finance financial money invest investment investor stock share bond fund portfolio dividend broker trading trade market crypto bitcoin ethereum currency exchange forex interest inflation retirement pension 401k ira etf hedge asset wealth yield nasdaq dow commodity gold savings budget capital equity',
  ),
  topic(
    'banking',
    'bank banking account balance deposit withdraw withdrawal transfer wire payment pay bill check cheque routing iban statement overdraft branch atm pin savings checking transaction fraud fraudulent freeze direct debit loan teller konto überweisung banque cuenta',
  ),
  topic(
    'credit card',
    'credit card debit visa mastercard amex apr limit reward points cashback annual fee statement lost stolen expire expiration replacement activate decline declined credit score application apply approve interest rate international fee cvv',
  ),
  topic(
    'insurance',
    'insurance insure policy claim premium coverage deductible liability insurer beneficiary accident damage broker underwrite payout car home life travel versicherung assurance seguro',
  ),
  topic(
    'tax',
    'tax taxes irs refund deduction deductible filing income return w2 1099 vat audit withholding bracket taxable accountant steuer impôt impuesto',
  ),
  topic(
    'real estate',
    'house home apartment flat rent rental mortgage property estate landlord tenant lease realtor buy sell bedroom square neighborhood down payment closing listing condo',
  ),
  topic(
    'travel',
    'travel trip flight fly airline airport plane ticket hotel book booking reservation visa passport vacation holiday tourist tour luggage baggage carry destination cruise beach resort itinerary layover boarding gate train bus hostel sightseeing abroad jet lag plug vaccination reise voyage viaje',
  ),
  topic(
    'cars and traffic',
    'car vehicle drive driving driver traffic road route direction directions highway gas fuel petrol mpg mileage tire tyre oil engine brake battery mechanic repair jump start uber lyft taxi ride sharing parking commute distance map gps insurance registration licence license motor auto transmission accident',
  ),
  topic(
    'food and cooking',
    'food cook cooking recipe ingredient meal dinner lunch breakfast eat restaurant kitchen bake baking oven calorie calories nutrition vegetarian vegan meat chicken beef fish cheese bread pasta rice salad soup sauce sugar salt butter egg substitute taste delicious dish menu cuisine reservation spice essen rezept cuisine comida receta',
  ),
  topic(
    'shopping',
    'shop shopping buy purchase order cart store price discount coupon sale product item return refund delivery shipping ship track package checkout customer gift size warranty exchange receipt amazon ebay seller catalogue stock',
  ),
  topic(
    'customer support',
    'support help customer service ticket complaint refund account login password reset subscription cancel billing agent contact issue problem broken replacement warranty feedback',
  ),
  topic(
    'technology',
    'technology computer software hardware phone smartphone app application internet wifi network server cloud device laptop tablet screen browser website email update install download upload bug error crash battery charger bluetooth usb printer router driver operating system windows linux mac android ios',
  ),
  topic(
    'programming',
    'programming program code coding developer function variable class method array string loop python javascript typescript java rust golang sql database query api json html css git docker kubernetes compile compiler debug debugging exception algorithm data structure library framework react node regex unit test script terminal bash endpoint http deploy',
  ),
  topic(
    'cybersecurity',
    'security cybersecurity hack hacker hacking exploit vulnerability malware virus ransomware phishing password encryption encrypt decrypt firewall attack attacker breach penetration payload injection xss backdoor botnet ddos keylogger rootkit',
  ),
  topic(
    'artificial intelligence',
    'ai artificial intelligence machine learning model neural network training chatbot gpt llm prompt robot automation deep learning dataset transformer embedding',
  ),
  topic(
    'science',
    'science scientific physics chemistry biology experiment theory atom molecule electron quantum energy gravity light planet star galaxy universe space nasa evolution gene dna cell species fossil geology laboratory hypothesis equation element reaction',
  ),
  topic(
    'mathematics',
    'math mathematics number equation solve calculate calculation algebra geometry calculus derivative integral fraction percent percentage square root sum multiply divide plus minus triangle angle probability statistics theorem proof prime',
  ),
  topic(
    'history',
    'history historical war ancient empire king queen century revolution medieval roman greek egypt world civil battle treaty colony dynasty emperor president archaeology',
  ),
  topic(
    'war and military',
    'war military army soldier weapon gun tank missile bomb nuclear navy air force battle troops invasion combat veteran defense defence ammunition drone',
  ),
  topic(
    'weapons',
    'weapon gun rifle pistol firearm ammunition bullet knife explosive bomb grenade shoot shooting silencer holster caliber',
  ),
  topic(
    'drugs',
    'drug cocaine heroin meth methamphetamine cannabis marijuana weed lsd ecstasy mdma opioid fentanyl dealer overdose high addict addiction narcotic psychedelic',
  ),
  topic(
    'alcohol and tobacco',
    'alcohol beer wine whiskey vodka drink drunk bar cocktail liquor tobacco cigarette smoke smoking vape vaping nicotine',
  ),
  topic(
    'gambling',
    'gambling gamble casino bet betting poker slot lottery roulette blackjack odds bookmaker wager jackpot sportsbook',
  ),
  topic(
    'sex and adult content',
    'sex sexual sexy porn pornography nude naked erotic adult escort fetish intercourse orgasm condom onlyfans',
  ),
  topic(
    'relationships and dating',
    'relationship dating date love girlfriend boyfriend husband wife marriage marry wedding divorce partner romance romantic kiss breakup crush tinder affair jealous',
  ),
  topic(
    'family and parenting',
    'family child kid baby parent mother father son daughter toddler teenager brother sister grandmother pregnancy birth daycare nanny parenting diaper',
  ),
  topic(
    'education',
    'education school university college student teacher class course exam test homework assignment essay degree tuition scholarship lecture grade study learn learning campus thesis curriculum kindergarten',
  ),
  topic(
    'jobs and careers',
    'job career work employer employee resume cv interview hire hiring salary promotion manager boss office colleague recruit recruiter vacancy internship resign quit cover letter linkedin profession unemployment',
  ),
  topic(
    'human resources',
    'hr human resources payroll payday vacation pto leave sick day benefit benefits salary bonus onboarding employee appraisal holiday request overtime direct deposit income insurance',
  ),
  topic(
    'business and marketing',
    'business company startup marketing brand advertising campaign customer sale sales revenue profit market strategy competitor seo social media product launch b2b entrepreneur stakeholder pitch invoice meeting schedule',
  ),
  topic(
    'sports',
    'sport sports football soccer basketball baseball tennis golf hockey cricket rugby team player coach game match score goal league championship tournament olympics stadium world cup super bowl nba nfl fifa race athlete win winner',
  ),
  topic(
    'fitness',
    'fitness exercise workout gym muscle weight lose diet run running yoga training strength cardio protein stretch marathon bmi calories',
  ),
  topic(
    'music',
    'music song singer band album artist concert guitar piano drum lyrics melody playlist play spotify rap rock jazz pop classical tune volume track next skip',
  ),
  topic(
    'film and television',
    'movie film cinema actor actress director series show episode season tv television netflix watch plot character scene oscar trailer documentary',
  ),
  topic(
    'games',
    'game gaming video player console playstation xbox nintendo steam minecraft fortnite level quest puzzle chess card dice roll flip coin',
  ),
  topic(
    'books and literature',
    'book novel author writer poem poetry literature read reading story chapter publish library character shakespeare fiction narrative prose',
  ),
  topic(
    'art and design',
    'art artist paint painting draw drawing design designer museum gallery sculpture color photography photo camera sketch logo illustration style',
  ),
  topic(
    'fashion and beauty',
    'fashion clothes dress shoe shirt jacket style outfit makeup cosmetic skin hair haircut beauty jewelry perfume nail',
  ),
  topic(
    'weather',
    'weather temperature rain raining snow sunny cloudy forecast storm wind humidity hot cold degree umbrella tornado hurricane climate outside wetter météo tiempo',
  ),
  topic(
    'environment',
    'environment climate change warming carbon emission pollution recycle renewable solar wind energy sustainability ecology forest ocean biodiversity plastic greenhouse',
  ),
  topic(
    'animals and pets',
    'animal pet dog cat bird fish horse puppy kitten vet veterinarian breed wildlife zoo feed cage leash',
  ),
  topic(
    'home and garden',
    'house home clean cleaning furniture room kitchen garden plant tree flower lawn seed grow soil repair paint plumbing roof decorate vacuum appliance smart light lamp turn',
  ),
  topic(
    'lists and reminders',
    'list todo to-do shopping grocery add remove item reminder remind task calendar event schedule appointment meeting note agenda update',
  ),
  topic(
    'time and date',
    'time date clock hour minute day week month year today tomorrow yesterday timezone zone alarm timer set wake holiday deadline countdown',
  ),
  topic(
    'units and definitions',
    'convert conversion unit inch centimeter meter kilometer mile pound kilogram ounce liter gallon cup celsius fahrenheit define definition mean meaning word spell spelling dictionary translate',
  ),
  topic(
    'device settings',
    'setting settings change language accent voice name volume louder quieter speed sync device whisper mode default reset user speak spanish english call phone connect',
  ),
  topic(
    'small talk',
    'hello hi hey goodbye bye thank thanks how are you joke funny tell fun fact name who made you old bot human hobby hobbies favorite life meaning love feel sorry yes no maybe pet where from what can do boss',
  ),
  topic(
    'astrology and esoterics',
    'astrology horoscope zodiac tarot psychic spirit ghost crystal fortune palm reading aura karma numerology witch',
  ),
  topic(
    'conspiracy theories',
    'conspiracy hoax flat earth illuminati aliens ufo chemtrail 5g cover-up deep state qanon moon landing faked reptilian',
  ),
  topic(
    'immigration',
    'immigration immigrant visa asylum refugee citizenship border deport deportation green card passport residency migrant naturalization',
  ),
  topic(
    'personal data',
    'personal data privacy private address phone email ssn passport password identity birthday confidential leak employee record salary',
  ),
  topic(
    'philosophy',
    'philosophy meaning life existence ethics moral morality free will consciousness truth kant plato socrates nietzsche stoic logic metaphysics',
  ),
  topic('news', 'news headline journalist newspaper article breaking report media press current affairs'),
  topic(
    'energy and utilities',
    'electricity electric gas water power bill utility meter outage grid heating supplier kilowatt',
  ),
  topic(
    'logistics',
    'shipping shipment freight warehouse courier parcel package track tracking customs delivery cargo logistics supply chain',
  ),
  topic(
    'telecommunications',
    'phone mobile sim data plan roaming carrier network signal internet broadband call text sms contract prepaid',
  ),
]

function topic(name: string, words: string): Topic {
  return { name, words: `${name} ${words}` }
}
