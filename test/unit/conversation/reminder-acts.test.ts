import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReminderAct } from '../../../daemon/language/reminder-acts.ts'
import { readReminders } from '../../../daemon/language/en/reminders/reminders.ts'
import {
  due,
  open,
  context,
  read,
  move,
  end,
  lacking,
  rename,
  list,
  remind,
} from '../../support/conversation/reminder-acts.ts'

/** What is said, and what it wants. */
const rows: readonly (readonly [string, ReminderAct | null])[] = [
  ['Remind me to call Anna tomorrow at 5', remind('call Anna', due(13, 17))],
  ['Remind me to buy milk', remind('buy milk', null)],
  // What looks like days is a part of a name, and a year that nobody can write down is none.
  ['Remind me to water plant 9237116d tomorrow at 5 pm', remind('water plant 9237116d', due(13, 17))],
  ['Remind me in 9999 years to dance', remind('in 9999 years to dance', null)],
  ['Tomorrow at 10:30 remind me to water the plants', remind('water the plants', due(13, 10, 30))],
  ['Remind me to take the 8 pm train on Friday at 6 pm', remind('take the 8 pm train', due(15, 18))],
  ['Set a timer for 10 minutes', remind('your timer', due(12, 9, 40))],
  ['Wake me up at 6:30 tomorrow', remind('wake up', due(13, 6, 30))],
  ['Remind me every day at 8 am to stretch', remind('stretch', due(13, 8), 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0')],
  [
    'Remind me every ten minutes to drink',
    { kind: 'remind', title: 'drink', due_at: null, repeats: null, too_often: true },
  ],
  ["I've got the vet at three, remind me half an hour before", remind('the vet', due(12, 14, 30))],
  ['Vet at three, nudge me half an hour beforehand', remind('Vet', due(12, 14, 30))],
  ["Wake me at 6:30 tomorrow, I'm on earlies", remind("wake up: I'm on earlies", due(13, 6, 30))],
  ['Remind me at 6, no sorry, at 7 to ring Ann', remind('ring Ann', due(12, 19))],
  ['Remind me on Thursday, I mean Friday, to ring Ann', remind('ring Ann', due(15, 9))],
  ['Remind me to ring Ann tomorrow at 5, no wait, 6', remind('ring Ann', due(13, 18))],
  ['Chuck in a reminder for 3 this arvo to feed the cat', remind('feed the cat', due(12, 15))],
  ['Perhaps you might jog my memory at four about the bins', remind('the bins', due(12, 16))],

  ['and at six to lay the table', remind('lay the table', due(12, 18))],
  ['also at 7 to feed the cat', remind('feed the cat', due(12, 19))],
  ['and another one, tomorrow at 9 am, ring the plumber', remind('ring the plumber', due(13, 9))],
  ['can you set an alarm please', lacking('your alarm', 'a time')],
  ['remind me on the 31st of June to pay', lacking('pay', 'such a day')],

  ['make that four', move('dentist', due(12, 16))],
  ['move the car to Friday', move('car', due(15, 10))],
  ['half an hour later please', move('dentist', due(12, 15, 30))],
  ['the car reminder, put it at noon instead', move('car', due(14, 12))],
  ['Remind me tomorrow instead', move('dentist', due(13, 15))],
  ['actually an hour later would be handier', move('dentist', due(12, 16))],
  ['five minutes earlier actually', move('dentist', due(12, 14, 55))],
  ["an hour later pls I've got football", move('dentist', due(12, 16))],
  ["An hour earlier please, I'm off at nine.", move('dentist', due(12, 14))],
  ['The following Tuesday instead, please.', move('dentist', due(19, 15))],
  ['move it to the Thursday after, same time', move('dentist', due(14, 15))],
  ['the Friday after at noon', move('dentist', due(15, 12))],
  ["oh no Tuesday's the panto, do it Saturday same time", move('dentist', due(16, 15))],
  ['and the car to noon', move('car', due(14, 12))],
  ["I'm away on Thursday now, do the car on Friday instead", move('car', due(15, 10))],
  ["The dentist's been put back to Friday, same time.", move('dentist', due(15, 15))],
  ['move the dentist one to 4.30', move('dentist', due(12, 16, 30))],
  ["I'm ill, scrap all my reminders for Thursday", end(['car'])],
  ['scrap all my reminders for Friday', end([])],
  ['Where is the burglar alarm box?', null],
  ['no not three, eight', move('dentist', due(12, 20))],
  ['its the 13th not the 12th', move('dentist', due(13, 15))],
  ["no it isn't Thursday, it's Friday", move('dentist', due(15, 15))],
  ['too tired today move the dentist to tomorrow same time', move('dentist', due(13, 15))],
  ['prepone the dentist call to 1 pm only', move('dentist', due(12, 13))],
  ['give the dentist another ten minutes', move('dentist', due(12, 15, 10))],
  ['the 3 oclock one needs to be quarter past', null],
  ['the 3 oclock one needs to be quarter past five', move('dentist', due(12, 17, 15))],
  ['move my Thursday one to Friday', move('car', due(15, 10))],
  [
    'Make that Saturdays instead, same time',
    move('dentist', due(16, 15), 'FREQ=WEEKLY;BYDAY=SA;BYHOUR=15;BYMINUTE=0'),
  ],

  ["sorry it isn't the dentist, it's the doctor", rename('dentist', 'call the doctor about the crown')],

  [
    "It's not the dentist any more, it's the doctor, change that would you",
    rename('dentist', 'call the doctor about the crown'),
  ],

  ['cancel that', end(['dentist'])],
  ["She has rung me, so I shan't need that reminder now.", end(['dentist'])],
  ['so get rid of all three', end(['dentist', 'car', 'present'])],
  ['uh yeah cancel the car reminder but leave the dentist', end(['car'])],
  ['keep the dentist one and the car one but bin the present', end(['present'])],
  ['cancel everything but keep the car one', end(['dentist', 'present'])],
  ['bin the car and the present, keep the dentist', end(['car', 'present'])],
  ["Whatever's down for Thursday, take it off", end(['car'])],
  ['cancel the swimming lesson reminder', end([])],
  ['scrap the car one', end(['car'])],
  ['delete all my reminders', end(['dentist', 'car', 'present'])],
  ['cancel the reminder about the piano', end([])],
  ['no need to remind me about the car', end(['car'])],
  ["I've called the dentist", end(['dentist'], true)],
  ["The present's bought", end(['present'], true)],
  ['done, thanks', end(['dentist'], true)],

  ['what reminders do I have?', list('dentist', 'car', 'present')],
  ['anything you need to remind me of on Thursday?', list('car')],
  ['when are you reminding me about the dentist?', list('dentist')],
  ['when is the reminder about the piano?', list()],
  ['how long is it until the dentist?', list('dentist')],
  ['what was it I had to do at three', list('dentist')],
  ['is there still something down about the car?', list('car')],

  ['when do I have to bring the car to the garage?', list('car')],
  ['did you actually set that reminder', list('dentist')],
  ["Show me everything you're reminding me of.", list('dentist', 'car', 'present')],
  ['anything left for today', list('dentist')],
  ['anything on Saturday?', { kind: 'list reminders', goal_uuids: [], question: 'anything on Saturday?' }],

  ['Leave the dentist', null],
  ['Has the bakery got anything on Saturday?', null],
  ['The following Tuesday I felt awful.', null],
  ['The Saturday after, we drove home.', null],
  ['An hour later I was still waiting', null],
  ["I'll do it Saturday", null],
  ['We put it off and then did it Monday.', null],
  ['They got rid of all three managers.', null],
  ['The other one of my brothers gets in at 2 pm', null],
  ["It's not rain, it's sleet.", null],
  ['Another one at 6 pm came round selling windows.', null],
  ["The dentist's just rung me, she's well.", null],
  ['Remind me, who is Doris?', null],
  ["Remind me where's the spare key", null],
  ['who looks after the hens, remind me', null],
  ['She reminds me of my aunt', null],
  ['Those photos always remind me of Wales', null],
  ["Don't forget that I am vegan", null],
  ['I walk the dog every day at 8', null],
  ["I haven't called the dentist", null],
  ['We moved the dentist to Saturday', null],
  ['And at six we had dinner', null],
  ['and on Friday to Paris', null],
  ['how long have you been awake', null],
  ['They move the market to Saturdays in May', null],
  ['The dentist needs another week', null],
  ['The garage one is open on Saturdays', null],
  ["It's the 13th today", null],
  ['I skipped lunch today', null],
  ['The dentist called on Friday', null],
  ['We took Mum to the garage on Friday', null],
  ['It is her birthday on Friday', null],
  ['Today she lost a tooth', null],
  ['forget it', null],
  ["I'll call the dentist tomorrow", null],
  ["I told her I'd come at 6, no sorry, at 7", null],
  ['It will be an hour beforehand', null],
  ['The roast takes two hours', null],
]

describe('What is wanted of reminders', () => {
  for (const [sentence, act] of rows)
    it(`by "${sentence}": ${act?.kind ?? 'nothing'}`, () => {
      assert.deepEqual(read([sentence]).acts, act === null ? [] : [act])
    })

  it('by words for several: which', () => {
    const two = [
      { goal_uuid: 'ann', title: 'call Ann', due_at: due(12, 15) },
      { goal_uuid: 'gran', title: 'visit Gran', due_at: due(13, 15) },
    ]
    const { acts } = read(['cancel my reminder'], { open: two, last: null })
    assert.deepEqual(acts, [
      { kind: 'which reminder', goal_uuids: ['ann', 'gran'], sentence: 'cancel my reminder' },
    ])
  })

  it('by a time alone, where none was spoken of: nothing', () => {
    assert.deepEqual(read(['half six'], { last: null }).acts, [])
  })
})

describe('Of what repeats', () => {
  const hens = {
    goal_uuid: 'hens',
    title: 'lock the henhouse',
    due_at: due(12, 21),
    repeats: 'FREQ=DAILY;BYHOUR=21;BYMINUTE=0',
  }
  const actsOf = (sentence: string, one = hens) => read([sentence], { open: [one], last: 'hens' }).acts

  for (const sentence of [
    'hens are in already so skip tonight',
    'skip the henhouse tonight',
    "I've locked the henhouse",
    'cancel the henhouse reminder just for tonight',
  ])
    it(`"${sentence}" is of one time only`, () => {
      assert.deepEqual(actsOf(sentence), [move('hens', due(13, 21))])
    })

  it('what was done before it is due again stays as it is', () => {
    assert.deepEqual(actsOf("I've locked the henhouse", { ...hens, due_at: due(13, 21) }), [list('hens')])
  })

  it('another time of day is of every time', () => {
    const act = move('hens', due(12, 20), 'FREQ=DAILY;BYHOUR=20;BYMINUTE=0')
    assert.deepEqual(actsOf('make it eight'), [act])
  })

  it('"cancel the henhouse reminder" is of all', () => {
    assert.deepEqual(actsOf('cancel the henhouse reminder'), [end(['hens'])])
  })
})

describe('Of one reminder that is open', () => {
  const alone = { open: open.slice(1, 2), last: 'car' }

  it('nothing is cancelled by words for another', () => {
    assert.deepEqual(read(['cancel the swimming lesson reminder'], alone).acts, [end([])])
    assert.deepEqual(read(['cancel the reminder for 6 pm'], alone).acts, [end([])])
  })

  it('it is cancelled by words for any', () => {
    assert.deepEqual(read(['cancel my reminder please'], alone).acts, [end(['car'])])
  })
})

describe('Of several at once', () => {
  const two = [
    { goal_uuid: 'oven', title: 'preheat the oven', due_at: due(12, 16) },
    { goal_uuid: 'duke', title: 'walk Duke', due_at: due(12, 17) },
  ]

  it('the other is the one that was not spoken of last', () => {
    const both = open.slice(0, 2)
    assert.deepEqual(read(['and the other one to 2 pm'], { open: both }).acts, [move('car', due(14, 14))])
    assert.deepEqual(read(['cancel the other one'], { open: both }).acts, [end(['car'])])
  })

  it('each asked for together has its own time, and once more is of the same', () => {
    const two = 'Two reminders please: fetch the suit at 5 pm today, and return the books on Wednesday.'
    assert.deepEqual(read([two]).acts, [
      remind('fetch the suit', due(12, 17)),
      remind('return the books', due(13, 9)),
    ])
    const again =
      'remind me at midday on Monday to send the form and then again at 4 the same day in case I forget'
    assert.deepEqual(read([again]).acts, [
      remind('send the form', due(18, 12)),
      remind('send the form', due(18, 16)),
    ])
    const soon = 'nudge me at 2 to call Tom and again half an hour later'
    assert.deepEqual(read([soon]).acts, [
      remind('call Tom', due(12, 14)),
      remind('call Tom', due(12, 14, 30)),
    ])
  })

  it('those of another number are asked about', () => {
    const [act] = read(['cancel both']).acts
    assert.equal(act?.kind, 'which reminder')
  })

  it('both are moved, each at its time', () => {
    const { acts } = read(['Put both of them off till tomorrow, same times.'], { open: two, last: 'duke' })
    assert.deepEqual(acts, [move('oven', due(13, 16)), move('duke', due(13, 17))])
  })

  it('one that is done and not named is asked about', () => {
    const { acts } = read(["I've done one of them"], { open: two, last: 'duke' })
    const which = { kind: 'which reminder', goal_uuids: ['oven', 'duke'], sentence: "I've done one of them" }
    assert.deepEqual(acts, [which])
  })
})

describe('Of the sentences of a message', () => {
  const heard = (...sentences: string[]) => read(sentences, { open: [], last: null })

  it('one may say what to be reminded of, and the next ask for it', () => {
    assert.deepEqual(heard("On the 3rd I've got to pay the rent.", 'Remind me, will you?'), {
      acts: [remind('pay the rent', Date.UTC(2026, 5, 3, 8))],
      used: [0, 1],
    })
  })

  it('one may say when', () => {
    assert.deepEqual(heard('Tomorrow at 7.', 'Remind me to change the clock.'), {
      acts: [remind('change the clock', due(13, 7))],
      used: [0, 1],
    })
  })

  it('those of something else are left', () => {
    assert.deepEqual(heard('I saw Tom yesterday.', 'Remind me to call Ann at 5.', 'He sends his love.'), {
      acts: [remind('call Ann', due(12, 17))],
      used: [1],
    })
  })

  it('the next may put another time right', () => {
    assert.deepEqual(heard('Remind me to fetch eggs at 6.', 'Sorry, I mean 7.'), {
      acts: [remind('fetch eggs', due(12, 19))],
      used: [0, 1],
    })
  })

  it('one may ask for all that another says', () => {
    const acts = [remind('ring Mum', due(13, 10)), remind('collect the keys', due(13, 12))]
    const text = 'Tomorrow I need to ring Mum at 10 and collect the keys at noon.'
    assert.deepEqual(heard(text, 'Remind me of both.'), { acts, used: [0, 1] })
  })

  it('several in one sentence have their own times', () => {
    const rice = [remind('the rice', due(12, 9, 38)), remind('the pie', due(12, 9, 55))]
    assert.deepEqual(heard('Two timers, 8 minutes for the rice and 25 for the pie').acts, rice)
    const cake = [remind('fetch the cake', due(12, 10, 30)), remind('light the fire', due(12, 15, 45))]
    assert.deepEqual(
      heard('Reminders for today: 10:30 fetch the cake, quarter to 4 light the fire').acts,
      cake,
    )
    const alarms = [remind('your alarm', due(13, 6)), remind('your alarm', due(13, 6, 30))]
    assert.deepEqual(heard('Set alarms for 6 and 6:30 tomorrow').acts, alarms)
    const both = [remind('email the school', due(13, 9)), remind('fetch the coat', due(13, 16))]
    const text = 'Two things for tomorrow, remind me of both: email the school at 9am, fetch the coat at 4pm'
    assert.deepEqual(heard(text).acts, both)
  })

  it('one may only say that the reminder is to be changed', () => {
    const { acts, used } = read([
      "It's not the dentist now, it's the doctor.",
      'Change the reminder, would you?',
    ])
    assert.deepEqual(acts, [rename('dentist', 'call the doctor about the crown')])
    assert.deepEqual(used, [0, 1])
  })

  it('"it" is what the one before names', () => {
    const gym = ['I keep forgetting to cancel that gym trial.', 'Can you remind me to do it?']
    assert.deepEqual(read(gym).acts, [remind('cancel that gym trial', null)])
    const boiler = ['The boiler wants servicing.', 'Remind me to book it at 5 pm']
    assert.deepEqual(read(boiler).acts, [remind('book it: The boiler wants servicing', due(12, 17))])
  })

  it('"same time" goes with what is moved', () => {
    const heard = read(['Push the car to Friday, would you?', 'Same time.'])
    assert.deepEqual(heard, { acts: [move('car', due(15, 10))], used: [0, 1] })
  })
})

describe('When a reminder is to come', () => {
  const asked = { last: 'present', asked: 'when' } as const

  it('is told by an answer to when', () => {
    assert.deepEqual(read(['tomorrow at 8'], asked).acts, [move('present', due(13, 8))])
  })

  it('is not told by what has no time', () => {
    assert.deepEqual(read(['My sister Anna lives in Leeds.'], asked).acts, [])
  })
})

describe('What is likely of a reminder', () => {
  const judged = (text: string, act: string, likely: number) =>
    readReminders([{ text, act, likely }], context).acts

  it('is taken for one with its time', () => {
    const acts = judged('Phone Auntie Bisi on Thursday at six if you would be so kind', 'remind', 0.9)
    assert.deepEqual(acts, [remind('Phone Auntie Bisi', due(14, 18))])
  })

  it('is none where it is told of somebody', () => {
    assert.deepEqual(judged('Ella asked me to remind her to buy stamps on Friday', 'remind', 0.9), [])
  })

  it('ends the one that was spoken of, and nothing where it is hardly likely', () => {
    assert.deepEqual(judged('my sister is seeing to it', 'cancel_reminder', 0.9), [end(['dentist'])])
    assert.deepEqual(judged('my sister is seeing to it', 'cancel_reminder', 0.5), [])
  })
})
