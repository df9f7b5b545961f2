import { type Subject, subject } from './subject.ts'

/** Subjects forbidden because of a risk of harm. */
export const RISK_SUBJECTS: readonly Subject[] = [
  subject(
    'weapons',
    'weapon*, gun*, firearm*, bomb*, explosiv*, ammunition, rifle*, knives',
    'ammunition, ammo, firearm*, rifle*, pistol*, handgun*, shotgun*, grenade*, explosive*, detonator*, pipe bomb, molotov, napalm, thermite, silencer*, bulletproof, gunpowder, land mine, nerve gas, machine gun, ghost gun, bump stock',
    'gun*, bomb*, bullet*, weapon*, knife, knives, shoot*, sword*, taser*, pepper spray, blow+up, hurt+somebody, stab*, semi automatic',
  ),
  subject(
    'self-harm',
    'suicid*, self harm*, self injur*, kill themsel*, hurt themsel*, harm themsel*, kill+themsel*, hurt+themsel*',
    'suicid*, kill myself, killing myself, end my life, ending my life, take my life, hang myself, hanging myself, cut myself, cutting myself, hurt myself, harm myself, drown myself, shoot myself, starve myself, self harm, want to die, wanna die, wish i was dead, wish i were dead, better off dead, better off without me, not want to live, do not want to live, no reason to live, never wake up, noose, end it all, jump off, overdos*, cutting+arms, cut+wrists, slit+wrists, painless+die, painless+way, painful+kill, jump+bridge, jump+roof, jump+train, pills+die, pills+dead',
    'hopeless, worthless, dead, die, cannot go on, can not go on, goodbye+forever, nobody+miss, razor*, pills+sleeping',
  ),
  subject(
    'drugs',
    'drug*+illegal, narcotic*, cocaine, heroin, cannabis, recreational drug*, illicit drug*, marijuana',
    'cocaine, heroin, meth, methamphetamine, amphetamine*, crystal meth, lsd, mdma, ecstasy, dmt, ketamine, fentanyl, crack cocaine, magic mushroom*, weed, cannabis, marijuana, opium, psychedelic*, ghb, hallucinogen*, ayahuasca, grow+weed, snort*, joint+roll, acid+trip, drug dealer',
    'dealer*, drug*, trip, get high, stoned, coke, mushroom*, high+get, dark web, narcotic*, overdose',
  ),
  subject(
    'alcohol and tobacco',
    'alcohol*, tobacco, cigarette*, vap*, smoking, drinking, liquor',
    'alcohol*, beer*, wine*, vodka, whiskey, whisky, rum, gin, tequila, cocktail*, liquor*, champagne, drunk, tipsy, cigarette*, cigar*, tobacco, nicotine, vape, vapes, vaping, e cigarette*, hookah, shisha, hangover, booze, brandy, drinking game*, smoking',
    'smoke, drink, drinking, bar, pub, shots, sober, party+drink',
  ),
  subject(
    'gambling',
    'gambl*, betting, bets, bet, casino*, lotter*, wager*, poker',
    'gambl*, casino*, roulette, blackjack, poker, betting, bookmaker*, bookie*, sportsbook*, jackpot*, slot machine*, wager*, accumulator*, parlay*, baccarat, scratch card*, horse race, bet on, place a bet, lottery, lotto, betting site*, free spins, odds+win, sure+tip, odds+take',
    'bet, bets, odds, slot, slots, stake, stakes, payout*, gamble, tip, predict+match, race, dice',
  ),
  subject(
    'sexual content',
    'sexual*, sex, erotic*, porn*, adult content, nud*, nsfw, explicit',
    'porn*, erotic*, nude picture*, nude photo*, naked, sexy, have sex, having sex, sex scene*, orgasm*, blowjob, masturbat*, fetish*, kinky, bdsm, nsfw, hentai, escort*, talk dirty, dirty talk, sexual fantas*, sext*, strip tease, striptease, horny, undress*, threesome, sexual position*, love scene, positions+bed, topless, stripper*, sexual+describe',
    'nude*, sexual*, sex, moan*, seduce*, intimate, lingerie, explicit*, breasts, bed, hottest',
  ),
  subject(
    'malware and hacking',
    'malware, hack*, crack*, ransomware, virus*, exploit*, attack*+network*, break+account*, ddos, cyberattack*',
    'ransomware, malware, keylogger*, rootkit*, botnet*, ddos, brute force, sql injection, zero day, trojan*, backdoor*, exploit*, reverse shell, crack+password*, crack+hash, hack+account*, hack+into, hack+instagram, hack+facebook, hack+wifi, hack+phone, hack+email*, hack+bank*, hack+server*, break into+server*, break into+account*, break+into+server*, break+into+account*, get into+wifi, get into+account, steal+cookies, steal+credential*, steal+password*, bypass+login, bypass+authentication, bypass+firewall, takes down+website, take down+website, create+virus, write+virus, virus+deletes, phishing kit, spyware, worm+spreads, crack the password',
    'hack*, crack, virus*, bypass*, steal*, wifi, payload*, inject*, sniff*, spoof*, password+guess, cookies+session, flood*, traffic+website',
  ),
  subject(
    'phishing and fraud',
    'phishing, scam*, fraud*, trick people, fake login*, trick+people, social engineering',
    'phishing, fake login, fake bank, fake website, scam mail, scam email*, scam message*, fake invoice*, looks like+login, looks like+paypal, looks like+gmail, looks like+bank, pretending to be, pretend to be, impersonat*, pretend+ceo, trick+password, trick+people, trick+victim*, gift card+ceo, gift card+code*, clone+site, clone+website, clone+login, collects+credential*, collects+password*, steal+card*, enter+card+people, victim*+click, click+link+people, lure*+password, spoofed email, scam*+write, scam*+people, counterfeit*, ponzi, forge*+signature, saves+type',
    'scam*, credential*, victim*, trick*, fake, fraud*, spoof*, lure*, gift card*, passwords',
  ),
  subject(
    'tracking people',
    'stalk*, track+person, where a private person, find out where, follow+consent, locat*+people, locating, doxx*, dox, track their, surveil*, spy*',
    'stalk*, doxx*, dox, without her knowing, without his knowing, without their knowing, without them knowing, without+noticing, secretly, gps tracker, spy on, spy+phone, spy+wife, spy+husband, read+messages+wife, read+messages+husband, find+home address, home address of, where+she+lives, where+he+lives, where+they+live, where+woman+live, where+man+live, find out where, licence plate, license plate, reverse image+person, follow her, follow him, track+girlfriend, track+boyfriend, track+wife, track+husband, location of someone, blocked me, daily routine of',
    'track*, location, ex girlfriend, ex boyfriend, neighbour*+address, tracker*, hidden, face+photo, instagram name',
  ),
  subject(
    'eating disorders and extreme diets',
    'extreme diet*, diet pill*, fasting, purging, eating disorder*, anorexi*, bulimi*, crash diet*, weight loss',
    'laxative*, purge, purging, throw up, vomit, diet pill*, crash diet*, anorexi*, bulimi*, thinspo, starv*, water fast, water only, appetite suppress*, stop eating, without food, without eating, do not eat, skip+meals, fast+weeks, fast+days, 300 calories, 400 calories, 500 calories, 600 calories, weigh+kilos, lose+kilos+weeks, lose+pounds+days, lose+kilos+days, lose+pounds+week, get thin, size zero, fat burner*, melt fat',
    'thin, skinny, calories, fast, diet, weigh, kilos, pounds, lose weight, drop',
  ),
  subject(
    'hate and discrimination',
    'discriminat*, hate, racis*, ethnicit*, gender*, sexis*, applicant*+age, protected characteristic*, hateful',
    'too old for the job, too young for the job, men first, men come first, only men, only women, no women, no foreigners, no immigrants, over 50, over 40, become pregnant, get pregnant, headscarf, hijab+job, skin colour, skin color, ethnicit*, race of, white people, black people, foreigner*, mothers, attractive+rank, attractive+candidate*, german names, foreign names, native names, disabilit*+candidate*, disability+applicant*, disabled+leave out, gay+candidate*, religion+candidate*, religion+applicant*, age+reject, accent+reject, pregnan*+candidate*, young+only',
    'remove+applicant*, reject+applicant*, filter+applicant*, rank+women, women, men, pregnan*, candidate*+photo*, gender, disabilit*, jews, muslims, immigrants, inferior, vermin',
  ),
  subject(
    'insults and threats',
    'insult*, threat*, abus*, hateful, harass*, profanity, swear*, offensive language, rude',
    'idiots, moron*, imbecile*, bastard*, asshole*, stupid cow, bitch*, fuck*, shut up, go to hell, piece of trash, piece of shit, worthless piece, kill you, hurt you, beat you, find you, break your, burn down, burn your, blow up your, watch your back, where you live, you will regret, deserve a beating, deserve to die, scumbag*, dumbass, retard*, disgusting liar*, you are an idiot, you are stupid, you idiot, cunt, go back home, stupid+you, filthy, pathetic+you, come after you, liars+you',
    'idiot, stupid, dumb, liar*, trash, disgusting, incompetent, regret, useless+you, foreigner*, scum, fired+you',
  ),
]
