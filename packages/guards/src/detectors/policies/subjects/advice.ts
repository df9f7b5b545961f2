import { type Subject, subject } from './subject.ts'

/** Subjects forbidden because they require professional advice, or because they are controversial. */
export const ADVICE_SUBJECTS: readonly Subject[] = [
  subject(
    'investment',
    'invest*, stock*, shares, fund*, bonds, securities, trading, portfolio*, financial advice, financial recommendation*',
    'stocks, which stock, stock market+up, etf, etfs, mutual fund*, index fund*, hedge fund*, portfolio, dividend*, nasdaq, earnings call, day trading, options trading, invest my, invest in, buy+share*, sell+share*, sell+stock*, buy+stock*, buy+bond*, sell+bond*, hold+sell, buy+gold, gold+investment, best+investment, good+investment, best return, invest+savings, invest+bonus, invest+money, invest+inheritance, retirement+fund, put+savings, best fund, high yield, put+euros+return, put+dollars+return, short+stock, undervalued, bull market, bear market, penny stock*',
    'invest*, stock, share, shares, bond*, fund*, gold, return, yield, broker*, market, retirement, savings, asset*, commodit*, real estate+invest*, profit*',
  ),
  subject(
    'cryptocurrency',
    'crypto*, bitcoin, token*+coin*, nft*, coins+rise, digital asset*, ethereum',
    'altcoin*, crypto+buy, crypto+invest*, crypto+trade, crypto+price, crypto+exchange, crypto+portfolio, memecoin*, meme coin*, bitcoin+buy, bitcoin+sell, bitcoin+invest*, bitcoin+savings, bitcoin+price, bitcoin+reach, btc, eth, ethereum, dogecoin, solana, cardano, ripple, xrp, litecoin, shiba, nft+buy, nft+sell, nft+trade, nfts+profit, nfts+buy, nfts+trade, nfts+trading, trade+nfts, token+stake, staking, coin+moon, coin+rise, coin+explode, coins+double, coins+buy, hodl, airdrop*, pump+coin, ico, defi, price prediction, leverage+exchange',
    'bitcoin, crypto*, coin*, nft*, token*, wallet*, mining, blockchain, leverage, exchange, stake',
  ),
  subject(
    'medication',
    'dosage*, dose*, medicin*, medication*, prescription*+take, pills, drugs+combine',
    'milligram*, mg, dosage*, overdose, right dose, maximum dose, correct dose, safe dose, how many tablets, how many pills, how many drops, tablets a day, pills a day, how much ibuprofen, take+ibuprofen, take+paracetamol, take+aspirin, take+antibiotic*, take+pills, take+tablets, mix+antidepressant*, double+pills, double+dose, inject+insulin, together with+tablets, take+together+medicine, skip+dose, stop taking, sleeping pills, maximum daily, combine+medicine*, nasal spray+often, often+spray, often+tablets, dose for, dose of, units of insulin',
    'ibuprofen, paracetamol, aspirin, amoxicillin, antibiotic*, insulin, metformin, antidepressant*, codeine, morphine, xanax, valium, zoloft, prozac, tramadol, melatonin, statin*, warfarin, tablet*, pill, pills, dose*, medicine*, medication*, syrup, blood pressure, cortisone, penicillin, vitamin*, acetaminophen, tylenol, advil, drops, take+daily',
  ),
  subject(
    'diagnosis and medical advice',
    'diagnos*, symptom*, medical advice, medical question*, illness*, treatment*, health advice',
    'symptom*, diagnos*, rash, lump, mole, stiff neck, is it cancer, be cancer, is it asthma, stroke, do i have diabetes, lab result*, blood test, mri, what illness, what disease, head hurts, hurts when, ache*, swollen, dizzy, chest pain, should i see a doctor, what treatment, which treatment, cure for, treat my, coughs, coughing, itch*, bleeding, numb*, what+disease, infected, fever and, biopsy, always thirsty, always tired, is that bad, heart attack, tumor, tumour',
    'fever, pain, hurt*, cough, cancer, diabetes, asthma, infection, stomach, headache*, migraine*, blood, arm, skin, dangerous, nausea, vomit*, treatment*, disease, sick',
  ),
  subject(
    'legal advice',
    'legal advice, legal dispute*, legal question*, lawsuit*, legal matter*, contract+enforceable, legal counsel, interpretation of law*',
    'sue, sued, suing, lawsuit*, small claims, non compete, enforceable, legally binding, plead guilty, plead, custody, subpoena*, press charges, take+court, go to court, in court, contest+will, contest+court, do i have a case, have a case, break+lease, break the contract, void+contract, breach of contract, liable, liability, my rights, legal to, is it legal, is it illegal, am i allowed to, wrongful*, eviction, evict*, settlement+accept, restraining order, infring*, legal action, statute of limitations, divorce+get, draft+contract, will+contest, win+case, win+lawsuit, judge+say, fired+case, deposit+landlord, alimony, prosecut*, defend+court, sign+nda, inheritance+claim',
    'court, judge, lawyer*, contract*, clause*, landlord, tenant, lease, fired, dispute*, legal*, deposit, criminal, custody, will, guilty, charges, case, law, defamation, trial',
  ),
  subject(
    'tax evasion',
    'tax evasion, evad*+tax*, avoid+tax*, hiding income, hide income, hide+tax*, tax fraud, tax*',
    'hide+income, hide+cash, hide+money+tax, hide+tax, hiding+income, shell compan*, offshore, tax haven*, off the books, under the table, underreport*, fake invoice*, fake receipt*, launder*, dodge+tax, dodge+vat, dodging+tax*, evade*, evading, evasion, avoid paying tax, avoid+taxes, pay no tax, no tax+pay, not declare, undeclared, without declaring, not+declare, secret+irs, secret+account, vanish+tax, tax+see+income, get away with, false deduction*, cash+tax office, cheat+tax*, without paying tax',
    'tax, taxes, irs, vat, declare*, cash, secret*, caught, trust, income, invoice*, deduct*',
  ),
  subject(
    'politics',
    'politic*, election*, candidate*+part*, part*+vote, government polic*, voting, elected, partisan',
    'vote for, vote against, should i vote, who+vote, which party, president+job, president+good, president+bad, president+think, prime minister, republican*, democrats, conservatives, liberals, labour party, greens, socialist*, left wing, right wing, left or right, opposition leader, trump, biden, putin, merkel, obama, politician*, abortion, gun control, minimum wage, immigration law, immigration policy, border wall, brexit, climate policy, government+should, government+right, government+wrong, government+doing, government+raise, coalition, far right, communis*, fascis*, election+win, election+stolen, elections+rigged, candidate+support, candidate+better, senator*, chancellor, populis*, welfare+cut, death penalty',
    'party, government, election*, candidate*, mayor, minister*, president, vote*, voting, parliament, senate, congress, political*, immigration, opinion, policy, taxes, nato, war, protest*, ruin+country',
  ),
  subject(
    'religion',
    'religio*, god, faith*, church*, islam*, christian*, theolog*, spiritual*',
    'does god, god exist*, islam, christianity, judaism, hinduism, buddhism, true religion, which religion, religion+true, bible+false, bible+true, quran, koran, atheis*, go to hell, hell, heaven, sin, jesus, allah, prophet, muhammad, pray+stupid, priests+women, women+priests, women+imam, hijab, headscarf, worship*, jewish faith, muslims, hindus, christians, jews, catholics, scientology, cult, evolution+creation, holy book, faith+true, faith+better, infidel*, blasphem*, pope+right, pope+wrong, religion+bad, religion+better, soul',
    'religion*, god, faith, pray*, church*, bible, priest*, pope, muslim*, christian*, jewish, hindu*, catholic*, mosque, exist, convert*, moral*',
  ),
  subject(
    'conspiracy theories',
    'conspirac*, flat earth, misinformation, moon landing, fake news, disinformation',
    'flat earth, earth is flat, earth+flat, moon landing+studio, moon landing+fake*, moon landing+staged, moon landing+never, moon landing+filmed, landing+filmed, microchip*+vaccine*, chips+vaccine*, chips+injection, implant*+chip*, chemtrail*, inside job, world government, new world order, illuminati, lizard people, reptilian*, qanon, deep state, false flag, 5g+virus, 5g+corona, 5g+towers, hoax, plandemic, pandemic+planned, wake up, sheeple, nasa+hid*, nasa+lies, media+hide, freemason*, cover up, vaccines+autism, bill gates+implant, bill gates+vaccine*, elite+control, secret+government, aliens+area, horizon+flat, government+hid*, great reset, holocaust+never, crisis actors',
    'vaccine*, microchip*, hide, hides, hidden truth, truth, secret*, elite*, hoax*, towers, control+banks, proof, nasa, poison*',
  ),
  subject(
    'dating and relationships',
    'dating, relationship advice, flirt*, romantic, romance, love advice',
    'flirt*, tinder, bumble, my ex, ex back, get+ex+back, crush, first date, date night, break up, broke up, breakup, boyfriend*, girlfriend*, seduc*, pick up line*, opening line, chat up, likes me, loves me, love me, fall in love, in love with, cheated on, cheating+husband, cheating+wife, forgive+wife, forgive+husband, romantic, propose to, soulmate*, dumped me, jealous, ask her out, ask him out, asked out, kiss*, win back, love letter, relationship with my, heartbroken, ghosted',
    'date, dating, wife, husband, partner, love, relationship, text+him, text+her, attractive, girl, guy, he+likes, she+likes, ignores me, marriage, forgive',
  ),
  subject(
    'astrology and fortune telling',
    'astrolog*, horoscope*, tarot, fortune telling, fortune teller*, zodiac, psychic*, palm reading',
    'horoscope*, tarot, zodiac, birth chart, star sign*, ascendant, rising sign, mercury retrograde, retrograde, palm reading, read+palm, lines+palm, lines+hand, fortune tell*, crystal ball, psychic, natal chart, numerology, am a leo, am a virgo, am a scorpio, am an aries, scorpio, sagittarius, capricorn, aquarius, taurus, gemini, aries, libra, pisces, look into the future, tell my future, my future, will i marry, will i be rich, will i meet, will i find, when+marry, predict+my, predict+whether, predict+life, soul number, clairvoyan*',
    'leo, virgo, cancer, future, predict*, palm, cards, stars, moon, fate, destiny, marry, fortune, dream+mean',
  ),
]
