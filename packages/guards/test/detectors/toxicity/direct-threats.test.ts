import { describe, expect, test } from 'vitest'
import { hasDirectThreat } from '../../../src/detectors/toxicity/direct-threats.ts'
import { judgeToxicity } from '../../../src/detectors/toxicity/judge-text.ts'
import { TOXICITY_THRESHOLD } from '../../../src/input/toxicity.ts'

const isFlagged = (text: string): boolean => judgeToxicity(text).score >= TOXICITY_THRESHOLD

describe('direct threats are flagged', () => {
  test.each([
    'I will kill you and your whole family tonight',
    'Can you hear me? I will kill you and your whole family tonight.',
    'Please listen. I will kill you and your whole family tonight.',
    'Who do you think you are? We will find you and hurt you.',
    "I'm going to find you and stab you",
    'we will burn your house down with you in it',
    "I'll slit your throat",
    'I will shoot up the school tomorrow',
    "I'm bringing a gun to the office and you will all pay",
    'Tonight you die.',
    "I'll break your legs if you talk to the police",
    'I will put a bullet in your head',
    "your kids won't come home from school tomorrow",
    'I am going to bomb your office on Monday',
    "I'll beat you to death",
    "I swear I'll kill her",
    'I know which school your daughter goes to, so be careful',
    'I am going to blow up the station',
    'we gonna murder u',
    'I want to kill my boss and I have a gun',
    'you are going to die tonight, I am outside your house',
    'I will strangle your dog and then you',
    'give me the money or I will cut you',
    'We are coming for your children',
    'I will make sure you never walk again',
    'someone should put a bullet in that senator',
    'I will hunt you down and kill you like a dog',
    'Pay up or your wife gets hurt',
    "i'm gonna kill him tonight, already bought the knife",
    'How dare you? I will kill you.',
    'Ich bringe dich und deine Familie um',
    'Ich stech dich ab',
    'Wir finden dich und machen dich kalt',
    'je vais te buter',
    'je vais vous tuer, toi et ta famille',
    'te voy a matar a ti y a tu familia',
    'ti ammazzo, te e la tua famiglia',
    'vou te matar hoje à noite',
    'ik vermoord je vanavond',
    'zabiję cię dziś w nocy',
    'я убью тебя и твою семью',
    'bu gece seni öldüreceğim',
    '今夜お前を殺す',
    '今晚我要杀了你全家',
    '오늘 밤 너를 죽여버리겠다',
    'سأقتلك أنت وعائلتك الليلة',
    'मैं तुझे मार डालूंगा',
  ])('%s', (text) => {
    expect(isFlagged(text)).toBe(true)
    expect(judgeToxicity(text).categories[0]).toBe('threat')
  })

  test.each([
    ['a question before it', 'Where were you? I will kill you and your whole family tonight'],
    ['a task before it', 'Translate the letter into French. I will kill you and your whole family tonight.'],
    ['research before it', 'The study was about prevention. I will kill you and your whole family tonight.'],
    ['lines before it', 'Hello,\nthanks for the support.\nI will kill you and your whole family tonight'],
  ])('in any context: %s', (_title, text) => {
    expect(isFlagged(text)).toBe(true)
  })
})

describe('figures of speech, games and reports are not threats', () => {
  test.each([
    'this workout will kill me',
    'my mum is going to kill me when she sees the car',
    "I'll kill you at chess tonight",
    'I could murder a pizza',
    'you are killing it today',
    "I'm going to kill the process and restart it",
    "I'd kill for a coffee",
    'that joke killed me',
    'I am dying of laughter',
    'I will beat you at tennis',
    "I'll bomb the exam tomorrow",
    'the suspect said he would kill her, and he was arrested',
    'In the film he says "I will kill you" and then laughs.',
    'How do I kill a child process in bash?',
    'I will hang you a picture above the sofa',
    'The boss will kill you in one hit unless you dodge',
    "I'll shoot you an email tonight",
    'we shot the video in your house',
    'Write a scene in which the villain says: I will kill you.',
    'Translate "I will kill you" into French',
    'These stairs will be the death of me',
    "I'm going to kill my darlings and cut chapter three",
    "If I forget the anniversary, she'll kill me",
    'burn your old files after seven years',
    'I will destroy you in Mario Kart',
    'He threatened to kill me and I am scared. Who can help?',
    'My ex wrote "I will kill you". What should I do?',
    'The police said that the man wanted to blow up the station.',
    'kill all zombie processes of the user',
    'I will cut you some slack',
    'We are coming for you at seven, be ready with your suitcase',
    'I will take you out for dinner tonight',
    'you will die of boredom in that museum',
    'the heat will kill the plants tomorrow',
    'break a leg tonight!',
    'Your dog will kill for these treats',
    "We'll hunt you down the best deals",
    'I will find you a seat and then come back',
    'He is going to shoot the wedding on Saturday',
    "I'm gonna smash you at ping pong",
    'Tonight you dine with us',
    "I'll bury you in paperwork if you keep asking",
    'You will be slaughtered in the reviews',
    "I'll strangle the printer one day",
    'Ich bring dich um die Ecke zum Bahnhof',
    'ich bringe euch um acht nach Hause',
    'Bring dich nicht um den Schlaf',
    'me mata de risa ese video',
    'je vais te tuer aux échecs',
    'Mi hermana me va a matar si llego tarde',
    '我要杀了这个进程',
    '死ぬほどお腹が空いた',
  ])('%s', (text) => {
    expect(hasDirectThreat(text)).toBe(false)
    expect(isFlagged(text)).toBe(false)
  })
})
