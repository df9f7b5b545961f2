import { type Subject, subject } from './subject.ts'

/** Subjects forbidden to protect an organization, its people and its customers. */
export const BUSINESS_SUBJECTS: readonly Subject[] = [
  subject(
    'competitors',
    'competitor*, rival*, other vendor*, other compan*, competing, competition',
    'competitor*, rivals, competing product*, other vendor*, other provider*, other vendors, another provider, another vendor, alternatives to you*, alternative to you*, than you, than yours, than your, you better than, better than you, compare+with you, you compare, compare+you, switch to, switch from you, instead of you, the competition, cheaper than, your rivals, versus, salesforce, hubspot, zendesk, oracle, sap, microsoft+better, google+better, amazon+better, shopify, servicenow, why you and not, vs',
    'vendor*, provider*, alternative*, compare*, cheaper, better, switch, competition, others+offer, weakness*, rival*',
  ),
  subject(
    'staff data',
    'salar*, sick leave, employee*+data, personnel, performance rating*, hr data, staff+record*, disciplinary, payroll',
    'salary list, salary of, salaries, salaries of, earns, earn+accounting, does+earn, pay of, bonuses of, bonus+managers, bonus of, how much does+make, payroll+list, sick days did, sick days+take, days+sick+did, medical leave, sick leave+who, on sick leave, disciplined, written warning, performance rating*, performance+worst, worst+rating, home address of, personnel file*, personal file*, disciplinary, gets paid, is paid, wage+of, why was+fired, notice+given, pregnant+colleague, colleagues+leave, evaluation of, appraisal of, private number of, rating+department',
    'salary, earn*, pay, bonus*, sick, leave, warning, colleague*, employee*, manager*, rating*, address, receptionist, hr, wage*, head of, late, home address',
  ),
  subject(
    'customer account data',
    'other customer*, account data, other user*, another customer*, other people*, someone else*, data of others, customer data, third part*',
    'of my neighbour, of my sister, of my brother, of my wife, of my husband, of my boss, of my friend, of my ex, belongs to my, belongs to+account, belong to+account, another customer, other customers, all customers+list, all customers+email*, list all customers, list of customers, customer who, account of, someone else, somebody else, not the owner, not my account, her account, his account, their account, husband+statement*, wife+statement*, husband+balance, wife+balance, boss+booking, neighbour+orders, person before me, on file, her balance, his balance, her order*, his order*, who else+account, user before, customer+address, customers+phone, other users, on behalf without',
    'neighbour*, sister, brother, wife, husband, boss, friend, balance, order*, account*, statement*, look up, booking*, bought, owner, customers, address, phone number',
  ),
  subject(
    'refunds and compensation',
    'refund*, compensat*, money back, reimburse*, goodwill',
    'refund you, will refund, refund+full, refund+approved, get a refund, full refund, refund is, money back, pay you back, pay+back, compensate you, we compensate, as compensation, credit+account, credit+your, issued a credit, issue a credit, credit for, voucher worth, receive a voucher, as an apology, will be returned+card, returned to your card, reimburse*, waive*, fee+returned, make it right with, return+your money, credited, free of charge+as',
    'refund*, compensat*, voucher*, credit, apolog*, fee, returned, goodwill, receive, promise',
  ),
  subject(
    'price promises',
    'price*, discount*, delivery date*, price promise*, pricing',
    'price+guarantee*, guarantee+price, price+promise, promise+price, price will not, price+not change, price stays, price+forever, percent off, special discount, discount+you, discount+just, give you+discount, offer you+discount, offer you+price, match any price, match+price, beat+price, lower+price+you, cheaper+for you, for free, year for free, month for free, free month*, fee+never, never go up, never increase, fixed+price+forever, definitely arrive, will definitely, my word, promise+deliver*, promise+arrive*, guarantee+deliver*, guarantee+arrive*, deliver before, arrive+certain, forever, as long as you are, i can offer you, just for you, guaranteed+delivery, lock+price',
    'price*, discount*, guarantee*, promise*, free, offer, off, certain, deliver*, arrive*, special, euros, dollars, fee, plan',
  ),
  subject(
    'source code and internals',
    'source code, repositor*, codebase, build script*, internals of our, internal architecture, proprietary code, our software',
    'source code+your, your source code, your code, your codebase, codebase, your backend, your repository, private repository, private github, git repository+your, code behind, your database, production database, sql schema, database schema, config folder, your config*, configuration files+your, build script+your, build script+deploy*, deploy*+your app, your server+code, server code, internal api, internal endpoint*, api endpoints+your, libraries+your, your algorithm, your infrastructure, tech stack+your, env file, environment variables+your, how is your+implemented, which framework+your, show+source, function+your backend, your firmware, your deployment, code of your',
    'source code, repository, code, backend, schema, endpoint*, libraries, dump, internals, library, github, implementation, function, file',
  ),
  subject(
    'academic cheating',
    'homework, essay*, exam*+student*, cheating, assignment*, coursework, plagiari*, students',
    'write my essay, write my thesis, write my paper, my essay+write, do my homework, my homework+do, homework+answers, my assignment, this assignment, essay+pages, essay on, book report+write, hand in, hand it in, submit it, submit as mine, as my own, as mine, solve+exam, solve+questions, answers+exam, answers+quiz, answers+test, answers+worksheet, answers to the, only the answers, just the answers, just the results, complete+worksheet, write+introduction, write+conclusion, write+thesis, write+dissertation, finish+assignment, options to tick, tell me which options, solve this for me, due at midnight, due tomorrow+write, do exercise, do my, questions+for me, take the test for me, do+assignment, avoid plagiarism+detect*, cheat+exam, cheat+test',
    'essay*, homework, exam, quiz, worksheet, thesis, assignment*, exercise*, report, test, paper, answers, teacher*, professor',
  ),
  subject(
    'piracy',
    'pirat*, crack*, torrent*, copy protection, licence key*, license key*, copyright infring*',
    'torrent site, torrent*+latest, torrent+download, keygen*, crack for, cracked, drm, remove+drm, pirate bay, pirated, warez, licence key for, license key for, activation key, serial number for, serial key, without paying, without buying, need not buy, for free+download, download+film+free, download+movie+free, download+album+free, download+game+free, download+book+free, stream+illegally, stream+free, illegally, illegal stream, pdf of this textbook, pdf+textbook, pdf+book+free, copy+protected, protected dvd, circumvent*, premium without, premium+free, bypass+subscription, bypass+paywall, jailbreak*, rip+dvd, mod apk, iptv',
    'torrent*, crack, licence key, license key, download*, free, copy, stream, film, movie, album, pirat*, key, bypass*',
  ),
  subject(
    'celebrity gossip',
    'celebrit*, gossip*, rumour*, rumor*, private li*, affairs',
    'gossip*, rumour*, rumor*, affair, affairs, cheat on, cheated on, who is+dating, dating now, divorce+why, why+divorce, divorced, nose done, plastic surgery, facelift, botox, expecting a baby, pregnant+is, secretly gay, secretly married, is+gay, royal family, scandal*, love life, marriage+in trouble, sleeping with, feud, net worth, kids+secret, paparazzi, weight+lose+why, private life, ex wife of, breakup+of, baby with, broke up with, split+from',
    'celebrit*, singer*, actor*, actress*, star, marriage, divorce, secretly, baby, dating, famous, royal, taylor swift, wife, host, model',
  ),
  subject(
    'recommendations of venues',
    'restaurant*, hotel*, tour operator*',
    'recommend+restaurant, recommend+hotel, best+restaurant, best+hotel, which hotel, which restaurant, where+eat, where to stay, place to stay, place to eat, best+pizza*, suggest+hotel*, suggest+restaurant*, hotel+better, hotels with, favourite+pizzeria, favorite+restaurant, tour operator, good+restaurant, good+hotel, nice+restaurant, nice+hotel, cheap+hotel, name+restaurant*, name+hotel*, name+operator*, guide+book, which guide, best+fish, best+food, nicest place',
    'restaurant*, hotel*, pizzeria*, bar, cafe, eat, stay, dinner, guide, boat trip*, trip*, hostel*, place, town',
  ),
  subject(
    'changes to shipped orders',
    'delivery address, change+delivery, bank details, payment method, shipped',
    'change+delivery address, change+address+parcel, update the address, new address+parcel, redirect*, reroute*, send it to my+instead, send+instead, shipped+instead, deliver+instead, charge another card, another card, different card+order, new iban, iban+order, other bank account, swap+payment, change+payment, pay+instead, pay the dispatched, already on its way, shipped+change, shipped+address, transit+address, transit+iban, on its way+change, on the truck, different address, my new street, carrier+address',
    'address, shipped, parcel, deliver*, order, iban, card, payment, instead, dispatched, transit, carrier, package, account',
  ),
  subject(
    'unannounced products',
    'roadmap*, not yet announced, unannounced, unreleased, release date*, upcoming, future product*, launch date*',
    'roadmap, release date, come out, comes out, coming out, unreleased, upcoming, next release, next version, new version+when, new model, in the works, planned for, plan to launch, will you launch, launch+soon, will you release, when+launch, launching, announce+fair, will+announce, are you working on, working on support, successor, next generation, being developed, developing, leak*, sneak peek, beta+when, when will+available, when+support+add, plans for, new features+next',
    'version, launch*, release*, announce*, new, feature*, next, soon, planned, model, future',
  ),
]
