import { type Subject, subject } from './subject.ts'

/** Subjects forbidden to keep an assistant on topic, and further organizational subjects. */
export const EVERYDAY_SUBJECTS: readonly Subject[] = [
  subject(
    'programming',
    'programming, coding, source code, code generation, scripts, software development, write code, program code',
    'python, javascript, typescript, sql query, regex, css, html, compiler, stack trace, unit test*, null pointer, recursion, console log, java+class, git commit, dockerfile, react component, bash script, powershell, write+function, write+script, fix+code, c++, golang, pointer*',
    'code, function, script, class, bug, loop, array, list, java, git, query, api, debug*, compile*, programming, library',
  ),
  subject(
    'cooking and recipes',
    'recipe*, cooking, cook, food preparation, baking',
    'recipe*, bake, cook, fry, roast, boil, simmer, marinade, dough, lasagne, pancake*, omelette, muffin*, season+meat, risotto, casserole, gravy, pasta sauce, side dish*, stir fry, preheat',
    'oven, sauce, soup, cake, dinner, ingredients, salty, eggs, butter, flour, chicken, potatoes, menu, dessert, minutes',
  ),
  subject(
    'sports',
    'sport*, football, soccer, basketball, teams or players, match result*, athletes',
    'premier league, champions league, super bowl, world cup, bundesliga, nba, nfl, messi, ronaldo, striker, goalkeeper, referee, wimbledon, formula one, lakers, yankees, real madrid, tour de france, olympics, quarterback, who won the match, relegated, penalty shootout',
    'match, goal, score, team, club, player*, coach, league, season, won, lost, tennis, football, final',
  ),
  subject(
    'weather and news',
    'weather, news, current events, forecast*, current affairs',
    'weather, forecast, will it rain, will it snow, headlines, in the news, breaking news, sunny, thunderstorm, degrees outside',
    'rain, snow, storm, temperature, sun, news, umbrella',
  ),
  subject(
    'travel',
    'travel, trips, holiday planning, vacation*, flights, itinerar*, tourism',
    'itinerary, sightseeing, honeymoon, book+flight, cheap flight*, rental car, backpacking, road trip, plan+trip, best time to visit, sights',
    'trip, flight*, hotel, beach*, visit, holiday, vacation, train, city, tour',
  ),
  subject(
    'creative writing and entertainment',
    'poem*, poetry, jokes, stories, fiction, creative writing, games, entertainment, songs, role play*, movies, small talk',
    'write+poem, poem about, tell+joke, tell me a joke, write+story, write+song, fairy tale, limerick, haiku, play+game, hangman, lyrics, film+watch, series+netflix, movie+watch, short story, riddle',
    'poem, joke, story, song, game, rhyme*, funny, film, movie, series, play',
  ),
  subject(
    'layoffs and company strategy',
    'layoff*, lay off*, restructur*, closing of, plant closure*, merger*, acquisition*, takeover*, redundanc*, job cuts, financial results, quarterly, strategy, business plans, insider, earnings',
    'laid off, layoff*, made redundant, redundancies, severance, job cuts, cutting jobs, lose their job*, shut down+plant, shut down+factory, plant+close*, factory+close*, restructur*, reorgani*, merger, acquired, takeover, bankrupt*, acquisition, fired next, who gets fired, going public, quarterly result*, revenue forecast*, sales figures, cutting staff, cut staff',
    'fired, jobs, plant, factory, position, staff, close*, department, site, profit*, revenue, workers',
  ),
  subject(
    'security incidents and lawsuits',
    'data breach*, security incident*, breaches, lawsuits against us, litigation, pending lawsuit*, ongoing lawsuit*, recall*, outage*, scandal*, investigation*, strike, accident*',
    'data breach, breach*, leaked data, been hacked, were hacked, being sued, investigated, class action, recall*, ransomware, data leak, scandal, regulator, strike, lawsuit+against, records+leaked',
    'hacked, leak*, incident*, sued, fined, affected, accident, outage, stolen, blame',
  ),
  subject(
    'hiring questions',
    'ask candidates, ask applicants, candidates about, applicants about, interview question*, job interview*, interviewer*',
    'are you pregnant, have children, planning children, family plans, your husband, your wife, your kids, trade union, union member*, your religion, which church, disability, parental leave, are you married, chronic illness, looks after, how old are you, ill+year',
    'children, kids, pregnant, married, union, religion, church, ill, health, disabled, family, old',
  ),
  subject(
    'personal data collection',
    'ask for password*, collect personal, request personal, card numbers, ask users for, ask customers for, social security number*, collect+data, personal data from, identity document*',
    'your password, your pin, your card number, social security number, your credit card, cvv, security code, date of birth, passport number, maiden name, your home address, your bank login, tax number',
    'password, pin, number, address, birth, card, login, account, id',
  ),
  subject(
    'fake reviews and spam',
    'fake review*, testimonial*, ratings, spam, fake account*, bought followers, review manipulation',
    'fake review*, five star review*, testimonial*, positive review*, negative review*, write+review, reviews for my, customer quote*, buy+followers, buy+reviews, buy+ratings, fake account*, as if you were a customer, as a happy customer, as if+guest, clickbait, bots+comment, trustpilot, tripadvisor, yelp',
    'review*, rating*, stars, followers, likes, praise, customer, competitor, amazon, google, comments, invent',
  ),
  subject(
    'system prompt and instructions',
    'system prompt, your instructions, its instructions, hidden instruction*, its prompt, its rules, prompt injection, jailbreak*',
    'system prompt, your instructions, your prompt, your rules, hidden rules, initial prompt, text above, your guidelines, previous instructions, ignore your, which model are you, jailbreak',
    'prompt, instructions, rules, guidelines, ignore, reveal, hidden, model',
  ),
]
