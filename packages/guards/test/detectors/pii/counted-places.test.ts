import { describe, expect, test } from 'vitest'
import { createGuard } from '../../../src/create-guard.ts'

const guard = createGuard()
const redacted = async (text: string): Promise<string | undefined> => (await guard.checkOutput(text)).sanitized_output

describe('unredacted street-like labels and counts', () => {
  test.each([
    ['a gate', 'Gate 4 Blue Lane, seat 12 F, bring passport'],
    ['a room', 'Room 14 Garden View was dirty, and the reception laughed at me.'],
    ['a table', 'Table 9 Window Row - Schmidt 4 pers 19:30'],
    ['teams', 'Team 2 Golden Park: Ali, Bea, Cem. Team 3 Silver Hill: Dora, Eve, Finn'],
    ['a pitch', 'Lost: black glove, left hand. Found near pitch 3 Sunny Court.'],
    ['a line of buses', 'Bus 42 Hill Park line: last one 23:10'],
    [
      'questions of an exercise',
      'Read pages 12 to 18. Answer questions 3 Green Hill and 4 Stone Bridge in full sentences.',
    ],
    ['a worksheet', 'Worksheet 7 Old Town Walk: mark the church, the market hall and the bridge on the map.'],
    ['minutes of a lesson', 'Lesson plan: 10 Minutes Vocabulary, 20 Minutes Reading Park Story, 15 Minutes Role Play.'],
    ['a Spanish exercise', 'Actividad 3 Plaza Mayor: dibuja el plano y marca la fuente, el mercado y la iglesia.'],
    ['tickets', 'Win 1 of 20 Gold Court tickets for the open tennis championship.'],
    ['crates', '[bay 7] unload 22 Long Lane crates, damaged 1, signed by JK'],
    ['tasks', '2025-11-02 03:00:01 cron[212]: ran 14 Night Park tasks, 0 failed'],
    ['a stop in a log', '12:01:07 stop 14 Market Square boarding 12 alighting 9'],
    ['a route in a log', '[2025-06-01 07:00:02] van 3 route 12 Orchard Close first drop 07:41'],
    ['reasons of statuses', 'sent 200 OK; sent 404 Not Found Page; sent 500 Server Way Down'],
    ['players', 'player 9 Park scored, 10 Hill assisted, minute 77'],
    ['a rule', 'iptables -A INPUT -p tcp --dport 22 -j ACCEPT  # rule 4 Admin Lane'],
    ['a ward', 'No suicidal thoughts. Admitted to ward 4 North Park.'],
    ['a Dutch hall', 'Boodschappen: 2 Bruin Brood, melk. Zaal 3 Noord, 10 uur.'],
    ['a Polish hall', 'Zakupy: 2 Chleb Razowy, mleko. Sala 4 Parter, godz. 10.'],
    ['a Russian room', 'Купить: хлеб, молоко, 3 Лимона. Кабинет 12, в 10 часов.'],
    [
      'a Spanish section',
      'Si su modelo no tiene temporizador, ignore las instrucciones del apartado 3 y siga con el 4.',
    ],
    ['a French dock', '07:12 entrepôt 4 Quai Nord : 12 palettes reçues, 1 refusée'],
    ['a company number', 'Registered office: Tower B. Company number 4811920. The company acts as trustee.'],
  ])('%s', async (_title, text) => {
    expect(await redacted(text)).toBeUndefined()
  })
})

describe('addresses in the same forms are still redacted', () => {
  test.each([
    'I live at 14 Garden View.',
    'Meet me at 9 Window Row',
    'Ship it to 22 Long Lane, Leeds',
    'The office is located at 3 Sunny Court',
    'Please deliver to Room 4, 12 Station Road, Leeds LS1 4DY',
    'My address: 42 Hill Park',
    '15 Grand Boulevard opens its doors: boutique apartments above the park.',
    'Adam Weber\n44 Gordon Terrace\n Apt. 231\n Aartselaar\n Belgium 95287',
    'Apartado postal 287, Sevilla',
    'She moved to 8 Orchard Close last week',
  ])('%s', async (text) => {
    expect(await redacted(text)).toContain('[STREET_ADDRESS]')
  })

  test('up to the postcode of its last line', async () => {
    expect(await redacted('Adam Weber\n44 Gordon Street\n Apt. 231\n Aartselaar\n Belgium 95287')).not.toContain(
      '95287',
    )
  })
})
